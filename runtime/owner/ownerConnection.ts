/** A peer's side of the socket: the way to the process that owns the workspace folder. */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ChannelError, openChannel, type Channel } from "../channel.ts";
import type { Attention, RunRecord } from "../contract/control.ts";
import type { LogLevel } from "../contract/guest.ts";
import type { OwnerEvents, OwnerRequests, PeerRun, PeerRunResult } from "../contract/owner.ts";
import type { ProgressUpdate } from "../run/toolCalls.ts";
import { isTrustedAddress } from "./ownerAddress.ts";
import { PROTOCOL, type OwnerRecord } from "./ownerFile.ts";
import { isProof, newNonce, proofOf } from "./proof.ts";

/** An owner that does not greet within this time is stopped or gone. */
const GREETING_MS = 2000;

export interface OwnerConnection {
  readonly pid: number;
  /** @throws OwnerGone when the owner ended before it answered; what the run did by then is not known */
  run(run: PeerRun, events: RunListener, signal: AbortSignal): Promise<PeerRunResult>;
  request: Channel<OwnerRequests, OwnerEvents>["request"];
  onRunChanged(listener: (record: RunRecord) => void): void;
  onAttention(listener: (attention: Attention) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

export interface RunListener {
  onProgress?: ((update: ProgressUpdate) => void) | undefined;
  onLog?: ((level: LogLevel, text: string) => void) | undefined;
}

export class OwnerGone extends Error {}

export interface PeerCard {
  trusted: boolean;
  secrets: ReadonlyMap<string, string>;
}

/** @param longestRunMs an owner that does not answer a run for so long is given up. @returns undefined: nobody answers there, or not one of ours. */
export async function connectToOwner(
  record: OwnerRecord,
  card: PeerCard,
  longestRunMs: number,
): Promise<OwnerConnection | undefined> {
  if (record.protocol !== PROTOCOL || !isTrustedAddress(record.address)) return undefined;
  const socket = await open(record.address);
  if (!socket) return undefined;
  const channel = openChannel<OwnerRequests, OwnerEvents>(socket, socket);
  const timer = setTimeout(() => socket.destroy(), GREETING_MS);
  try {
    const nonce = newNonce();
    const hello = await channel.request("hello", { nonce });
    if (!isProof(hello.proof, record.key, "owner", nonce)) throw new Error("not the owner");
    const proof = proofOf(record.key, "peer", hello.nonce);
    await channel.request("enter", { proof, trusted: card.trusted, secrets: Object.fromEntries(card.secrets) });
  } catch {
    socket.destroy();
    return undefined;
  } finally {
    clearTimeout(timer);
  }
  // Waiting for nothing, it keeps no process alive.
  socket.unref();
  return overChannel(record.pid, socket, channel, longestRunMs);
}

function overChannel(
  pid: number,
  socket: Socket,
  channel: Channel<OwnerRequests, OwnerEvents>,
  longestRunMs: number,
): OwnerConnection {
  const running = new Map<string, RunListener>();
  channel.on("run/progress", ({ id, ...update }) => running.get(id)?.onProgress?.(update));
  channel.on("run/log", ({ id, level, text }) => running.get(id)?.onLog?.(level, text));
  return {
    pid,
    async run(run, events, signal) {
      running.set(run.id, events);
      const over = new AbortController();
      socket.ref();
      try {
        const late = sleep(longestRunMs, undefined, { signal: over.signal, ref: false }).then(() => {
          socket.destroy();
          throw new OwnerGone();
        });
        late.catch(() => {});
        return await Promise.race([channel.request("run", run, signal), late]);
      } catch (error) {
        if (error instanceof ChannelError && error.data.code === "Unavailable" && socket.destroyed)
          throw new OwnerGone("The process that ran the tool ended", { cause: error });
        throw error;
      } finally {
        over.abort();
        running.delete(run.id);
        if (running.size === 0) socket.unref();
      }
    },
    request: (method, params, signal) => channel.request(method, params, signal),
    onRunChanged: (listener) => channel.on("runs/changed", listener),
    onAttention: (listener) => channel.on("attention", listener),
    onClose: (listener) => channel.onClose(listener),
    close: () => socket.destroy(),
  };
}

function open(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const timer = setTimeout(() => socket.destroy(), GREETING_MS);
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    socket.on("error", () => {});
  });
}
