/** tools.json as read, and its problems. Types only. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface ToolAnnotations {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}

/** An entry of tools.json that can be listed. */
export interface WorkspaceTool {
  name: string;
  /** `<package>_<tool>`, safe for every client and unique. */
  mcpName: string;
  title?: string;
  description: string;
  /** Relative to the folder, with forward slashes, as the author wrote it. */
  script: string;
  /** Milliseconds, from timeout or timeoutMs; undefined: the script's pragma or the setting decides. */
  timeoutMs?: number;
  /** The parameters as listed: the author's schema, verbatim but for type "object" and properties, which are added when absent. */
  parameters: JsonObject;
  outputSchema?: JsonObject;
  annotations: ToolAnnotations;
  /** Header name → template text. */
  headers: Record<string, string>;
  allowedHosts?: string[];
  enabled: boolean;
  session?: string;
  browser?: { mode: "none" | "headless" | "headed" | "attach" };
  confirm: "never" | "destructive" | "always";
  maxResultBytes?: number;
  permissions: string[];
  examples: { args: JsonObject; expect?: JsonObject }[];
  /** Position of the entry in tools.json. */
  at: Position;
  /** Why the tool cannot run now, e.g. its script is missing. Listed all the same, with what must be done. */
  problem?: string;
}

/** 1-based. */
export interface Position {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface Problem {
  severity: "error" | "warning";
  /** Stable, for editors: "duplicate-name", "unknown-field", "script-missing", … */
  code: string;
  message: string;
  /** The next step. */
  hint?: string;
  /** JSON pointer into tools.json, e.g. "/tools/0/parameters/properties/age"; "" is the whole file. */
  pointer: string;
  /** Relative to the folder: "tools.json", or a script. */
  file: string;
  at: Position;
  /** Name of the tool, where the problem is one tool's. */
  tool?: string;
  /** What it is about, for quick fixes: a secret, a host, the word that was meant. */
  subject?: string;
}

export interface ToolSet {
  /** Changes whenever the set of tools or problems does; short hex. */
  revision: string;
  /** "missing": no tools.json; "stale": the file is broken, the last good set is in force. */
  state: "ok" | "missing" | "stale" | "broken";
  name: string;
  displayName: string;
  author?: string;
  tools: WorkspaceTool[];
  problems: Problem[];
}
