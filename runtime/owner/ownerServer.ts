/** The owner's side of the socket: lets peers of this user in, and runs what they bring. */
import { createServer, type Server, type Socket } from "node:net";
import { serveChannel, type Handlers, type ServedChannel } from "../channel.ts";
import type { Attention, RunRecord } from "../contract/control.ts";
import type { LogLevel } from "../contract/guest.ts";
import type { OwnerEvents, OwnerRequests, PeerRun, PeerRunResult } from "../contract/owner.ts";
import { errorData, ToolError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { ProgressUpdate } from "../run/toolCalls.ts";
import { newNonce, isProof, proofOf } from "./proof.ts";

/** Who does not come in within this time is put out. */
const ENTER_MS = 5000;
const MAX_PEERS = 64;

/** What the owner does for its peers. */
export interface OwnerSide {
  run(run: PeerRun, peer: Peer, events: RunEvents): Promise<PeerRunResult>;
  runs: {
    list(): Promise<RunRecord[]>;
    resultOf(id: string): Promise<string>;
    cancel(id: string): Promise<boolean>;
    clear(): Promise<void>;
    onDidChange(listener: (record: RunRecord) => void): () => void;
    onAttention(listener: (attention: Attention) => void): () => void;
  };
  /** @throws ToolError for a secret that cannot be used */
  relay(secrets: Record<string, string>): void;
  relayedNames(): string[];
}

export interface Peer {
  /** Its runs need no approval: a person started it with --trust. */
  trusted: boolean;
  secrets: ReadonlyMap<string, string>;
}

export interface RunEvents {
  signal: AbortSignal;
  onProgress(update: ProgressUpdate): void;
  onLog(level: LogLevel, text: string): void;
}

export interface OwnerServer {
  close(): void;
}

/** @throws Error when the address cannot be listened at */
export async function listenForPeers(address: string, key: string, side: OwnerSide, log: Log): Promise<OwnerServer> {
  const peers = new Set<Socket>();
  const server = createServer((socket) => {
    peers.add(socket);
    socket.once("close", () => peers.delete(socket));
    servePeer(socket, key, side, log);
  });
  server.maxConnections = MAX_PEERS;
  await listening(server, address);
  server.on("error", (error) => log.warn(`the workspace's socket failed: ${error.message}`));
  // A process that does nothing else may end.
  server.unref();
  return {
    close() {
      server.close();
      for (const peer of peers) peer.destroy();
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

function servePeer(socket: Socket, key: string, side: OwnerSide, log: Log): void {
  const nonce = newNonce();
  let peer: Peer | undefined;
  const stops: (() => void)[] = [];
  const putOut = setTimeout(() => socket.destroy(), ENTER_MS).unref();

  /** Nothing but the greeting is answered to one who has not come in. */
  const inside = <Params, Result>(handler: (params: Params, signal: AbortSignal, peer: Peer) => Result) => {
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
      peer = { trusted: params.trusted, secrets: new Map(Object.entries(params.secrets)) };
      return {};
    },
    run: inside((run, signal, from) => {
      // A person's own run is never somebody else's word.
      const origin = run.origin === "External" ? "External" : "Mcp";
      const { id } = run;
      return side.run({ ...run, origin }, from, {
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
    }),
    "runs/follow": inside(() => {
      if (stops.length === 0)
        stops.push(
          side.runs.onDidChange((record) => channel.notify("runs/changed", record)),
          side.runs.onAttention((attention) => channel.notify("attention", attention)),
        );
      return side.runs.list();
    }),
    "runs/list": inside(() => side.runs.list()),
    "runs/result": inside(async ({ id }) => ({ json: await side.runs.resultOf(id) })),
    "runs/cancel": inside(async ({ id }) => ({ canceled: await side.runs.cancel(id) })),
    "runs/clear": inside(async () => {
      await side.runs.clear();
      return {};
    }),
    "secrets/relay": inside(({ secrets }) => {
      side.relay(secrets);
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
    log.debug("a peer left the workspace");
  });
}
