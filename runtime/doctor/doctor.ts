/** What is there, what is missing, and the next step. */
import type { Finding } from "../contract/control.ts";
import type { Environment } from "../environment.ts";
import { errorData, sentence } from "../errors.ts";
import { listedTools } from "../listing.ts";
import type { Runtime } from "../runtime.ts";
import { nodeFinding, sessionFindings } from "./machine.ts";

/** Runs a script, looks for the browser, and asks the keychain, which can make the system ask the person to unlock it. */
export async function diagnose(runtime: Runtime, environment: Environment): Promise<Finding[]> {
  return [
    nodeFinding(environment),
    await sandbox(runtime),
    await browser(runtime),
    ...sessionFindings(environment),
    await keychain(runtime),
    workspace(runtime),
  ];
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

function workspace(runtime: Runtime): Finding {
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
    text: `${folder}: ${tools} tool${tools === 1 ? "" : "s"}, ${problems.length} problem${problems.length === 1 ? "" : "s"}`,
    ...(first ? { next: "guidon check lists them." } : {}),
  };
}
