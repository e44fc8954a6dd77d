/** Judges of what is said about tools.json and its tools. */
import { listedTools, toolList } from "./lists.ts";
import { noneOf, short, words } from "./toolbox.ts";
import type { Check, Toolbox } from "./toolbox.ts";
import type { JsonObject, Outcome } from "../types.ts";

const MISSING = /missing|not found|no such|does not exist|no tools\.json|removed|deleted|gone/i;

/** Fails unless the report points at each of these entries of tools.json. */
function pointsAtAll(indices: number[], outcome: Outcome, { report, pointsAt }: Toolbox) {
  const text = report(outcome);
  return noneOf(indices.filter((index) => !pointsAt(text, index)).map((index) => `nothing on /tools/${index}`));
}

function resolves(pointer: string, schema: unknown): boolean {
  const keys = pointer.split("/").slice(1);
  const at = keys.reduce<unknown>(
    (value, key) => (value as JsonObject | undefined)?.[key.replaceAll("~1", "/").replaceAll("~0", "~")],
    schema,
  );
  return at !== undefined;
}

/** The file is watched, so the new tool is listed without a reload. */
const seenWithoutReload: Check = (outcome, { names }) =>
  names(outcome).includes((outcome.as ?? "").replace("l", "v")) || "not seen within 1.5 s";

export const toolsChecks: Record<string, Check> = {
  "or: documented that only the first folder counts, and the other file is pointed out": (outcome, { names }) =>
    noneOf(["a", "b"].filter((name) => !names(outcome).includes(name))),
  "an answer that says what is missing and how to start; no stack trace; no file created without asking": (
    outcome,
    toolbox,
  ) => {
    const text = words(outcome);
    const made = toolbox.workspace.newFiles(toolbox.workspace.folder);
    if (made.length > 0) return `created ${made.join(", ")}`;
    if (/\n\s+at .+:\d+:\d+/.test(text)) return "a stack trace";
    if (toolbox.setup === "workspace read-only")
      return toolbox.names(outcome).includes("t") || `not listed: ${short(text)}`;
    if (outcome.protocolError) return `no result: ${short(text)}`;
    const helps = /tools\.json|folder|workspace/i.test(text) && /create|add|open|missing|not found|no /i.test(text);
    return helps || `says neither what is missing nor how to start: ${short(text)}`;
  },
  "names of all 60 can be learned from one answer under 60,000 characters; full schemas on request": async (
    outcome,
    toolbox,
  ) => {
    const text = words(outcome);
    const { tools: all } = JSON.parse(toolbox.workspace.toolsText) as { tools: { name: string }[] };
    const lost = all.filter(({ name }) => !text.includes(name));
    if (all.length !== 60 || lost.length > 0 || text.length >= 60_000)
      return `${text.length} characters, ${lost.length} names missing`;
    const { name } = all[59] ?? { name: "" };
    const one = await toolbox.list({ name });
    return (
      listedTools(one).some((tool) => tool.name === name && tool.parameters) ||
      `no schema of ${name}: ${short(words(one))}`
    );
  },
  'a problem names "send" and both positions (/tools/0 and /tools/1)': (outcome, toolbox) =>
    toolbox.report(outcome).includes("send") ? pointsAtAll([0, 1], outcome, toolbox) : "no word on send",
  "problems at /tools/0, /tools/1, /tools/2, /tools/3 with what is wrong": (outcome, toolbox) =>
    pointsAtAll([0, 1, 2, 3], outcome, toolbox),
  "if the product does not watch the file, the same after ReloadWorkspaceTools": seenWithoutReload,
  "says the file is missing; no crash": (outcome, { servers: [server] }) =>
    (!server?.transport.ended && !outcome.protocolError && MISSING.test(words(outcome))) || short(words(outcome)),
  "empty or last good with a notice": (outcome, { names }) =>
    toolList(outcome).tools?.length === 0 ||
    (names(outcome).includes("one") && MISSING.test(words(outcome))) ||
    short(words(outcome)),
  "without a restart": (_, { servers }) => servers.length === 1 || "another server was started",
  'each listed schema has type "object" and a properties member': (outcome) =>
    noneOf(
      listedTools(outcome).flatMap(({ name, parameters }) =>
        parameters?.type === "object" && parameters.properties ? [] : [name],
      ),
    ),
  'what the agent sees for sched contains "query" and "limit", either inlined or with $defs kept; no $ref points to something missing':
    (outcome) => {
      const schema = listedTools(outcome).find(({ name }) => name === "sched")?.parameters;
      const text = JSON.stringify(schema ?? "");
      const lost = [...text.matchAll(/"\$ref":"#([^"]*)"/g)].filter(([, pointer = ""]) => !resolves(pointer, schema));
      return (text.includes('"query"') && text.includes('"limit"') && lost.length === 0) || text;
    },
  'the editor (and the load report) warns about "min" at /tools/0/parameters/properties/age': (outcome) => {
    const problems = (toolList(outcome).problems ?? []).map((problem) => JSON.stringify(problem));
    const found = problems.some((text) => /\bmin\b/.test(text) && text.includes("/tools/0/parameters/properties/age"));
    return found || `problems: ${problems.join("\n")}`;
  },
  "either honoured within 6 s or reported as a malformed line; not silently ignored": (outcome) =>
    (outcome.isError === true && outcome.ms < 6000) || `${outcome.ms} ms: ${short(words(outcome))}`,
  "runs with the default and the bad value is reported": async (outcome, { list, report, written }) => {
    if (outcome.isError || outcome.text !== "1") return short(words(outcome));
    const told = words(outcome).slice(1) + report(await list()) + written();
    return /@timeout|soon/.test(told) || 'runs, but "soon" is reported nowhere';
  },
  '0, -1, "30", null are reported (or documented); 1e9 is capped at a documented maximum; no tool runs unlimited or ends at once by accident':
    (outcome, toolbox) => {
      // Not there: the default.
      const limits = Object.fromEntries(listedTools(outcome).map(({ name, timeoutMs }) => [name, timeoutMs]));
      if (limits["t3"] !== 120_000 || limits["t4"] !== 500) return JSON.stringify(limits);
      const odd = ["t0", "t1", "t2", "t5"].filter((name) => limits[name] !== undefined);
      return odd.length > 0 ? odd.join(", ") : pointsAtAll([0, 1, 2, 3, 5], outcome, toolbox);
    },
};
