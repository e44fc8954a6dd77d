/** TextEncoder, TextDecoder, atob, btoa, crypto: bytes cross to the child's Node as texts of code units 0 to 255. */
import type { Bridge } from "./bridge.ts";
import {
  apply,
  ArrayBufferClass,
  charCodeAt,
  fromCharCode,
  hide,
  isView,
  min,
  stringSlice,
  stringToWellFormed,
  Uint8ArrayClass,
} from "./primordials.ts";

const { unescape, encodeURIComponent } = globalThis;
const CHUNK = 8192;
const MAX_RANDOM = 65_536;

type Bytes = ArrayBuffer | ArrayBufferView;

export function createTextGlobals(bridge: Bridge): Record<string, unknown> {
  class TextEncoder {
    get encoding(): string {
      return "utf-8";
    }

    encode(text: unknown = ""): Uint8Array {
      return bytesOf(unescape(encodeURIComponent(stringToWellFormed(text))));
    }

    encodeInto(text: string, target: Uint8Array): { read: number; written: number } {
      let read = 0;
      let written = 0;
      for (const character of text) {
        const bytes = this.encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return { read, written };
    }
  }

  class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    #held = "";

    constructor(label: unknown = "utf-8", options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
      this.fatal = options.fatal === true;
      this.ignoreBOM = options.ignoreBOM === true;
      this.encoding = answer(bridge.pure("encodingName", label as string, ""), RangeError);
    }

    /** With `stream`, the text comes with the last part: the parts together give the same text. */
    decode(bytes?: Bytes, options: { stream?: boolean } = {}): string {
      this.#held += bytes === undefined ? "" : binaryOf(bytes);
      if (options.stream === true) return "";
      const held = this.#held;
      this.#held = "";
      return answer(
        bridge.pure(`decode:${this.fatal ? 1 : 0}:${this.ignoreBOM ? 1 : 0}`, this.encoding, held),
        TypeError,
      );
    }
  }

  return {
    TextEncoder,
    TextDecoder,
    atob: (text: unknown): string => answer(bridge.pure("atob", text as string, ""), Error),
    btoa: (text: unknown): string => answer(bridge.pure("btoa", text as string, ""), Error),
    crypto: createCrypto(bridge),
  };
}

function createCrypto(bridge: Bridge): object {
  const random = (count: number): string => answer(bridge.pure("random", `${count}`, ""), Error);
  return {
    randomUUID: (): string => answer(bridge.pure("uuid", "", ""), Error),
    getRandomValues<T extends ArrayBufferView>(target: T): T {
      if (!isView(target)) throw new TypeError("crypto.getRandomValues needs a typed array");
      if (target.byteLength > MAX_RANDOM)
        throw new RangeError(`crypto.getRandomValues fills at most ${MAX_RANDOM} bytes at a time`);
      const bytes = random(target.byteLength);
      const view = new Uint8ArrayClass(target.buffer, target.byteOffset, target.byteLength);
      for (let i = 0; i < bytes.length; i++) view[i] = charCodeAt(bytes, i);
      return target;
    },
  };
}

/** "+value" is a value; "-reason" is thrown. */
export function answer(text: string, ErrorType: new (message: string) => Error): string {
  if (text[0] === "+") return stringSlice(text, 1);
  const error = new ErrorType(stringSlice(text, 1));
  if (ErrorType === Error) hide(error, "name", "InvalidCharacterError");
  throw error;
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8ArrayClass(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = charCodeAt(binary, i);
  return bytes;
}

function binaryOf(bytes: Bytes): string {
  const view = isView(bytes)
    ? new Uint8ArrayClass(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8ArrayClass(asBuffer(bytes));
  let text = "";
  for (let i = 0; i < view.length; i += CHUNK) {
    text += apply(fromCharCode, undefined, view.subarray(i, min(i + CHUNK, view.length)) as unknown as number[]);
  }
  return text;
}

function asBuffer(value: unknown): ArrayBuffer {
  if (value instanceof ArrayBufferClass) return value;
  throw new TypeError("decode needs a typed array or an ArrayBuffer");
}
