/** Response bodies: content decoding and the cap on size, which counts what comes out of the decoders. */
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib";
import { messageOf, ToolError } from "../errors.ts";

/** Sent when the script asks for nothing else. */
export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";
const MAX_ENCODINGS = 5;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/**
 * Reads and decodes until the end or until there are more than `limit` bytes; then it stops the transfer.
 * @param encoding value of content-encoding. @returns at most limit + 1 bytes: one more than the limit says that there was more.
 * @throws ToolError UnsupportedResponse, or what the connection threw
 */
export async function readBody(body: AsyncIterable<Buffer>, encoding: string, limit: number): Promise<Buffer> {
  let source = body;
  for (const name of encodingsOf(encoding).toReversed()) source = decode(source, name);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  const [only] = chunks;
  const bytes = only && chunks.length === 1 ? only : Buffer.concat(chunks, length);
  return bytes.length > limit ? bytes.subarray(0, limit + 1) : bytes;
}

/** In the order in which the server applied them. */
function encodingsOf(header: string): string[] {
  const names = header
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MAX_ENCODINGS)
    throw new ToolError(
      "UnsupportedResponse",
      `The answer is encoded ${names.length} times over; ${MAX_ENCODINGS} is the most`,
    );
  for (const name of names)
    if (name !== "deflate" && !Object.hasOwn(DECODERS, name))
      throw new ToolError(
        "UnsupportedResponse",
        `The answer's content-encoding ${JSON.stringify(name.slice(0, 40))} is not known`,
        {
          hint: `Known: ${ACCEPT_ENCODING}. The header "Accept-Encoding": "identity" asks for a plain answer.`,
        },
      );
  return names;
}

async function* decode(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let lost: { error: unknown } | undefined;
  async function* watched(): AsyncGenerator<Buffer> {
    try {
      yield* source;
    } catch (error) {
      lost = { error };
      throw error;
    }
  }
  const input = watched();
  const first = await input.next();
  if (first.done) return; // An answer without a body may name an encoding all the same.
  const decoder = name === "deflate" ? createDeflate(first.value) : DECODERS[name]?.();
  if (!decoder) return;
  // Errors reach the reader through the decoder, which pipeline destroys with them.
  pipeline(prepend(first.value, input), decoder, () => {});
  try {
    for await (const chunk of decoder) yield Buffer.from(chunk);
  } catch (error) {
    if (lost) throw lost.error;
    const ended = /unexpected end|truncated|incomplete/i.test(messageOf(error));
    throw ended
      ? new ToolError("NetworkError", `The ${name} body of the answer ends early`)
      : new ToolError("UnsupportedResponse", `The answer says that it is encoded with ${name}, and is not`, {
          hint: `The header "Accept-Encoding": "identity" asks for a plain answer.`,
        });
  }
}

async function* prepend(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** "deflate" is zlib by the standard, and raw deflate from some servers. */
function createDeflate(start: Buffer): Transform {
  return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
