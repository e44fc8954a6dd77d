/** What the steps of a case do. */
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listedTools } from "./checks/lists.ts";
import { processTree } from "./processes.ts";
import type { ProcessInfo } from "./processes.ts";
import type { CaseServer } from "./server.ts";
import type { CallStep, Case, Given, LogEntry, Outcome, Step } from "./types.ts";
import { contentOf, fill, putFile } from "./workspace.ts";
import type { Workspace } from "./workspace.ts";

/** A case while it runs. */
export interface RunningCase {
  one: Case;
  /** With the variant laid over it. */
  given: Given;
  workspace: Workspace;
  /** Folder with guidon.js. */
  dist: string;
  /** All server processes of the case. */
  servers: CaseServer[];
  /** The server of this number, from 1; started when first asked for. */
  server: (number?: number) => Promise<CaseServer>;
  /** Requests that the test server saw since the last time. */
  log: () => LogEntry[];
  /** How often main() of a script that must be refused was entered. */
  entered: () => number;
  outcomes: Map<string, Outcome[]>;
  /** The step being done, for a failure's text. */
  inStep: string | undefined;
  /** Processes that should be gone. */
  ended: ProcessInfo[];
}

interface StartedCall {
  as: string;
  abort: AbortController;
  done: Promise<unknown>;
}

export function createActions(running: RunningCase) {
  const { one, workspace, server, outcomes } = running;
  const { places, folder } = workspace;
  const calls: StartedCall[] = [];

  const record = ({ as = "c1" }: Step, outcome: Outcome) =>
    void outcomes.set(as, [...(outcomes.get(as) ?? []), { ...outcome, as }]);
  const settle = () => Promise.all(calls.filter(({ abort }) => !abort.signal.aborted).map(({ done }) => done));
  const list = async (step: Step, number?: number) =>
    withCallable(step, await (await server(number)).tool("GetWorkspaceTools", {}));

  /** `lists` means listed and callable: what the case never calls and needs no arguments is called once. */
  async function withCallable(step: Step, listed: Outcome): Promise<Outcome> {
    const broken: string[] = [];
    for (const name of wantedNames(one, step.as)) {
      const tool = listedTools(listed).find((entry) => entry.name === name);
      const calledAnyway = one.when.some((other) => "tool" in other && other.tool === name);
      if (!tool || calledAnyway || tool.parameters?.required?.length) continue;
      const { isError, protocolError, text } = await (
        await server()
      ).tool("ExecuteWorkspaceTool", { name, parameters: {} });
      if (isError || protocolError) broken.push(`${name}: ${text}`);
    }
    return { ...listed, broken };
  }

  async function call(step: CallStep) {
    const target = await server(step.runtime);
    const args = { name: step.tool, ...("args" in step ? { parameters: fill(step.args, places) } : {}) };
    const before = running.entered();
    const limitMs = step.clientTimeoutMs ?? patience(workspace.toolsText, step.tool);
    const abort = new AbortController();
    const execute = () => {
      const { progressToken } = step;
      if (progressToken === undefined)
        return target.tool("ExecuteWorkspaceTool", args, { limitMs, signal: abort.signal });
      const params = { name: "ExecuteWorkspaceTool", arguments: args, _meta: { progressToken } };
      return target.raw("tools/call", JSON.stringify(params), {
        limitMs,
        token: step.resetOnProgress ? progressToken : undefined,
      });
    };
    const done = execute().then((outcome) => record(step, { ...outcome, ran: running.entered() > before }));
    calls.push({ as: step.as ?? "c1", abort, done });
    if (!step.parallel) await done;
  }

  async function put(step: Extract<Step, { do: "write" | "write-atomic" }>) {
    const data = step.json ? contentOf(step.json, places) : fill(step.text ?? "", places);
    if (step.do === "write") return putFile(folder, step.file, data);
    putFile(folder, `${step.file}.tmp`, data);
    renameSync(path.join(folder, `${step.file}.tmp`), path.join(folder, step.file));
  }

  async function rpc(step: Extract<Step, { do: "rpc" | "raw-call" }>) {
    const before = running.entered();
    const [method, params] =
      step.do === "rpc"
        ? [step.method, "params" in step ? JSON.stringify(step.params) : undefined]
        : ["tools/call", rawCallParams(step.tool, fill(step.argsText, places))];
    const outcome = await (await server()).raw(method, params, { limitMs: 40_000 });
    record(step, { ...outcome, ran: running.entered() > before });
  }

  async function act(step: Step): Promise<void> {
    switch (step.do) {
      case "list":
        return record(step, await list(step));
      case "reload": {
        const outcome = await (await server()).tool("ReloadWorkspaceTools", {});
        return record(step, wantedNames(one, step.as).length > 0 ? { ...outcome, list: await list(step) } : outcome);
      }
      case "call":
        return call(step);
      case "rpc":
      case "raw-call":
        return rpc(step);
      case "cancel":
        return calls.findLast(({ as }) => as === step.of)?.abort.abort();
      case "wait":
        return sleep(step.ms);
      case "log": {
        await settle();
        const entries = running.log();
        return record(step, { ms: 0, entries, text: JSON.stringify(entries) });
      }
      case "logs":
        await settle();
        await sleep(300); // what must not come cannot be waited for
        return record(step, { ms: 0, text: written(running) });
      case "write":
      case "write-atomic":
        return put(step);
      case "remove":
        return rmSync(path.join(folder, step.file));
      case "close-stdin": {
        const { pid, transport } = await server();
        running.ended.push(...processTree(pid()));
        return void transport.child.stdin.end();
      }
      case "http":
        throw new Error(
          httpOption(running.dist) ? "the cases do not speak MCP over HTTP yet" : "guidon mcp has no option for HTTP",
        );
    }
  }

  return {
    async all() {
      const [first] = one.when;
      if (first && ["write", "write-atomic", "remove"].includes(first.do))
        await (await server()).tool("GetWorkspaceTools", {}); // what is replaced has been read
      for (const step of one.when) {
        running.inStep = `${step.do} ${step.as ?? ""}`.trim();
        await act(step);
      }
      running.inStep = undefined;
      await settle();
    },
  };
}

