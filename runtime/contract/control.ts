/**
 * What a face (the editor) asks of the runtime of one workspace folder, over one JSON-RPC channel (channel.ts). Types only, JSON only.
 * Positions are as editors count them: 0-based, in UTF-16 units. Files are relative to the folder, with forward slashes.
 */
import type { ErrorData, LogLevel, RunOrigin } from "./guest.ts";
import type { Json, JsonObject, Problem, ToolAnnotations, ToolSet } from "./tools.ts";

/** Method → [parameters, result]. A request that fails rejects with a ToolError. */
export interface ControlRequests {
  /** First. The runtime is ready when it answers. */
  initialize: [{ client: string }, RuntimeInfo];
  /** What a change of the person's settings means for a runtime that runs; what is absent is as where the person says nothing. @param keepRuns so many of the runs of the folder */
  "settings/set": [{ logLevel?: "debug" | "info"; keepRuns?: number }, EmptyObject];

  "tools/list": [EmptyObject, ToolsView];
  /** Reads tools.json anew. */
  "tools/reload": [EmptyObject, ToolsView];
  /** Writes tools.json and its script as `guidon init` does, and approves what it wrote, byte for byte. @returns files written @throws AlreadyExists beside a tools.json of somebody else */
  "tools/createExample": [EmptyObject, { written: string[]; tool: string }];
  /** Writes a script for a tool whose script is missing, with a main() made from its parameters. @param text of tools.json as the editor has it now; absent: as on disk */
  "tools/createScript": [{ tool: string; text?: string }, { file: string }];
  /** What agents would send to run the tool: the JSON of an ExecuteWorkspaceTool call with example arguments, or those given. */
  "tools/callText": [{ tool: string; args?: JsonObject }, { text: string }];
  /** Arguments that fill a form at first: defaults and the example. */
  "tools/exampleArguments": [{ tool: string }, { args: JsonObject }];
  /** As a run would check them. */
  "tools/checkArguments": [{ tool: string; args: Json }, { problems: ArgumentProblem[] }];
  /** What each tool may do, for the person who is asked; all tools when none is named. */
  "tools/approvals": [{ tools?: string[] }, ToolApproval[]];
  /** Each as `tools/approvals` showed it, by its token; what is approved already stays so. @throws NotApproved for one that was not shown */
  "tools/approve": [{ tokens: string[] }, EmptyObject];

  /** Everything that is wrong with a tools.json and the scripts it names. @param text as the editor has it now; absent: as on disk */
  "document/problems": [{ text?: string }, DocumentProblem[]];
  "document/completions": [AtPosition, Completion[]];
  "document/hover": [AtPosition, Hover | null];
  "document/links": [{ text: string }, DocumentLink[]];
  "document/definition": [AtPosition, { file: string } | null];
  /** Every place in tools.json, and in the scripts it names, where the secret or tool under the position stands. */
  "document/references": [AtPosition, FileRange[]];
  /** null: what stands there cannot be renamed. Only names of secrets can. */
  "document/prepareRename": [AtPosition, { range: Range; placeholder: string } | null];
  "document/rename": [AtPosition & { newName: string }, { from: string; edits: FileEdit[] }];
  /** One for each tool of tools.json, or over main() of a script. @param file "tools.json" or a script */
  "document/lenses": [{ file: string; text: string }, ToolLens[]];
  /** An edit that sets a field of a tool and leaves comments and formatting as they are. */
  "document/setField": [{ text: string; tool: string; field: string; value: Json }, { edits: TextEdit[] }];

  /** Typings for scripts: where g.d.ts lies, and the type of g.tool.args of each script. */
  "scripts/typings": [EmptyObject, ScriptTypings];

  /** A person's Run. Answers when the run is over; `run/cancel` ends it. Progress comes by `runs/changed`. @param id made by the caller, unique */
  "run/start": [{ id: string; tool: string; args: JsonObject; confirmed?: boolean; once?: string }, RunRecord];
  "run/cancel": [{ id: string }, { canceled: boolean }];
  /** Newest first. */
  "runs/list": [EmptyObject, RunRecord[]];
  /** The whole result of a run. @throws NotFound when it is not kept any more */
  "runs/result": [{ id: string }, { json: string }];
  "runs/clear": [EmptyObject, EmptyObject];

