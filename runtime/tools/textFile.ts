/** Reads a file of the workspace as text: regular files only, capped, never blocking on a pipe or a device. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

type FileFailure = "missing" | "not-a-file" | "too-big" | "not-text" | "unreadable";

type TextFile = { ok: true; text: string } | { ok: false; failure: FileFailure; reason: string };

/**
 * The text without a byte order mark. UTF-8, and UTF-16 LE where `utf16` is set and a byte order mark says so.
 * @param maxBytes larger files are refused unread
 */
export function readTextFile(path: string, maxBytes: number, utf16 = false): TextFile {
  let bytes: Buffer | FileFailure;
  try {
    bytes = readBytes(path, maxBytes);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { ok: false, failure: "missing", reason: "does not exist" };
    if (code === "ELOOP") return { ok: false, failure: "unreadable", reason: "is a link that points to itself" };
    if (code === "EISDIR") return { ok: false, failure: "not-a-file", reason: "is not a file" };
    return { ok: false, failure: "unreadable", reason: `cannot be read (${code})` };
  }
  if (bytes === "too-big") return { ok: false, failure: "too-big", reason: `is larger than ${sizeText(maxBytes)}` };
  if (typeof bytes === "string") return { ok: false, failure: bytes, reason: "is not a file" };
  return decode(bytes, utf16);
}

function readBytes(path: string, maxBytes: number): Buffer | FileFailure {
  // Without O_NONBLOCK the open of a named pipe waits for a writer.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return "not-a-file";
    if (stat.size > maxBytes) return "too-big";
    const bytes = Buffer.allocUnsafe(Math.min(maxBytes, stat.size + 1024) + 1);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(handle, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return length > maxBytes ? "too-big" : bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}

function decode(bytes: Buffer, utf16: boolean): TextFile {
  const wide = utf16 && bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    // TextDecoder takes the byte order mark away.
    return { ok: true, text: new TextDecoder(wide ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, failure: "not-text", reason: `is not ${wide ? "UTF-16" : "UTF-8"} text; save it as UTF-8` };
  }
}

export function sizeText(bytes: number): string {
  return bytes >= 1 << 20 ? `${bytes / (1 << 20)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}

/** The system's error code of something thrown: "ENOENT". */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}
