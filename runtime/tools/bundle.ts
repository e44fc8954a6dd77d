/**
 * Bundles a script that imports or exports into one classic script. The only file that knows esbuild, which is loaded at first
 * use; the service process that it starts does not keep ours alive, and ends with it.
 */
import { dirname, extname, join, relative, sep } from "node:path";
import { realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import type { Loader, Message, Plugin, PluginBuild } from "esbuild";
import { ToolError } from "../errors.ts";
import { insteadOf } from "./forbiddenImports.ts";
import { createResolutions, type Resolutions } from "./resolutions.ts";
import { scriptError } from "./scriptError.ts";
import { hasControl, isInside } from "./scriptPath.ts";
import { readTextFile, sizeText } from "./textFile.ts";

interface Bundle {
  code: string;
  /** JSON text of the source map. */
  map: string;
  /** Text of each file that went in, by its real path. */
  sources: Map<string, string>;
  /** Of each import: importer, specifier, where it leads, relative to the folder. Sorted. */
  imports: string[];
  /** Tells when an import would lead elsewhere. */
  resolutions: Resolutions;
}

const MAX_FILE_BYTES = 1 << 20;
const MAX_TOTAL = 8 << 20;
const LOADERS: Record<string, Loader> = { ".ts": "ts", ".mts": "ts", ".cts": "ts", ".json": "json" };

/**
 * @param folder workspace folder and @param file script, both with links resolved @param source text of the script
 * Throws ToolError ScriptError with file:line:column; InvalidPath where an import leads out of the folder.
 */
export async function bundleScript(folder: string, file: string, source: string): Promise<Bundle> {
  const { build } = await import("esbuild");
  const path = slashed(relative(folder, file));
  const attempt = async (entry: string): Promise<Bundle> => {
    const found: Found = {
      sources: new Map([[file, source]]),
      imports: new Set(),
      resolutions: createResolutions(folder),
    };
    const result = await build({
      entryPoints: [file],
      absWorkingDir: folder,
      bundle: true,
      write: false,
      outfile: "bundle.js",
      format: "iife",
      globalName: "__tool",
      footer: { js: footerText(path) },
      platform: "neutral",
      mainFields: ["browser", "module", "main"],
      conditions: ["browser", "module", "import", "default"],
      target: "es2024",
      sourcemap: "external",
      sourcesContent: false,
      // The workspace's own tsconfig could pull in files from anywhere.
      tsconfigRaw: {},
      // Links are resolved below, where the path to them is noted.
      preserveSymlinks: true,
      logLevel: "silent",
      plugins: [workspaceFiles(folder, file, entry, found)],
    });
    const [map, code] = ["bundle.js.map", "bundle.js"].map(
      (name) => result.outputFiles.find((output) => output.path === join(folder, name))?.text,
    );
    return { code: code ?? "", map: map ?? "", ...found, imports: [...found.imports].toSorted() };
  };
  try {
    return await attempt(entryText(source));
  } catch (error) {
    const first = firstMessage(error);
    const noMain = first?.text === '"main" is not declared in this file';
    // A default export without a name is main all the same.
    if (noMain && /\bexport\s+default\b/.test(source)) {
      return attempt(source.replace(/\bexport\s+default\b/, "const main =") + "\n;export { main as __main };").catch(
        (thrown: unknown) => {
          throw failure(thrown, path, source);
        },
      );
    }
    if (noMain) throw noMainError(path);
    throw failure(error, path, source);
  }
}

/** What the sandbox calls: the main that the script gave away. */
function footerText(path: string): string {
  const error = JSON.stringify(`${path} has no function main`);
  return `async function main() { if (typeof __tool.__main !== "function") throw new Error(${error}); const { __main } = __tool; return __main(); }`;
}

/** The script with its main exported under a name that it cannot have itself. */
function entryText(source: string): string {
  if (!isCommonJs(source)) return source + "\n;export { main as __main };";
  // Undeclared, `main` would be the one that calls this.
  const declared = /\b(?:function|const|let|var)\s+main\b/.test(source);
  const exported = declared ? "main" : "module.exports.main ?? module.exports.default ?? module.exports";
  return `${source}\n;module.exports = { __main: ${exported} };`;
}

/** Does it give its main away as CommonJS? Then it must not become a module by an export that we add. */
function isCommonJs(source: string): boolean {
  return /\bmodule\.exports\b|^\s*exports\.\w/m.test(source) && !/^\s*(import|export)\b/m.test(source);
}

type Found = Pick<Bundle, "sources" | "resolutions"> & { imports: Set<string> };

/** All files come through here: from inside the folder only, capped, each text kept as it was read. */
function workspaceFiles(folder: string, file: string, entry: string, into: Found): Plugin {
  let total = 0;
  return {
    name: "workspace-files",
    setup(setup: PluginBuild) {
      setup.onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind === "entry-point") return { path: file };
        if (pluginData === "resolving") return undefined;
        const word = kind === "require-call" ? "require" : "import";
        if (isBuiltin(path) || /^[a-z][a-z0-9+.-]*:/i.test(path)) {
          return {
            errors: [{ text: `${word} of "${path}" is not possible in a script`, notes: [{ text: insteadOf(path) }] }],
          };
        }
        const found = await setup.resolve(path, {
          kind,
          importer,
          resolveDir: resolveDir || dirname(importer),
          pluginData: "resolving",
        });
        if (found.errors.length > 0 || found.external) {
          return { errors: [{ text: `${word} of "${path}" finds nothing`, notes: [{ text: insteadOf(path) }] }] };
        }
        const { path: from, namespace } = found;
        const real = namespace === "file" ? realpathSync.native(from) : from;
        const shown = (each: string) => slashed(relative(folder, each));
        if (hasControl(shown(from)) || hasControl(shown(real)))
          return {
            errors: [{ text: `${word} of ${JSON.stringify(path)} leads to a path that has a control character` }],
          };
        into.resolutions.note(importer, path, from, real);
        // A package.json or a link can exchange files without changing one: what is approved is which file stands where.
        into.imports.add(JSON.stringify([shown(importer), path, kind, namespace, shown(real), found.sideEffects]));
        if (namespace !== "file") return found;
        if (isInside(folder, real)) return { ...found, path: real };
        return { errors: [{ text: `${word} of "${path}" leads out of the workspace folder`, detail: "outside" }] };
      });
      setup.onLoad({ filter: /.*/ }, ({ path }) => {
        const loader = LOADERS[extname(path)] ?? "js";
        if (path === file) return { contents: entry, loader };
        const read = readTextFile(path, MAX_FILE_BYTES);
        if (!read.ok)
          return { errors: [{ text: `the imported file ${slashed(relative(folder, path))} ${read.reason}` }] };
        total += read.text.length;
        if (total > MAX_TOTAL)
          return { errors: [{ text: `the imported files are together larger than ${sizeText(MAX_TOTAL)}` }] };
        into.sources.set(path, read.text);
        return { contents: read.text, loader };
      });
    },
  };
}

