/** A case file (reports/*.json): a situation that people reported, what is done, and what has to come out. */

export type JsonObject = Record<string, unknown>;

/** Content of a workspace file: text, JSON itself, or exact text, UTF-16 text or browser steps in words. */
export type FileContent = string | ({ $text?: string; $base64utf16le?: string; $steps?: string[] } & JsonObject);
export type Files = Record<string, FileContent>;

export interface Given {
  files?: Files;
  /** Folder name → its files, for a workspace of several folders. */
  folders?: Record<string, Files>;
  /** Name of the folder, when it matters. */
  workspace?: string;
  /** Name → value of secrets that are set. */
  secrets?: Record<string, string>;
  env?: Record<string, string>;
  settings?: { log?: string };
  setup?: string;
  /** tools.json made of the first `take` real schemas, `each` merged into every tool. */
  $generate?: { from: string; take: number; each: JsonObject };
  /** The case runs once for each, which is laid over `given`. */
  variants?: Given[];
}

interface StepBase {
  /** Name of the outcome. */
  as?: string;
}
export interface CallStep extends StepBase {
  do: "call";
  tool: string;
  /** Not there: not sent. */
  args?: unknown;
  /** Starts without waiting for the end. */
  parallel?: boolean;
  /** Which server process, from 1. */
  runtime?: number;
  progressToken?: string;
  clientTimeoutMs?: number;
  resetOnProgress?: boolean;
}
export type Step =
  | CallStep
  | (StepBase & { do: "list" | "reload" | "log" | "logs" | "close-stdin" })
  /** Arguments as JSON text, for what a JavaScript object cannot hold. */
  | (StepBase & { do: "raw-call"; tool: string; argsText: string })
  | (StepBase & { do: "rpc"; method: string; params?: unknown })
  | (StepBase & { do: "http" })
  | (StepBase & { do: "cancel"; of: string })
  | (StepBase & { do: "wait"; ms: number })
  | (StepBase & { do: "write" | "write-atomic"; file: string; text?: string; json?: JsonObject })
  | (StepBase & { do: "remove"; file: string });

export interface Expectation {
  /** Name of an outcome, or "protocol" or "after-all". */
  of: string;
  /** "rejected": refused, with a reason, before any text of the script ran. */
  outcome?: "ok" | "toolError" | "rejected";
  result?: unknown;
  /** Names that are listed and callable. */
  lists?: string[];
  textIncludes?: string[];
  textExcludes?: string[];
  textMatches?: string;
  maxMs?: number;
  /** A sentence with a judge in checks/. */
  check?: string;
  /** One of these is enough. */
  anyOf?: Expectation[];
  /** Only for this entry of given.variants. */
  variant?: number;
}

export interface Case {
  id: string;
  group: string;
  title: string;
  level: "must" | "should";
  needs?: string[];
  given: Given;
  when: Step[];
  // oxlint-disable-next-line unicorn/no-thenable -- it is the word of the case files, and never a function
  then: Expectation[];
  note?: string;
}

/** A request that the test server saw. */
export interface LogEntry {
  on: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  rawHeaders: string[];
  bodyText: string;
  closedAfterMs?: number;
}

/** What came of one step. */
export interface Outcome {
  ms: number;
  /** First text of the answer; for other steps what was seen, as text. */
  text: string;
  /** Every text of the answer. */
  all?: string;
  isError?: boolean;
  protocolError?: { code?: number; message: string };
  canceled?: boolean;
  /** The result of a raw request. */
  result?: unknown;
  /** main() was entered. */
  ran?: boolean;
  entries?: LogEntry[];
  /** GetWorkspaceTools after a reload. */
  list?: Outcome;
  /** Tools that are listed and cannot be called. */
  broken?: string[];
  /** Name of the outcome, for what is judged over several. */
  as?: string;
}
