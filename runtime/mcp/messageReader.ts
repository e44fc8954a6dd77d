/**
 * Bytes of a client → messages. What the protocol does not allow is mended where the meaning is plain (a null for what is absent,
 * arguments as JSON text), and answered with an error where it is not; the SDK's own transport drops it without an answer, or closes.
 */
import { parseJSONRPCMessage, type JSONRPCMessage } from "@modelcontextprotocol/server";

export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
const NEWLINE = 10;
/** Of a message that is too long, so much is kept of each end: the id stands first or last. */
const KEPT_BYTES = 512;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

type RequestId = string | number | null;

export interface ErrorAnswer {
  jsonrpc: "2.0";
  id: RequestId;
  error: { code: number; message: string };
}

export interface MessageReader {
  read(chunk: Buffer): void;
}

/** @param answer takes what goes back to the client at once. A line without an end was cut off with the connection. */
export function createMessageReader(
  onMessage: (message: JSONRPCMessage) => void,
  answer: (error: ErrorAnswer) => void,
  maxBytes = MAX_MESSAGE_BYTES,
): MessageReader {
  let pending: Buffer[] = [];
  let length = 0;
  /** Set while the rest of a line that is too long goes by. */
  let dropped: { head: Buffer; tail: Buffer } | undefined;

  const take = (piece: Buffer): void => {
    if (dropped) {
      dropped.tail = Buffer.from(Buffer.concat([dropped.tail, piece]).subarray(-KEPT_BYTES));
      return;
    }
    pending.push(piece);
    length += piece.length;
    if (length <= maxBytes) return;
    const whole = Buffer.concat(pending);
    dropped = { head: Buffer.from(whole.subarray(0, KEPT_BYTES)), tail: Buffer.from(whole.subarray(-KEPT_BYTES)) };
    pending = [];
    length = 0;
  };
  const finishLine = (): void => {
    const tooLong = dropped;
    const line = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    pending = [];
    length = 0;
    dropped = undefined;
    if (tooLong) {
      const limit = `${maxBytes / 1024 / 1024} MiB`;
      answer(failure(idOf(tooLong), INVALID_REQUEST, `The message is longer than ${limit} and was not read`));
      return;
    }
    const message = messageOf(line, answer);
    if (message) onMessage(message);
  };

  return {
    read(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, end + 1));
        from = end + 1;
        finishLine();
      }
      if (from < chunk.length) take(chunk.subarray(from));
    },
  };
}

/** @returns undefined when the line was answered, or is empty. */
function messageOf(line: Buffer, answer: (error: ErrorAnswer) => void): JSONRPCMessage | undefined {
  const text = line.toString("utf8");
  if (text.trim() === "") return undefined;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    answer(failure(null, PARSE_ERROR, "The line is not JSON"));
    return undefined;
  }
  if (Array.isArray(message)) {
    const ids = message.map(requestId).filter((id) => id !== null);
    for (const id of ids.length > 0 ? ids : [null])
      answer(failure(id, INVALID_REQUEST, "Batches are not served: send each message on a line of its own"));
    return undefined;
  }
  const mended = withoutNulls(message);
  try {
    return parseJSONRPCMessage(mended);
  } catch {
    if (wantsAnswer(mended))
      answer(failure(requestId(mended), INVALID_REQUEST, `Not a JSON-RPC 2.0 request: ${whatIsWrong(mended)}`));
    return undefined;
  }
}

/** In params and _meta a null means what a member that is absent does. Arguments are left alone: there it can mean something. */
function withoutNulls(message: unknown): unknown {
  if (!isObject(message) || !("params" in message)) return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isObject(params)) return message;
  const meta = isObject(params["_meta"]) ? present(params["_meta"]) : undefined;
  const given = message["method"] === "tools/call" ? objectOf(params["arguments"]) : undefined;
  const kept = present(params);
  if (kept === params && meta === params["_meta"] && given === undefined) return message;
  return { ...rest, params: { ...kept, ...(meta ? { _meta: meta } : {}), ...(given ? { arguments: given } : {}) } };
}

/** Without the members that are null; the same object when there are none. */
function present(object: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(object).includes(null)) return object;
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** Neither a notification nor an answer gets one. */
function wantsAnswer(message: unknown): boolean {
  if (!isObject(message)) return true;
  if ("result" in message || "error" in message) return false;
  return "id" in message || message["jsonrpc"] !== "2.0" || typeof message["method"] !== "string";
}

/** Of JSON text; undefined for everything else. */
function objectOf(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function requestId(message: unknown): RequestId {
  const id = isObject(message) ? message["id"] : undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function whatIsWrong(message: unknown): string {
  if (!isObject(message)) return "the message must be an object";
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0") return `jsonrpc must be "2.0"`;
  if (typeof method !== "string") return "method must be a text";
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id)) return "id must be a text or a whole number";
  if (params !== undefined && !isObject(params)) return "params must be an object";
  return "params._meta or a member beside jsonrpc, id, method and params is not as the protocol has it";
}

/** Only where it surely is the message's own: before anything that is nested, or as the last member but jsonrpc. */
function idOf({ head, tail }: { head: Buffer; tail: Buffer }): RequestId {
  const ID = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")\s*`;
  const [, first = ""] = /^\s*\{([^{[]*)/.exec(head.toString("utf8")) ?? [];
  const found =
    new RegExp(`${ID},`).exec(first) ??
    new RegExp(String.raw`${ID}(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`).exec(tail.toString("utf8"));
  try {
    return found?.[1] === undefined ? null : requestId({ id: JSON.parse(found[1]) });
  } catch {
    return null;
  }
}

function failure(id: RequestId, code: number, message: string): ErrorAnswer {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