/** Does `guidon mcp` know how to serve over HTTP? */
const httpOption = (dist: string): boolean =>
  execFileSync(process.execPath, [path.join(dist, "guidon.js"), "mcp", "--help"], { encoding: "utf8" }).includes(
    "--http",
  );

/** All that the servers wrote: stderr, notifications, and files that were not there before. */
export function written({ servers, workspace }: RunningCase): string {
  const own = servers.flatMap(({ transport }) => [
    transport.stderr,
    ...transport.notifications.map((one) => JSON.stringify(one)),
  ]);
  return [...own, ...workspace.newFiles().map(readIfSmall)].join("\n");
}

function readIfSmall(file: string): string {
  try {
    return statSync(file).size < 20_000_000 ? readFileSync(file, "utf8") : "";
  } catch {
    return ""; // it was there for a moment
  }
}

/** How long to wait for a tool, in ms: well over its own timeout, so that a hang is seen as such. */
function patience(toolsText: string, name: string): number {
  try {
    const { tools } = JSON.parse(toolsText) as { tools: { name?: string; timeout?: unknown }[] };
    const timeout = tools.find((tool) => tool?.name === name)?.timeout;
    return (typeof timeout === "number" && timeout > 0 && timeout <= 120 ? timeout : 30) * 1000 + 20_000;
  } catch {
    return 50_000; // not plain JSON
  }
}

const rawCallParams = (tool: string, argsText: string) =>
  `{"name":"ExecuteWorkspaceTool","arguments":{"name":${JSON.stringify(tool)},"parameters":${argsText}}}`;

const wantedNames = ({ then }: Case, as: string | undefined): string[] =>
  then
    .flatMap((entry) => [entry, ...(entry.anyOf ?? [])])
    .flatMap((entry) => (entry.of === as ? (entry.lists ?? []) : []));
