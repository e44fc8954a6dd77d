import type { JsonObject } from "../contract/tools.ts";
import { ToolError } from "../errors.ts";
import { setOwn } from "../tools/jsonc.ts";
import { visibleLines, visibleText } from "../visibleText.ts";
import { withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { confirmRun } from "./confirmRun.ts";
import { exitCodeOf, printError } from "./failure.ts";
import { print, printJson, toTerminal } from "./output.ts";

interface RunOptions extends CommandOptions {
  arg: string[];
  args?: string;
  json?: boolean;
}

export async function run(tool: string, options: RunOptions): Promise<void> {
  const args = readArguments(options);
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  process.once("SIGINT", cancel);
  process.once("SIGTERM", cancel);
  await withRuntime(options, async (runtime) => {
    const note = (text: string): void => void process.stderr.write(visibleText(text) + "\n");
    const result = await runtime.run({
      tool,
      args,
      origin: "External",
      confirmed: await confirmRun(runtime, tool, args),
      signal: stop.signal,
      onProgress: ({ message, current, total }) =>
        note(current === undefined ? message : `${message} (${current}${total === undefined ? "" : `/${total}`})`),
      onLog: (level, text) => note(`${level}: ${text}`),
    });
    if (options.json) {
      const { entry: _entry, ...whole } = result;
      const rest = { ...whole, durationMs: Math.round(whole.durationMs) };
      printJson("json" in rest ? { ...rest, json: undefined, value: valueOf(rest.json) } : rest);
    } else if (result.ok) {
      const value = valueOf(result.json);
      const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
      // A pipe gets each character; a terminal would obey some.
      print(value === undefined ? "(no value)" : toTerminal() ? visibleLines(text) : text);
      if (result.lost.length > 0) note(`JSON cannot hold ${result.lost.join(", ")}`);
    } else printError(result.error);
    process.exitCode = result.ok ? 0 : exitCodeOf(result.error.code);
  });
}

function valueOf(json: string): unknown {
  return json === "" ? undefined : JSON.parse(json);
}

function readArguments(options: RunOptions): unknown {
  const named: JsonObject = {};
  for (const text of options.arg) {
    const at = text.indexOf("=");
    if (at < 1)
      throw new ToolError("InvalidArgument", `--arg ${text} has no value`, { hint: "Write --arg name=value" });
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    const before = Object.hasOwn(named, name) ? named[name] : undefined;
    // Given again, it is a list.
    setOwn(named, name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  if (options.args === undefined) return named;
  let whole: unknown;
  try {
    whole = JSON.parse(options.args);
  } catch (error) {
    throw new ToolError("InvalidArgument", `--args is not JSON: ${String(error)}`, {
      hint: `Write --args '{"keyword": "lamp"}'`,
    });
  }
  if (typeof whole !== "object" || whole === null || Array.isArray(whole))
    throw new ToolError("InvalidArgument", `--args must be a JSON object`, {
      hint: `Write --args '{"keyword": "lamp"}'`,
    });
  return { ...whole, ...named };
}
