/** The folders that windows of tests open, below the temporary folder of a server. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { VsCodeServer } from "./vscodeServer.ts";

export interface Folders {
  empty: string;
  /** test/fixtures/vscode/tools */
  tools: string;
  /** A workspace file with `tools` and a second folder with one tool. */
  both: string;
}

const FIXTURES = join(import.meta.dirname, "..", "..", "fixtures", "vscode");

export function makeFolders({ root }: VsCodeServer): Folders {
  const empty = join(root, "folders", "empty");
  mkdirSync(empty, { recursive: true });
  const copy = (name: string): string => {
    const folder = join(root, "folders", name);
    cpSync(join(FIXTURES, name), folder, { recursive: true });
    return folder;
  };
  const [tools, second] = [copy("tools"), copy("second")];
  const both = join(root, "folders", "both.code-workspace");
  writeFileSync(both, JSON.stringify({ folders: [{ path: tools }, { path: second }] }));
  return { empty, tools, both };
}
