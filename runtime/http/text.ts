/** Bytes of a body → text, by the charset that header, byte order mark or document names; or base64, so that nothing is lost. */
import type { HttpRequest } from "./request.ts";

export interface BodyText {
  text: string;
  encoding: "text" | "base64";
  /** As TextDecoder knows it; of base64 it means nothing. */
  charset: string;
  /** A charset that the answer names and nobody knows; UTF-8 was taken. */
  unknownCharset?: string;
}

const TEXT_TYPE =
  /^text\/|[/+](?:json|xml|yaml|csv)$|[/+](?:x-)?(?:ndjson|javascript|ecmascript|typescript|graphql|www-form-urlencoded|json-seq)$/;
const BINARY_TYPE =
  /^(?:image|audio|video|font)\/(?!svg\+xml)|^application\/(?:pdf|zip|gzip|x-tar|wasm|vnd\.openxmlformats)/;
const SNIFFED_BYTES = 1024;

/** @param cut whether bytes end in the middle of something. */
export function bodyText(
  bytes: Buffer,
  contentType: string,
  responseType: HttpRequest["responseType"],
  cut: boolean,
): BodyText {
  if (responseType === "base64") return base64(bytes);
  const type = mediaType(contentType);
  const wantsText = responseType !== undefined || TEXT_TYPE.test(type);
  if (!wantsText && BINARY_TYPE.test(type)) return base64(bytes);

  const named = charsetOf(contentType) ?? declaredCharset(bytes, type);
  const decoder = byteOrderMark(bytes) ?? createDecoder(named);
  if (decoder) return decoded(decoder, bytes, cut);
  const unknown = named === undefined ? {} : { unknownCharset: named };
  try {
    return { ...decoded(new TextDecoder("utf-8", { fatal: true }), bytes, cut), ...unknown };
  } catch {
    // Not UTF-8 and nothing says what: text of old servers is windows-1252, anything else is not text.
    return wantsText ? { ...decoded(new TextDecoder("windows-1252"), bytes, cut), ...unknown } : base64(bytes);
  }
}

export function isJson(contentType: string): boolean {
  return /[/+]json$/.test(mediaType(contentType));
}

function decoded(decoder: TextDecoder, bytes: Buffer, cut: boolean): BodyText {
  return { text: decoder.decode(bytes, { stream: cut }), encoding: "text", charset: decoder.encoding };
}

function base64(bytes: Buffer): BodyText {
  return { text: bytes.toString("base64"), encoding: "base64", charset: "utf-8" };
}

function mediaType(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^";,\s]+)/i.exec(contentType)?.[1];
}

function createDecoder(label: string | undefined): TextDecoder | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function byteOrderMark(bytes: Buffer): TextDecoder | undefined {
  const start = bytes.toString("hex", 0, 3);
  if (start === "efbbbf") return new TextDecoder("utf-8");
  if (start.startsWith("fffe")) return new TextDecoder("utf-16le");
  if (start.startsWith("feff")) return new TextDecoder("utf-16be");
  return undefined;
}

/** `<meta charset>` and the XML declaration. */
function declaredCharset(bytes: Buffer, type: string): string | undefined {
  if (!/html|xml/.test(type)) return undefined;
  const start = bytes.toString("latin1", 0, SNIFFED_BYTES);
  return (
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1] ??
    /<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1]
  );
}
