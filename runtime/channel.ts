/** JSON-RPC over a pair of streams, typed by a contract. Both ends of a control channel are made here. */
import type { Readable, Writable } from "node:stream";
import {
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { ErrorData } from "./contract/guest.ts";

/** `Asked`: method → [parameters, result]. `Heard`: event → parameters. */
export interface Channel<Asked extends Contract<Asked>, Heard extends object> {
  /** @throws ChannelError what the other side threw, or that it is gone. `signal` tells the other side that the answer is not wanted any more. */
  request<Method extends keyof Asked & string>(
    method: Method,
    params: Asked[Method][0],
    signal?: AbortSignal,
  ): Promise<Asked[Method][1]>;
  on<Event extends keyof Heard & string>(event: Event, listener: (params: Heard[Event]) => void): void;
  /** Called once, when the other side is gone or the channel was closed. */
  onClose(listener: () => void): void;
  close(): void;
}

/** Method → [parameters, result]. */
type Contract<Asked> = { [Method in keyof Asked]: [unknown, unknown] };

export interface ServedChannel<Told extends object> {
  notify<Event extends keyof Told & string>(event: Event, params: Told[Event]): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** A handler for each method. `signal` fires when the asker cancels or goes away. */
export type Handlers<Asked extends Contract<Asked>> = {
  [Method in keyof Asked & string]: (
    params: Asked[Method][0],
    signal: AbortSignal,
  ) => Asked[Method][1] | Promise<Asked[Method][1]>;
};

/** What a request was refused with, as plain data: `data` is the error of the other side. */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
  readonly data: ErrorData;
  constructor(data: ErrorData) {
    super(data.message);
    this.data = data;
  }
}

const GONE: ErrorData = { name: "ToolError", code: "Unavailable", message: "The runtime ended", retryable: true };

/** The asking side. */
export function openChannel<Asked extends Contract<Asked>, Heard extends object>(
  input: Readable,
  output: Writable,
): Channel<Asked, Heard> {
  const { connection, closed, onClose, close } = connect(input, output);
  connection.listen();
  return {
    async request(method, params, signal) {
      if (closed()) throw new ChannelError(GONE);
      const source = new CancellationTokenSource();
      const cancel = (): void => source.cancel();
      if (signal?.aborted) cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        return await connection.sendRequest(method, params, source.token);
      } catch (error) {
        throw new ChannelError(errorOf(error));
      } finally {
        signal?.removeEventListener("abort", cancel);
        source.dispose();
      }
    },
    on: (event, listener) => void connection.onNotification(event, listener),
    onClose,
    close,
  };
}

/** The answering side. @param describe makes data of anything a handler throws. */
export function serveChannel<Asked extends Contract<Asked>, Told extends object>(
  input: Readable,
  output: Writable,
  handlers: Handlers<Asked>,
  describe: (thrown: unknown) => ErrorData,
): ServedChannel<Told> {
  const { connection, closed, onClose, close } = connect(input, output);
  const all: Record<string, (params: never, signal: AbortSignal) => unknown> = handlers;
  const gone = new AbortController();
  onClose(() => gone.abort());
  connection.onRequest(async (method, params: unknown, token) => {
    const handler = Object.hasOwn(all, method) ? all[method] : undefined;
    if (!handler) return new ResponseError(ErrorCodes.MethodNotFound, `There is no ${method}`);
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    try {
      return await handler(params as never, AbortSignal.any([stop.signal, gone.signal]));
    } catch (error) {
      const data = describe(error);
      return new ResponseError(ErrorCodes.InternalError, data.message, data);
    }
  });
  connection.listen();
  return {
    notify(event, params) {
      if (!closed()) connection.sendNotification(event, params).catch(() => {});
    },
    onClose,
    close,
  };
}

function connect(input: Readable, output: Writable) {
  const reader = new StreamMessageReader(input);
  // Its timer for the rest of a message goes on after the end, and keeps the process.
  reader.partialMessageTimeout = 0;
  const connection = createMessageConnection(reader, new StreamMessageWriter(output));
  const listeners: (() => void)[] = [];
  let state: "open" | "closed" = "open";
  const end = (): void => {
    if (state === "closed") return;
    state = "closed";
    connection.dispose();
    for (const listener of listeners) listener();
  };
  connection.onClose(end);
  // What is not the protocol, or a stream that fails, closes the channel; whoever waits for an answer is told by that.
  connection.onError(end);
  for (const stream of [input, output]) stream.on("error", end);
  return {
    connection,
    closed: () => state === "closed",
    onClose: (listener: () => void) => void (state === "closed" ? listener() : listeners.push(listener)),
    close: end,
  };
}

function errorOf(error: unknown): ErrorData {
  if (error instanceof ResponseError && error.code !== ErrorCodes.PendingResponseRejected) {
    const data: unknown = error.data;
    if (typeof data === "object" && data !== null && "code" in data && "message" in data) return data as ErrorData;
    return { ...GONE, code: "Internal", message: error.message };
  }
  return GONE;
}
