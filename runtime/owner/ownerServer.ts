/** The owner's side of the socket: lets peers of this user in, and runs what they bring. */
import { createServer, type Server, type Socket } from "node:net";
import { serveChannel, type Handlers, type ServedChannel } from "../channel.ts";
import type { Attention, RunRecord } from "../contract/control.ts";
import type { LogLevel } from "../contract/guest.ts";
import type { OwnerEvents, OwnerRequests, PeerCard, PeerRun, PeerRunResult } from "../contract/owner.ts";
import { errorData, ToolError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { ProgressUpdate } from "../run/toolCalls.ts";
import { newNonce, isProof, proofOf } from "./proof.ts";

/** Who does not come in within this time, or says more than this before, is put out. */
const ENTER_MS = 5000;
const ENTER_BYTES = 1 << 20;
const MAX_PEERS = 256;
/** So often an owner that lost the folder looks whether a peer has nothing under way any more. */
const RETIRE_STEP_MS = 100;

/** What the owner does for its peers. */
export interface OwnerSide {
  /** Before the peer's first run: from now on its secrets are taken out of every text. */
  admit(card: PeerCard): void;
  run(run: PeerRun, card: PeerCard, events: RunEvents): Promise<PeerRunResult>;
  runs: {
    list(): Promise<RunRecord[]>;
    resultOf(id: string): Promise<string>;
    cancel(id: string): Promise<boolean>;
    clear(): Promise<void>;
    onDidChange(listener: (record: RunRecord) => void): () => void;
    onDidClear(listener: () => void): () => void;
    onAttention(listener: (attention: Attention) => void): () => void;
  };
  /** In place of what `from` gave before. @throws ToolError for a secret that cannot be used */
  relay(secrets: Record<string, string>, from: object): void;
  relayedNames(): string[];
}

export interface RunEvents {
  signal: AbortSignal;
  onProgress(update: ProgressUpdate): void;
  onLog(level: LogLevel, text: string): void;
}

export interface OwnerServer {
  /** Lets nobody in any more, and sends those away who have nothing under way, so that they look for the new owner. */
  retire(): void;
  close(): void;
}

interface Inside {
  socket: Socket;
  /** Runs under way. */
  running: number;
}

/** @throws Error when the address cannot be listened at */
export async function listenForPeers(address: string, key: string, side: OwnerSide, log: Log): Promise<OwnerServer> {
  const peers = new Set<Inside>();
  const server = createServer((socket) => {
    const inside: Inside = { socket, running: 0 };
    peers.add(inside);
    socket.once("close", () => peers.delete(inside));
    servePeer(inside, key, side, log);
  });
  server.maxConnections = MAX_PEERS;
  await listening(server, address);
  server.on("error", (error) => log.warn(`the workspace's socket failed: ${error.message}`));
  // A process that does nothing else may end.
  server.unref();
  let retiring: NodeJS.Timeout | undefined;
  return {
    retire() {
      server.close();
      retiring ??= setInterval(() => {
        for (const { socket, running } of peers) if (running === 0) socket.destroy();
        if (peers.size === 0) clearInterval(retiring);
      }, RETIRE_STEP_MS).unref();
    },
    close() {
      clearInterval(retiring);
      server.close();
      for (const { socket } of peers) socket.destroy();
    },
  };
}

function listening(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function servePeer(counted: Inside, key: string, side: OwnerSide, log: Log): void {
  const { socket } = counted;
  const nonce = newNonce();
  let peer: PeerCard | undefined;
  const stops: (() => void)[] = [];
  const putOut = setTimeout(() => socket.destroy(), ENTER_MS).unref();
  socket.on("data", () => {
    if (!peer && socket.bytesRead > ENTER_BYTES) socket.destroy();
  });

  /** Nothing but the greeting is answered to one who has not come in. */
  const inside = <Params, Result>(handler: (params: Params, signal: AbortSignal, card: PeerCard) => Result) => {
    return (params: Params, signal: AbortSignal): Result => {
      if (!peer) throw new ToolError("AccessDenied", "The greeting comes first");
      return handler(params, signal, peer);
    };
  };
  const handlers: Handlers<OwnerRequests> = {
    hello: (params) => ({ proof: proofOf(key, "owner", params.nonce), nonce }),
    enter(params) {
      if (!isProof(params.proof, key, "peer", nonce)) {
        // It is told why before.
        setTimeout(() => socket.destroy(), 100).unref();
        throw new ToolError("AccessDenied", "The proof is wrong");
      }
      clearTimeout(putOut);
      const { trusted, secrets, proxies } = params;
      peer = { trusted, secrets, proxies };
      side.admit(peer);
      return {};
    },
    ping: inside(() => ({})),
    run: inside(async (run, signal, card) => {
      // A person's own run is never somebody else's word.
      const origin = run.origin === "External" ? "External" : "Mcp";
      const { id } = run;
      counted.running += 1;
      const done = side.run({ ...run, origin }, card, {
        signal,
        onProgress: ({ message, current, total }) =>
          channel.notify("run/progress", {
            id,
            message,
            ...(current === undefined ? {} : { current }),
            ...(total === undefined ? {} : { total }),
          }),
        onLog: (level, text) => channel.notify("run/log", { id, level, text }),
      });
      return done.finally(() => (counted.running -= 1));
    }),
    "runs/follow": inside(async () => {
      if (stops.length === 0)
        stops.push(
          side.runs.onDidChange((record) => channel.notify("runs/changed", record)),
          side.runs.onDidClear(() => channel.notify("runs/cleared", {})),
          side.runs.onAttention((attention) => channel.notify("attention", attention)),
        );
      return (await side.runs.list()).filter(({ state }) => state === "running");
    }),
    "runs/list": inside(() => side.runs.list()),
    "runs/result": inside(async ({ id }) => ({ json: await side.runs.resultOf(id) })),
    "runs/cancel": inside(async ({ id }) => ({ canceled: await side.runs.cancel(id) })),
    "runs/clear": inside(async () => {
      await side.runs.clear();
      return {};
    }),
    "secrets/relay": inside(({ secrets }) => {
      side.relay(secrets, socket);
      return {};
    }),
    "secrets/relayedNames": inside(() => side.relayedNames()),
  };
  const channel: ServedChannel<OwnerEvents> = serveChannel<OwnerRequests, OwnerEvents>(
    socket,
    socket,
    handlers,
    (error) => errorData(error, "Internal"),
  );
  channel.onClose(() => {
    clearTimeout(putOut);
    socket.destroy();
    for (const stop of stops) stop();
    side.relay({}, socket);
    log.debug("a peer left the workspace");
  });
}
