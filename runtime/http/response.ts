/** An answer whose body is still on the wire → what the script gets, with every secret taken out. */
import { ToolError } from "../errors.ts";
import type { RunScope } from "../hostCall.ts";
import { readBody } from "./body.ts";
import type { Deadline } from "./deadline.ts";
import type { Answer } from "./exchange.ts";
import { networkError } from "./networkError.ts";
import { DEFAULT_MAX_BYTES, type HttpRequest, type HttpResponse } from "./request.ts";
import { bodyText, isJson } from "./text.ts";

/**
 * Bytes read beyond a cut: a secret that the cut would go through must be there as a whole, or it would not be recognised.
 * Longer than any form in which the redactor knows a secret.
 */
const OVERSCAN_BYTES = 32 * 1024;

export interface ReadOptions {
  deadline: Deadline;
  redact(text: string): string;
  log: RunScope["log"];
}

/** @throws ToolError */
export async function readResponse(answer: Answer, request: HttpRequest, options: ReadOptions): Promise<HttpResponse> {
  const { redact } = options;
  const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES;
  const bytes = await readBytes(answer, maxBytes, options.deadline);
  const truncated = bytes.length > maxBytes;
  if (truncated && request.maxBytes === undefined) throw tooLarge(answer, maxBytes);

  const contentType = answer.headers["content-type"] ?? "";
  const { text, encoding, json } = readText(bytes, contentType, request, truncated, options);
  if (request.responseType === "json" && json === undefined) throw notJson(answer, text, truncated);
  return {
    status: answer.status,
    statusText: redact(answer.statusText),
    ok: answer.status >= 200 && answer.status < 300,
    url: redact(answer.url.href),
    ...(answer.redirectedFrom ? { redirectedFrom: redact(answer.redirectedFrom.href) } : {}),
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [redact(name), redact(value)])),
    body: text,
    encoding,
    ...(json === undefined ? {} : { json: json.value }),
    truncated,
  };
}

async function readBytes(answer: Answer, maxBytes: number, deadline: Deadline): Promise<Buffer> {
  const what = `${answer.method} ${answer.url.origin}${answer.url.pathname}`;
  let received = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of answer.body) {
      received += chunk.length;
      deadline.phase(`status ${answer.status} came, then ${received} bytes of the body and no more`);
      yield chunk;
    }
  }
  try {
    deadline.phase(`status ${answer.status} came, but nothing of the body`);
    const hasBody = answer.method !== "HEAD" && answer.status !== 204 && answer.status !== 304;
    return await readBody(
      counted(),
      hasBody ? (answer.headers["content-encoding"] ?? "") : "",
      maxBytes + OVERSCAN_BYTES,
    );
  } catch (error) {
    answer.body.on("error", () => {}).destroy();
    throw deadline.over() ?? networkError(`${what} (after ${received} bytes of the body)`, error);
  }
}

interface ReadText {
  text: string;
  encoding: "text" | "base64";
  /** Absent where the body is no JSON. */
  json: { value: unknown } | undefined;
}

function readText(
  bytes: Buffer,
  contentType: string,
  request: HttpRequest,
  truncated: boolean,
  { redact, log }: ReadOptions,
): ReadText {
  const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES;
  const kept = bytes.subarray(0, maxBytes);
  const { text, encoding, charset, unknownCharset } = bodyText(bytes, contentType, request.responseType, truncated);
  if (unknownCharset)
    log(
      "warn",
      `The answer's charset ${JSON.stringify(unknownCharset.slice(0, 40))} is not known; it was read as UTF-8`,
    );
  if (encoding === "base64") return { text: redactBytes(bytes, kept.length, redact), encoding, json: undefined };
  const keep = truncated ? new TextDecoder(charset).decode(kept, { stream: true }).length : text.length;
  const safe = redactCut(text, keep, redact);
  const wantsJson = !truncated && (request.responseType === "json" || isJson(contentType));
  return { encoding, ...(wantsJson ? readJson(text, safe, redact) : { text: safe, json: undefined }) };
}

/** Redacts the whole, then takes off as much as lay beyond the cut: what is left cannot end in a part of a secret. */
function redactCut(whole: string, keep: number, redact: (text: string) => string): string {
  const safe = redact(whole);
  if (safe === whole) return whole.slice(0, keep);
  return safe.slice(0, Math.max(0, safe.length - (whole.length - keep)));
}

/** Secrets stand in bytes as text mostly; in base64 of them they would be hard to see. The result stays base64 where it can. */
function redactBytes(bytes: Buffer, keep: number, redact: (text: string) => string): string {
  const safe = redactCut(bytes.toString("latin1"), keep, redact);
  return redact(Buffer.from(safe, "latin1").toString("base64"));
}

/** A string of JSON can be written in many ways, of which the text shows one: what counts is what it means. */
function readJson(text: string, safe: string, redact: (text: string) => string): Omit<ReadText, "encoding"> {
  try {
    // Without escapes the text shows every string as it is, so it has been redacted already.
    if (text === safe && !text.includes("\\")) return { text, json: { value: JSON.parse(text) } };
    const value: unknown = JSON.parse(text, (_key, each: unknown) => redactJson(each, redact));
    return { text: meansSame(safe, value) ? safe : JSON.stringify(value), json: { value } };
  } catch {
    return { text: safe, json: undefined };
  }
}

function meansSame(json: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(json)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

function redactJson(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number") return redact(String(value)) === String(value) ? value : redact(String(value));
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  if (Object.keys(value).every((key) => redact(key) === key)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), each]));
}

function tooLarge({ method, url }: Answer, maxBytes: number): ToolError {
  return new ToolError(
    "ResponseTooLarge",
    `${method} ${url.origin}${url.pathname}: the answer is larger than ${maxBytes} bytes`,
    {
      hint: "Ask for less (a page, a filter), or pass maxBytes to take the first part of it.",
    },
  );
}

function notJson({ method, url }: Answer, text: string, truncated: boolean): ToolError {
  const why = truncated
    ? "it is longer than maxBytes and was cut"
    : `it starts with ${JSON.stringify(text.slice(0, 80))}`;
  return new ToolError("UnsupportedResponse", `${method} ${url.origin}${url.pathname}: the answer is not JSON; ${why}`);
}
