import { resolve } from "node:path";
import { hasStarterTools, writeStarter } from "../workspace/starter.ts";
import { print } from "./output.ts";

export function init(options: { workspace?: string }): void {
  const folder = resolve(options.workspace ?? ".");
  const { written, kept } = writeStarter(folder);
  for (const name of kept) print(`${name} is there already; it stays as it is`);
  for (const name of written) print(`wrote ${name}`);
  if (!hasStarterTools(folder)) return print(`\nNext:\n  guidon list   (the tools that it has)`);
  print(
    `\nNext:\n  guidon run word-count --arg text="to be or not to be" --trust\n  guidon approve      (lets agents run the tools of this folder)\n  guidon mcp --help   (how an agent starts Guidon)`,
  );
}