function failure(error: unknown, path: string, source: string): ToolError {
  const first = firstMessage(error);
  if (!first) return new ToolError("ScriptError", `${path} could not be bundled`, { cause: error });
  const lines = source.split("\n");
  const location = first.location;
  // Our own last line is where esbuild sees that a bracket was never closed.
  const beyond = location && location.file === path && location.line > lines.length;
  return scriptError({
    file: location?.file ?? path,
    line: beyond ? lines.length : (location?.line ?? 1),
    column: beyond ? (lines.at(-1) ?? "").length + 1 : columnOf(location),
    lineText: beyond ? (lines.at(-1) ?? "") : (location?.lineText ?? ""),
    text: beyond ? "the file ends too early; a bracket or quote is not closed" : first.text,
    hint: first.notes[0]?.text,
    code: first.detail === "outside" ? "InvalidPath" : "ScriptError",
  });
}

/** esbuild counts bytes from 0. */
function columnOf(location: Message["location"]): number {
  return location ? Buffer.from(location.lineText).subarray(0, location.column).toString().length + 1 : 1;
}

export function noMainError(path: string): ToolError {
  return new ToolError("ScriptError", `${path} has no function main`, {
    hint: "Write `async function main() { … }`; what it returns is the tool's result.",
  });
}

function firstMessage(error: unknown): Message | undefined {
  if (!(error instanceof Error) || !("errors" in error) || !Array.isArray(error.errors)) return undefined;
  return error.errors[0] as Message | undefined;
}

export function slashed(path: string): string {
  return path.replaceAll(sep, "/");
}
