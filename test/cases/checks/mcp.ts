/** Judges of protocol, processes and results. */
import { words, noneOf, short } from "./toolbox.ts";
import type { Check } from "./toolbox.ts";
import { putFile } from "../workspace.ts";
import { parsed } from "./lists.ts";

const cleanStdout: Check = (_, { servers }) => noneOf(servers.flatMap(({ transport }) => transport.badLines));

const answered: Check = (outcome, { servers }) => {
  if (servers[0]?.transport.ended) return "the server ended";
  return (
    outcome.result !== undefined ||
    outcome.isError !== undefined ||
    outcome.protocolError?.code === -32602 ||
    short(words(outcome))
  );
};

const CONSOLE = ["log", "info", "debug", "warn", "error"];

export const mcpChecks: Record<string, Check> = {
  "stdout carries JSON-RPC only": cleanStdout,
  "every stdout line parses as JSON-RPC; the console lines reach stderr, a log or the result, where the author finds them":
    async (outcome, toolbox) => {
      const clean = await cleanStdout(outcome, toolbox);
      if (clean !== true) return clean;
      const text = toolbox.written() + words(toolbox.last("c1") ?? outcome);
      return noneOf(
        CONSOLE.filter((name) => !text.includes(`from ${name}`)).map((name) => `console.${name} is found nowhere`),
      );
    },
  "all three are results with isError true; no JSON-RPC error": (_, { last }) =>
    noneOf(["c1", "c2", "c3"].filter((name) => last(name)?.isError !== true)),
  "result or -32602; connection stays up": answered,
  "result or a clear error; connection stays up": answered,
  'every inputSchema in tools/list has root type "object" and no root anyOf/oneOf/allOf': async (_, { toolsNow }) => {
    const tools = await toolsNow();
    const odd = tools.filter(
      ({ inputSchema }) =>
        inputSchema.type !== "object" || ["anyOf", "oneOf", "allOf"].some((key) => key in inputSchema),
    );
    return tools.length === 0 ? "no tools" : noneOf(odd.map(({ name }) => name));
  },
  "tools/list is the same before and after; if per-tool MCP tools are offered as well, capabilities.tools.listChanged is true and the notification is sent":
    async (_, { toolsBefore, toolsNow, servers: [server] }) => {
      if (JSON.stringify(toolsBefore) === JSON.stringify(await toolsNow())) return true;
      if (!server?.capabilities()?.tools?.listChanged) return "the list changed, and listChanged is not declared";
      const told = server.transport.notifications.some(({ method }) => method === "notifications/tools/list_changed");
      return told || "the list changed without a notification";
    },
  "notifications/progress with token p1 at least every 20 s, progress value rising; none when the client gave no token":
    (_, { servers: [server] }) => {
      const all = server?.transport.notifications.filter(({ method }) => method === "notifications/progress") ?? [];
      const mine = all.filter(({ params }) => params["progressToken"] === "p1");
      if (all.length > mine.length) return "progress for a token that nobody gave";
      if (mine.length < 3) return `${mine.length} notifications in 75 s`;
      const gaps = mine.slice(1).map(({ at }, index) => at - (mine[index]?.at ?? 0));
      const rises = mine
        .slice(1)
        .every(({ params }, index) => Number(params["progress"]) > Number(mine[index]?.params["progress"]));
      return rises ? Math.max(...gaps) <= 20_500 || `${Math.max(...gaps)} ms without one` : "the value does not rise";
    },
  "runtime, sandbox and browser processes are all gone within 5 s": async (outcome, { last, gone }) => {
    const call = last("c1") ?? outcome;
    return call.ms > 1500 ? gone(5000) : `the call had ended before stdin closed: ${short(words(call))}`;
  },
  "bounded answer that says how much there was and how to get less (or an error naming size and limit); valid MCP": (
    outcome,
  ) => {
    const text = words(outcome);
    if (outcome.protocolError) return text;
    if (text.length > 10_000) return `${text.length} characters`;
    return (
      /30[,. ]?000|\d[\d.,]* ?(characters|chars|bytes|[kKM]i?B|items)/.test(text) ||
      `does not say how much there was: ${text.slice(-300)}`
    );
  },
  "complete, untouched": (outcome) => {
    const rows = parsed(outcome) as { i: number; text: string }[] | undefined;
    return (
      (rows?.length === 10 && rows.every(({ i, text }, at) => i === at && text === "row ".repeat(20))) ||
      "not the ten rows"
    );
  },
  "({}).polluted is undefined everywhere afterwards": async (_, { workspace, call }) => {
    const script =
      "async function main() { return String({}.polluted) + String([].polluted) + String(g.tool.args.polluted); }";
    putFile(workspace.folder, "scripts/o.js", script);
    const { text } = await call("o", { constructor: "x" });
    return text === "undefined".repeat(3) || `in ${workspace.folder}: ${text}`;
  },
};
