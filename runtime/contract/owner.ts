/**
 * What a process of this user asks of the one that owns a workspace folder, over a private socket. Types only.
 * The owner has the folder's browser, sandbox children, journal and secrets given by the editor; all others bring their runs to it.
 */
import type { Attention, RunRecord } from "./control.ts";
import type { GuestOutcome, LogLevel, RunOrigin } from "./guest.ts";
import type { WorkspaceTool } from "./tools.ts";

export interface OwnerRequests {
  /** First. Each side proves that it could read the owner's record, by an HMAC over the other's random text. */
  hello: [{ nonce: string }, { proof: string; nonce: string }];
  /** Second. Nothing else is answered before it. `secrets`: name → value, of this peer's environment, for its own runs. */
  enter: [{ proof: string; trusted: boolean; secrets: Record<string, string> }, EmptyObject];
  run: [PeerRun, PeerRunResult];
  /** From now on the peer gets the events of all runs. */
  "runs/follow": [EmptyObject, RunRecord[]];
  "runs/list": [EmptyObject, RunRecord[]];
  "runs/result": [{ id: string }, { json: string }];
  "runs/cancel": [{ id: string }, { canceled: boolean }];
  "runs/clear": [EmptyObject, EmptyObject];
  /** Values that an editor keeps; they replace those it gave before. */
  "secrets/relay": [{ secrets: Record<string, string> }, EmptyObject];
  /** Of the secrets that an editor relayed. */
  "secrets/relayedNames": [EmptyObject, string[]];
}

export interface OwnerEvents {
  "run/progress": { id: string; message: string; current?: number; total?: number };
  "run/log": { id: string; level: LogLevel; text: string };
  "runs/changed": RunRecord;
  attention: Attention;
}

export interface PeerRun {
  id: string;
  tool: string;
  args: unknown;
  /** A person's own Run never comes this way: it happens in the person's own window's process. */
  origin: Exclude<RunOrigin, "User">;
  client: string;
  confirmed: boolean;
}

export type PeerRunResult = { tool: string; callId: string; durationMs: number; entry?: WorkspaceTool } & GuestOutcome;

type EmptyObject = Record<string, never>;
