/** Turns what ended a script into an ErrorData: the author's frames only, and the next step where it is known. */
import type { ErrorData } from "../contract/guest.ts";

const MAX_FRAMES = 20;

/** What authors reach for out of habit, and what stands in its place. */
const INSTEAD: Record<string, string> = {
  fetch: "use g.http.makeHttpRequest",
  XMLHttpRequest: "use g.http.makeHttpRequest",
  WebSocket: "use g.http.makeHttpRequest",
  axios: "use g.http.makeHttpRequest",
  require: "write an import at the top of the file, for local files only; for the network use g.http.makeHttpRequest",
  module: "write export default async function main()",
  exports: "write export default async function main()",
  process: "read arguments from g.tool.args; secrets come from headers in tools.json",
  Buffer: "use TextEncoder, TextDecoder, atob and btoa",
  __dirname: "a tool script has no folder; read arguments from g.tool.args",
  __filename: "a tool script has no folder; read arguments from g.tool.args",
  global: "use globalThis",
  setImmediate: "use setTimeout or g.wait",
  window: "a tool script does not run in the page: use g.dom and g.nav, or g.dom.evaluate for code in the page",
  document: "a tool script does not run in the page: use g.dom and g.nav, or g.dom.evaluate for code in the page",
  localStorage: "a tool script does not run in the page: use g.dom.evaluate for code in the page",
  alert: "use g.log",
  WebAssembly: "write the computation in JavaScript",
  SharedArrayBuffer: "use ArrayBuffer",
  Atomics: "a tool script has one thread: use plain variables",
  puppeteer: "use g.nav and g.dom",
  page: "use g.nav and g.dom",
};

/** @param raw JSON text that the guest made of what was thrown. */
export function scriptError(raw: string, file: string): ErrorData {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    parsed = undefined;
  }
  return fromPlain(typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {}, file);
}

/** For what the isolate threw outside of main: at the top level of the script, or while reading it. */
export function thrownError(thrown: { name: string; message: string; stack: string }, file: string): ErrorData {
  const at = /^([\s\S]*) \[(.+:\d+:\d+)\]$/.exec(thrown.message);
  if (thrown.name === "SyntaxError" && at?.[2]?.startsWith(`${file}:`) === true) {
    return withHint({
      name: "SyntaxError",
      code: "ScriptError",
      message: `${at[1]} (${at[2]})`,
      stack: `    at <anonymous> (${at[2]})`,
    });
  }
  return fromPlain({ ...thrown }, file);
}

function fromPlain(raw: Record<string, unknown>, file: string): ErrorData {
  const stack = scriptFrames(textOf(raw.stack) ?? "", file);
  const errors = Array.isArray(raw.errors) ? raw.errors.filter(isRecord).map((item) => fromPlain(item, file)) : [];
  return withHint({
    name: textOf(raw.name) ?? "Error",
    code: textOf(raw.code) ?? "ScriptError",
    message: textOf(raw.message) ?? "",
    ...(textOf(raw.hint) === undefined ? {} : { hint: String(raw.hint) }),
    ...(typeof raw.retryable === "boolean" ? { retryable: raw.retryable } : {}),
    ...(raw.details === undefined ? {} : { details: raw.details }),
    ...(stack === "" ? {} : { stack }),
    ...(isRecord(raw.cause) ? { cause: fromPlain(raw.cause, file) } : {}),
    ...(errors.length === 0 ? {} : { errors }),
  });
}

/** The lines of a V8 stack that are in the script, each as `    at name (file:line:column)`. */
export function scriptFrames(stack: string, file: string): string {
  const frames: string[] = [];
  for (const line of stack.split("\n")) {
    const at = line.lastIndexOf(`${file}:`);
    const place = /^(\d+:\d+)\)?$/.exec(line.slice(at + file.length + 1))?.[1];
    const name = /^ {4}at (?:async )?(?:(.+) \()?$/.exec(line.slice(0, Math.max(at, 0)));
    if (at === -1 || place === undefined || name === null) continue;
    if (frames.push(`    at ${name[1] ?? "<anonymous>"} (${file}:${place})`) >= MAX_FRAMES) break;
  }
  return frames.join("\n");
}

/** "scripts/tool.js:3:9", or "" when no frame is the script's. */
export function firstPlace(stack: string, file: string): string {
  return /\((.*)\)$/m.exec(scriptFrames(stack, file))?.[1] ?? "";
}

function withHint(error: ErrorData): ErrorData {
  const missing = error.name === "ReferenceError" ? /^(\w+) is not defined$/.exec(error.message)?.[1] : undefined;
  const instead = missing !== undefined && Object.hasOwn(INSTEAD, missing) ? INSTEAD[missing] : undefined;
  if (missing !== undefined && instead !== undefined) {
    return {
      ...error,
      message: `${missing} is not available in a tool script: ${instead}`,
      hint: error.hint ?? capital(instead),
    };
  }
  if (error.message === "Not supported" && error.hint === undefined) {
    return {
      ...error,
      message: "import() is not available in a tool script",
      hint: "Write an import of a local file at the top of the script; what Node offers is reached through g",
    };
  }
  return error;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