  /** @param fresh asks the store anew, which can make the system ask the person to unlock it */
  "secrets/list": [{ fresh?: boolean }, SecretsView];
  /** @returns what was changed about the value or is unwise, in plain words, without the value */
  "secrets/set": [{ name: string; value: string; reach: SecretReach }, { notes: string[] }];
  "secrets/delete": [{ name: string; reach: SecretReach }, { deleted: boolean }];
  /** Gives the stored value another name, where one is stored. One for all workspaces keeps its old name, too: others may use it. */
  "secrets/rename": [{ from: string; to: string }, { renamed: boolean }];
  /** Names that a .env file sets and that a secret could have; no values. @param file absolute */
  "secrets/readEnvFile": [{ file: string }, { names: string[]; unusable: string[] }];
  "secrets/importEnvFile": [
    { file: string; names: string[]; reach: SecretReach },
    { imported: string[]; notes: string[] },
  ];
  /** Values that the editor keeps for a machine without a keychain; they live in the runtime's memory. Replaces all given before. */
  "secrets/relay": [{ secrets: Record<string, string> }, EmptyObject];

  doctor: [EmptyObject, { version: string; findings: Finding[] }];
}

/** Events of the runtime: method → parameters. */
export interface ControlEvents {
  /** The set of tools, their state, or what tools.json says is not what it was. */
  "tools/changed": { revision: string };
  /** Names, or the state of the store. */
  "secrets/changed": EmptyObject;
  /** A run began, went on, or ended. At most ten a second for each run. */
  "runs/changed": RunRecord;
  /** Runs that were over were removed; `runs/list` has those that are left. */
  "runs/cleared": EmptyObject;
  /** An agent's call was refused because a person has to act. */
  attention: Attention;
  log: { level: LogLevel; text: string };
}

export type EmptyObject = Record<string, never>;

export interface RuntimeInfo {
  version: string;
  node: string;
  pid: number;
  folder: string;
  /** Of the user; settings.json lies there. */
  dataDirectory: string;
  /** "owner": runs of agents happen in this process. "attached": another process of this user owns the workspace. "alone": others cannot reach this one. */
  role: "owner" | "attached" | "alone";
}

export interface AtPosition {
  /** "tools.json" or a script. */
  file: string;
  /** As the editor has it now. */
  text: string;
  position: Position0;
  /** Other files of the folder that the editor has with changes that are not saved: for references and rename, whose ranges must fit them. */
  open?: OpenFile[];
}

/** A file as the editor has it now. */
export interface OpenFile {
  file: string;
  text: string;
}

/** 0-based. */
export interface Position0 {
  line: number;
  character: number;
}

