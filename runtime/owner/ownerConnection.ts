/** A peer's side of the socket: the way to the process that owns the workspace folder. */
import { connect, type Socket } from "node:net";
import { ChannelError, openChannel, type Channel } from "../channel.ts";
import type { Attention, RunRecord } from "../contract/control.ts";
import type { LogLevel } from "../contract/guest.ts";
import type { OwnerEvents, OwnerRequests, PeerCard, PeerRun, PeerRunResult } from "../contract/owner.ts";
import type { ProgressUpdate } from "../run/toolCalls.ts";
import { ToolError } from "../errors.ts";
import { isTrustedAddress } from "./ownerAddress.ts";
import { PROTOCOL, type OwnerRecord } from "./ownerFile.ts";
import { isProof, newNonce, proofOf } from "./proof.ts";

/** An owner that does not greet within this time is stopped. */
const GREETING_MS = 2000;
/** So often an owner that something is asked of has to show that it lives, and so many times it may fail to. */
const PULSE_MS = 1000;
const PULSES_MISSED = 5;

export interface OwnerConnection {
  readonly pid: number;
  /** @throws OwnerGone when the owner ended before it answered; what the run did by then is not known */
  run(run: PeerRun, events: RunListener, signal: AbortSignal): Promise<PeerRunResult>;
  request: Channel<OwnerRequests, OwnerEvents>["request"];
  onRunChanged(listener: (record: RunRecord) => void): void;
  onRunsCleared(listener: () => void): void;
  onAttention(listener: (attention: Attention) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

export interface RunListener {
  onProgress?: ((update: ProgressUpdate) => void) | undefined;
  onLog?: ((level: LogLevel, text: string) => void) | undefined;
}

export class OwnerGone extends Error {}

/** "gone": nobody is there, it is not the owner, or it stands still. "refused": somebody is there and lets nobody in. */
export type NoConnection = "gone" | "refused";

export async function connectToOwner(record: OwnerRecord, card: PeerCard): Promise<OwnerConnection | NoConnection> {
  if (record.protocol !== PROTOCOL || !isTrustedAddress(record.address)) return "gone";
  const socket = await open(record.address);
  if (!socket) return "gone";
  const channel = openChannel<OwnerRequests, OwnerEvents>(socket, socket);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    socket.destroy();
  }, GREETING_MS);
  try {
    const nonce = newNonce();
    const hello = await channel.request("hello", { nonce });
    if (!isProof(hello.proof, record.key, "owner", nonce)) {
      socket.destroy();
      return "gone";
    }
    await channel.request("enter", { proof: proofOf(record.key, "peer", hello.nonce), ...card });
  } catch {
    socket.destroy();
    return late ? "gone" : "refused";
  } finally {
    clearTimeout(timer);
  }
  // Waiting for nothing, it keeps no process alive.
  socket.unref();
  return overChannel(record.pid, socket, channel);
}

function overChannel(pid: number, socket: Socket, channel: Channel<OwnerRequests, OwnerEvents>): OwnerConnection {
  const running = new Map<string, RunListener>();
  // Only who waits for an answer keeps the process.
  const pulse = createPulse(channel, {
    giveUp: () => void socket.destroy(),
    onWait: () => void socket.ref(),
    onRest: () => void socket.unref(),
  });
  channel.on("run/progress", ({ id, ...update }) => running.get(id)?.onProgress?.(update));
  channel.on("run/log", ({ id, level, text }) => running.get(id)?.onLog?.(level, text));

  /** Whoever waits for an answer finds out when there will be none. */
  const request: OwnerConnection["request"] = async (method, params, signal) => {
    const rest = pulse.watch();
    try {
      return await channel.request(method, params, signal);
    } finally {
      rest();
    }
  };
  return {
    pid,
    async run(run, events, signal) {
      running.set(run.id, events);
      try {
        // Who gives up waits no longer, whether the owner heard of it or not.
        return await Promise.race([request("run", run, signal), whenAborted(signal)]);
      } catch (error) {
        if (error instanceof ChannelError && error.data.code === "Unavailable" && socket.destroyed)
          throw new OwnerGone("The process that ran the tool ended", { cause: error });
        throw error;
      } finally {
        running.delete(run.id);
      }
    },
    request,
    onRunChanged: (listener) => channel.on("runs/changed", listener),
    onRunsCleared: (listener) => channel.on("runs/cleared", listener),
    onAttention: (listener) => channel.on("attention", listener),
    onClose: (listener) => channel.onClose(listener),
    close: () => socket.destroy(),
  };
}

/** Asks the owner for a sign of life while something is asked of it. Counted in turns of a timer, so that a suspended computer gives it up no sooner. */
function createPulse(
  channel: Channel<OwnerRequests, OwnerEvents>,
  { giveUp, onWait, onRest }: { giveUp(): void; onWait(): void; onRest(): void },
) {
  let watchers = 0;
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  const beat = (): void => {
    if (missed >= PULSES_MISSED) return giveUp();
    missed += 1;
    channel.request("ping", {}).then(
      () => (missed = 0),
      () => {},
    );
  };
  return {
    /** @returns a function that ends it */
    watch() {
      watchers += 1;
      if (watchers === 1) {
        missed = 0;
        onWait();
        timer = setInterval(beat, PULSE_MS).unref();
      }
      return () => {
        watchers -= 1;
        if (watchers > 0) return;
        clearInterval(timer);
        onRest();
      };
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(new ToolError("Canceled", "The call was canceled"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
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
