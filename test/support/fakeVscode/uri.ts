/** vscode.Uri, as far as tests need it. */
import { posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

interface Parts {
  scheme: string;
  authority?: string;
  path?: string;
  query?: string;
  fragment?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  constructor({ scheme, authority = "", path = "", query = "", fragment = "" }: Parts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }

  static file(path: string): Uri {
    return new Uri({ scheme: "file", path: decodeURIComponent(pathToFileURL(path).pathname) });
  }

  static parse(text: string): Uri {
    const [, scheme = "", authority = "", path = "", query = "", fragment = ""] =
      /^([a-z][\w+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(text) ?? [];
    const decode = decodeURIComponent;
    return new Uri({
      scheme,
      authority: decode(authority),
      path: decode(path),
      query: decode(query),
      fragment: decode(fragment),
    });
  }

  static from(parts: Parts): Uri {
    return new Uri(parts);
  }

  static joinPath(base: Uri, ...segments: string[]): Uri {
    return base.with({ path: posix.join(base.path, ...segments) });
  }

  get fsPath(): string {
    return this.scheme === "file"
      ? fileURLToPath(`file://${encodeURI(this.path).replace(/[?#]/g, encodeURIComponent)}`)
      : this.path;
  }

  with(change: Partial<Parts>): Uri {
    const { scheme, authority, path, query, fragment } = this;
    return new Uri({ scheme, authority, path, query, fragment, ...change });
  }

  toString(): string {
    // A drive of Windows is written small, and is left in the path as it came.
    const drive = this.path.replace(/^\/[A-Z]:/, (letter) => letter.toLowerCase());
    const path = drive.split("/").map(encodeURIComponent).join("/");
    const slashes = this.authority || this.scheme === "file" ? `//${this.authority}` : "";
    return `${this.scheme}:${slashes}${path}${this.query && `?${encodeURIComponent(this.query)}`}${this.fragment && `#${encodeURIComponent(this.fragment)}`}`;
  }

  toJSON(): Parts {
    const { scheme, authority, path, query, fragment } = this;
    return { scheme, authority, path, query, fragment };
  }
}