export interface Range {
  start: Position0;
  end: Position0;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface FileEdit extends TextEdit {
  file: string;
}

export interface FileRange {
  file: string;
  range: Range;
}

export interface DocumentProblem extends Omit<Problem, "at"> {
  range: Range;
  fixes: Fix[];
}

/** A quick fix: edits to make, or a step that the editor carries out. */
export type Fix = { title: string; preferred?: boolean } & (
  | { kind: "edit"; edits: FileEdit[] }
  | { kind: "createScript"; tool: string }
  | { kind: "setSecret"; secret: string }
  | { kind: "openFile"; file: string }
);

export interface Completion {
  label: string;
  kind: "file" | "folder" | "secret" | "value";
  detail?: string;
  /** Markdown. */
  documentation?: string;
  insertText: string;
  /** What it takes the place of. */
  range: Range;
}

export interface Hover {
  range: Range;
  markdown: string;
}

export interface DocumentLink {
  range: Range;
  file: string;
  tooltip: string;
}

export interface ToolLens {
  range: Range;
  tool: string;
  /** undefined: the tool has not run yet. */
  lastRun?: LastRun;
  /** "unsaved": the entry is new or was changed, and the saved one is still in force. */
  state: ToolState | "unsaved";
}

export interface LastRun {
  id: string;
  state: RunState;
  /** ISO time. */
  startedAt: string;
  durationMs?: number;
}

export interface ToolsView {
  folder: string;
  name: string;
  displayName: string;
  state: ToolSet["state"];
  revision: string;
  tools: ToolRow[];
  problems: Problem[];
}

/** "approval": agents wait for a person's approval. "secret": a secret is not set. */
export type ToolState = "ready" | "approval" | "secret" | "problem" | "disabled";

export interface ToolRow {
  name: string;
  title?: string;
  description: string;
  /** As the author wrote it. */
  script: string;
  /** The script's path as a file of the folder. */
  file: string;
  parameters: JsonObject;
  annotations: ToolAnnotations;
  confirm: "never" | "destructive" | "always";
  state: ToolState;
  /** What must be done, in plain words; absent for a tool that is ready. */
  why?: string;
  /** Of the entry in tools.json. */
  range: Range;
  lastRun?: LastRun;
}

export interface ArgumentProblem {
  /** JSON pointer into the arguments: "/age"; "" is the whole. */
  pointer: string;
  message: string;
}

export interface ToolApproval {
  tool: string;
  /** Stands for the tool exactly as it is described here. Absent for one that is unusable. */
  token?: string;
  title?: string;
  description: string;
  state: "approved" | "new" | "changed" | "unusable";
  /** Lines such as "sends the secret API_TOKEN (header Authorization) to api.example.com"; why it is unusable. */
  permissions: string[];
}

export interface ScriptTypings {
  /** Absolute path of g.d.ts. */
  declarations: string;
  /** Absolute path of a script → TypeScript text of the type of its g.tool.args. */
  scripts: { file: string; argsType: string }[];
}

export type RunState = "running" | "ok" | "failed" | "canceled";

/** One run in the journal. All texts are redacted. */
export interface RunRecord {
  id: string;
  tool: string;
  origin: RunOrigin;
  /** Who called: the client's own name and version, or "guidon run". */
  client: string;
  args: RunArguments;
  /** ISO time. */
  startedAt: string;
  state: RunState;
  durationMs?: number;
  progress: { atMs: number; message: string; current?: number; total?: number }[];
  log: { atMs: number; level: LogLevel; text: string }[];
  requests: RunHttpRequest[];
  error?: ErrorData;
  /** Beginning of the result's JSON text; absent until it is over, "" for no value. */
  result?: { json: string; length: number; whole: boolean };
  /** Of the page, when a run with a browser failed: a file of the user, PNG. */
  screenshot?: string;
}

/** What a run was called with. It can be called so again where `whole` and not `redacted`. */
export interface RunArguments {
  /** JSON text, or the beginning of it; "" for what is nested too deep to be shown. */
  json: string;
  /** Characters of the whole. */
  length: number;
  whole: boolean;
  /** Something secret was taken out; a mark stands in its place. */
  redacted: boolean;
}

export interface RunHttpRequest {
  atMs: number;
  method: string;
  url: string;
  /** undefined while it is under way, or where it failed. */
  status?: number;
  ms?: number;
  error?: string;
}

/** "workspace": this one only. "all": every workspace of this user. */
export type SecretReach = "workspace" | "all";

export interface SecretsView {
  store: { kind: "keychain"; ok: true } | { kind: "keychain"; ok: false; code: string; message: string; hint?: string };
  /** Those that tools.json asks for and that are missing first. */
  rows: SecretRow[];
}

export interface SecretRow {
  name: string;
  /** undefined: not set. "editor": relayed by the editor, which keeps it. */
  from?: "environment" | "editor" | SecretReach;
  /** ISO time. */
  setAt?: string;
  usedBy: string[];
  /** Where its tools may send it. */
  hosts: string[];
}

export interface Finding {
  what: string;
  state: "ok" | "warning" | "missing";
  text: string;
  next?: string;
}

export type Attention =
  | { kind: "approval"; tool: string; client: string }
  | { kind: "secret"; tool: string; client: string; secrets: string[] }
  | { kind: "keychain"; tool: string; client: string; code: string; message: string; hint?: string };
