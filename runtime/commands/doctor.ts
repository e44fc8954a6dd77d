/** `guidon doctor`: what is there, what is missing, and the next step. */
import { errorData, sentence } from "../errors.ts";
import { listedTools } from "../listing.ts";
import type { Runtime } from "../runtime.ts";
import { VERSION } from "../version.ts";
import { visibleText } from "../visibleText.ts";
import { commandSetting, withRuntime, type CommandOptions } from "./commandRuntime.ts";
import { EXIT } from "./failure.ts";
import { count, paint, print, printJson } from "./output.ts";

interface Finding {
  what: string;
  state: "ok" | "warning" | "missing";
  text: string;
  next?: string;
}

const CHECKS: readonly ((runtime: Runtime) => Promise<Finding>)[] = [node, sandbox, browser, keychain, workspace];

export async function doctor(options: CommandOptions & { json?: boolean }): Promise<void> {
  await withRuntime({ ...options, trust: true }, async (runtime) => {
    const findings: Finding[] = [];
    for (const check of CHECKS) findings.push(await check(runtime));
    const missing = findings.some(({ state }) => state === "missing");
    if (options.json) printJson({ version: VERSION, dataDirectory: commandSetting().dataDir, findings });
    else {
      print(`Guidon ${VERSION}`);
      for (const { what, state, text, next } of findings) {
        const mark = {
          ok: paint("green", "ok     "),
          warning: paint("yellow", "warning"),
          missing: paint("red", "missing"),
        }[state];
        print(`${mark}  ${what}: ${visibleText(text)}${next ? `\n         Next: ${visibleText(next)}` : ""}`);
      }
    }
    process.exitCode = missing ? EXIT.machine : EXIT.ok;
  });
}

async function node(): Promise<Finding> {
  const { node: version, v8, modules } = process.versions;
  const known = modules === "137" || modules === "147";
  return {
    what: "Node",
    state: known ? "ok" : "warning",
    text: `${version} (V8 ${v8}, ABI ${modules})`,
    ...(known ? {} : { next: "Guidon is tested on Node 26 and 24; other versions may have no prebuilt sandbox." }),
  };
}

async function sandbox(runtime: Runtime): Promise<Finding> {
  try {
    const { deps } = await runtime.services();
    const outcome = await deps.pool.run({
      tool: { name: "doctor", argsJson: "{}", callId: "doctor", origin: "External", timeoutMs: 10_000 },
      code: "function main() { return 6 * 7; }",
      file: "doctor.js",
      deadline: performance.now() + 10_000,
      signal: new AbortController().signal,
      call: async () => "",
      log: () => undefined,
    });
    if (outcome.ok && outcome.json === "42")
      return { what: "Sandbox", state: "ok", text: "a script runs in its isolate" };
    return {
      what: "Sandbox",
      state: "missing",
      text: outcome.ok ? "a script gave a wrong result" : outcome.error.message,
    };
  } catch (error) {
    return {
      what: "Sandbox",
      state: "missing",
      text: errorData(error).message,
      next: `Install isolated-vm for Node ${process.version}.`,
    };
  }
}

async function browser(runtime: Runtime): Promise<Finding> {
  const found = (await runtime.services()).deps.browser.find();
  if ("path" in found) return { what: "Browser", state: "ok", text: found.path };
  return {
    what: "Browser",
    state: "warning",
    text: `none; looked at ${found.lookedAt.join(", ")}`,
    next: "Tools without a browser work. Install Chrome or Chromium, or name one in GUIDON_BROWSER.",
  };
}

async function keychain(runtime: Runtime): Promise<Finding> {
  const secrets = (await runtime.services()).secretsOf(runtime.workspaces[0]?.folder ?? process.cwd());
  const status = await secrets.status();
  if (status.ok) return { what: "Keychain", state: "ok", text: "the system's keychain answers" };
  const { message, hint } = errorData(status.error);
  return { what: "Keychain", state: "warning", text: message, ...(hint ? { next: hint } : {}) };
}

async function workspace(runtime: Runtime): Promise<Finding> {
  const folder = runtime.workspaces[0]?.folder ?? "none";
  const problems = runtime.workspaces.flatMap(({ registry }) => registry.current().problems);
  const tools = listedTools(runtime).length;
  const [first] = problems;
  if (tools === 0)
    return {
      what: "Workspace",
      state: "warning",
      text: `${folder}: ${first ? sentence(first.message) : "tools.json names no tools."}`,
      next: first?.hint ?? "guidon init writes a first tool.",
    };
  return {
    what: "Workspace",
    state: first ? "warning" : "ok",
    text: `${folder}: ${count(tools, "tool")}, ${count(problems.length, "problem")}`,
    ...(first ? { next: "guidon check lists them." } : {}),
  };
}
