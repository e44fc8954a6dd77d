/** Where a script may stand: a relative path inside the workspace, the same on every operating system. */
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { ToolError } from "../errors.ts";
import { codeOf } from "./textFile.ts";

const EXTENSIONS = [".js", ".mjs", ".ts", ".cjs", ".mts", ".cts"];
const MAX_LENGTH = 1024;

/** What is wrong with the path as it is written; the file system is not asked. */
export function scriptPathProblem(script: string): { message: string; hint: string } | undefined {
  const inside = 'Write a path inside this folder, such as "scripts/search-products.js".';
  const path = script.replaceAll("\\", "/");
  if (hasControl(script)) return { message: "the script's path has a control character", hint: inside };
  if (script.length > MAX_LENGTH)
    return { message: `the script's path has more than ${MAX_LENGTH} characters`, hint: inside };
  const shown = JSON.stringify(script.slice(0, 80));
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path) || path.startsWith("/")) {
    return { message: `the script's path ${shown} is absolute`, hint: inside };
  }
  if (path.split("/").includes("..")) return { message: `the script's path ${shown} goes up with ..`, hint: inside };
  if (!EXTENSIONS.some((extension) => path.endsWith(extension))) {
    return {
      message: `the script ${shown} is not a .js, .mjs or .ts file`,
      hint: "Scripts are JavaScript or TypeScript.",
    };
  }
  return undefined;
}

/** Such a path could write to the terminal in which it is shown. */
export function hasControl(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\0-\x1f\x7f-\x9f]/.test(path);
}

/** The path as it is shown: relative, with forward slashes, without "./". */
export function shownPath(script: string): string {
  return script
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "." && part !== "")
    .join("/");
}

export interface ScriptPlace {
  /** The folder and the file with all links resolved. */
  folder: string;
  file: string;
}

/** Throws ToolError: InvalidPath where the path, or a link on it, leads out of the folder; NotFound. */
export function resolveScript(folder: string, script: string): ScriptPlace {
  const problem = scriptPathProblem(script);
  if (problem) throw new ToolError("InvalidPath", problem.message, { hint: problem.hint });
  const path = shownPath(script);
  let place: ScriptPlace;
  try {
    const root = realpathSync.native(folder);
    place = { folder: root, file: realpathSync.native(join(root, path)) };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new ToolError("NotFound", `script ${path} does not exist`, {
        hint: 'Create the file, or correct "script" in tools.json.',
      });
    }
    const reason = code === "ELOOP" ? "is a link that points to itself" : `cannot be read (${code})`;
    throw new ToolError("InvalidPath", `script ${path} ${reason}`, { hint: "Replace the link by the file." });
  }
  if (!isInside(place.folder, place.file)) {
    throw new ToolError("InvalidPath", `script ${path} is a link that leads out of the workspace folder`, {
      hint: "Scripts must stand inside the folder of tools.json. Copy the file into it.",
    });
  }
  return place;
}

/** Both with links resolved. */
export function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== "" && path !== ".." && !path.startsWith(".." + sep) && !isAbsolute(path);
}
