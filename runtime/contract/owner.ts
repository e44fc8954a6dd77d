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
  /** Second. Nothing else is answered before it. */
  enter: [{ proof: string } & PeerCard, EmptyObject];
  /** Whether the owner still answers. */
  ping: [EmptyObject, EmptyObject];
  run: [PeerRun, PeerRunResult];
  /** From now on the peer gets the events of all runs. @returns those under way */
  "runs/follow": [EmptyObject, RunRecord[]];
  "runs/list": [EmptyObject, RunRecord[]];
  "runs/result": [{ id: string }, { json: string }];
  "runs/cancel": [{ id: string }, { canceled: boolean }];
  "runs/clear": [EmptyObject, EmptyObject];
  /** Values that an editor keeps, until it leaves; they replace those it gave before. */
  "secrets/relay": [{ secrets: Record<string, string> }, EmptyObject];
  /** Of the secrets that an editor relayed. */
  "secrets/relayedNames": [EmptyObject, string[]];
}

export interface OwnerEvents {
  "run/progress": { id: string; message: string; current?: number; total?: number };
  "run/log": { id: string; level: LogLevel; text: string };
  "runs/changed": RunRecord;
  "runs/cleared": EmptyObject;
  attention: Attention;
}

/** What a peer was started with, for its own runs. */
export interface PeerCard {
  /** No approval is asked for: a person started it with --trust. */
  trusted: boolean;
  /** Name → value, of its environment. */
  secrets: Record<string, string>;
  /** HTTP_PROXY and its kin, of its environment. */
  proxies: Record<string, string>;
}

export interface PeerRun {
  id: string;
  tool: string;
  args: unknown;
  /** A person's own Run never comes this way: it happens in the person's own window's process. */
  origin: Exclude<RunOrigin, "User">;
  /** Who called; undefined: as the origin says. */
  client?: string;
  confirmed: boolean;
}

export type PeerRunResult = { tool: string; callId: string; durationMs: number; entry?: WorkspaceTool } & GuestOutcome;

type EmptyObject = Record<string, never>;
