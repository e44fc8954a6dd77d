/** URL: parsing is done by the child's own URL; here is the object around the parts. */
import type { Bridge } from "./bridge.ts";
import { parse } from "./primordials.ts";
import { URLSearchParams } from "./searchParams.ts";
import { answer } from "./text.ts";

interface Parts {
  href: string;
  origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
}

const SETTABLE = [
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

export function createUrlClass(bridge: Bridge): unknown {
  class URL {
    #parts: Parts;
    #params: URLSearchParams | undefined;

    constructor(url: unknown, base?: unknown) {
      const text = base === undefined ? "" : `+${base as string}`;
      this.#parts = parse(answer(bridge.pure("url", url as string, text), TypeError)) as Parts;
    }

    static canParse(url: unknown, base?: unknown): boolean {
      return bridge.pure("url", url as string, base === undefined ? "" : `+${base as string}`)[0] === "+";
    }

    static parse(url: unknown, base?: unknown): URL | null {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }

    get href(): string {
      return this.#parts.href;
    }

    set href(value: string) {
      this.#parts = parse(answer(bridge.pure("url", value, ""), TypeError)) as Parts;
      this.#params = undefined;
    }

    get origin(): string {
      return this.#parts.origin;
    }

    /** Stays in step with `search` in both directions. */
    get searchParams(): URLSearchParams {
      return (this.#params ??= new URLSearchParams(this.#parts.search, (text) => this.#set("search", text)));
    }

    #set(name: string, value: string): void {
      this.#parts = parse(answer(bridge.pure(`urlSet:${name}`, this.#parts.href, value), TypeError)) as Parts;
    }

    toString(): string {
      return this.href;
    }

    toJSON(): string {
      return this.href;
    }

    static {
      for (const name of SETTABLE) {
        Object.defineProperty(URL.prototype, name, {
          configurable: true,
          enumerable: true,
          get(this: URL) {
            return this.#parts[name];
          },
          set(this: URL, value: unknown) {
            this.#set(name, value as string);
            if (name === "search") this.#params = undefined;
          },
        });
      }
    }
  }
  return URL;
}
