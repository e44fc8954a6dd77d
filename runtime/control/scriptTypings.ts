/** What a TypeScript server needs to know of the scripts of a folder. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ScriptTypings } from "../contract/control.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { distFile } from "../distFile.ts";
import { scriptFile } from "../editor/scriptFile.ts";
import { scriptPathProblem } from "../tools/scriptPath.ts";
import { argsTypeText, unionText } from "../tools/typeText.ts";

/** A script that several tools share gets the arguments of any of them. */
export function scriptTypings(folder: string, tools: readonly WorkspaceTool[]): ScriptTypings {
  const usable = tools.filter(({ script }) => !scriptPathProblem(script));
  const byFile = Map.groupBy(usable, ({ script }) => join(folder, scriptFile(folder, script)));
  const scripts = [...byFile].map(([file, sharing]) => ({
    file,
    argsType: unionText(sharing.map(({ parameters }) => argsTypeText(parameters))),
  }));
  return { declarations: declarationsFile(), scripts };
}

/** In the source tree it is where it is made; a copy in dist could be older. */
function declarationsFile(): string {
  const source = join(import.meta.dirname, "..", "run", "g.d.ts");
  return existsSync(source) ? source : distFile("g.d.ts");
}
