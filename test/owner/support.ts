/** Owners and peers for tests: real sockets, and runs that only say where they happened. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { PeerCard, PeerRunResult } from "../../runtime/contract/owner.ts";
import { silentLog } from "../../runtime/log.ts";
import type { OwnerSide } from "../../runtime/owner/ownerServer.ts";
import { createOwnership, type Ownership, type OwnershipOptions } from "../../runtime/owner/ownership.ts";

export interface Place {
  folder: string;
  dataDir: string;
}

/** An owner whose runs answer with `name` and what the peer brought. */
export function sideNamed(name: string, more: Partial<OwnerSide> = {}): OwnerSide {
  return {
    admit() {},
    run: async (run, peer) => answer(run.tool, { by: name, args: run.args, origin: run.origin, peer }),
    runs: {
      list: async () => [],
      resultOf: async () => "",
      cancel: async () => false,
      clear: async () => {},
      onDidChange: () => () => {},
      onDidClear: () => () => {},
      onAttention: () => () => {},
    },
    relay() {},
    relayedNames: () => [],
    ...more,
  };
}

export function answer(tool: string, value: unknown): PeerRunResult {
  return { tool, callId: "1", durationMs: 1, ok: true, json: JSON.stringify(value), lost: [] };
}

export const CARD: PeerCard = { trusted: false, secrets: {}, proxies: {} };

export function ownership(place: Place, side: OwnerSide, more: Partial<OwnershipOptions> = {}): Ownership {
  return createOwnership({
    ...place,
    mode: "share",
    card: CARD,
    side,
    log: silentLog,
    ...more,
  });
}

/** A process of its own that owns the folder. */
export async function startOwner(place: Place): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "ownerProgram.ts"), [place.folder, place.dataDir]);
  const [role] = (await once(child, "message")) as [string];
  if (role !== "owner") throw new Error(`the child became ${role}`);
  return child;
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
