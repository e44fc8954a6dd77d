/** What a script asks for, checked before anything is sent: method, address and body. */
import { ToolError } from "../errors.ts";
import { checkAddress } from "./address.ts";
import type { HttpRequest } from "./request.ts";

const MAX_URL_LENGTH = 65_536;
const METHOD = /^[A-Za-z][A-Za-z0-9-]{0,31}$/;
/** They make a proxy or server open a tunnel, or give request headers back. */
const REFUSED_METHODS: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

export interface RequestBody {
  data: string | Buffer;
  contentType: string;
}

/** @throws ToolError InvalidArgument */
export function checkMethod(method: string): string {
  const name = method.toUpperCase();
  if (!METHOD.test(name) || REFUSED_METHODS.has(name))
    throw new ToolError("InvalidArgument", `${JSON.stringify(method.slice(0, 40))} is not a method that can be used`, {
      hint: "GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS",
    });
  return name;
}

/** Parses the address and adds `query` to it. @throws ToolError InvalidArgument, BlockedByPolicy */
export function requestUrl(text: string, query: HttpRequest["query"]): URL {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : undefined;
  if (!url)
    throw new ToolError("InvalidArgument", `${JSON.stringify(text.slice(0, 120))} is not an absolute URL`, {
      hint: `Start it with https:// and keep it under ${MAX_URL_LENGTH} characters.`,
    });
  checkUrl(url);
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null) url.searchParams.append(name, String(each));
  return url;
}

/** @throws ToolError InvalidArgument, BlockedByPolicy */
export function checkUrl(url: URL): void {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ToolError("InvalidArgument", `g.http cannot open ${url.protocol} addresses, only http and https`);
  if (url.username || url.password)
    throw new ToolError(
      "InvalidArgument",
      `The address of ${url.host} has a user name or password in it; that is not sent`,
      {
        hint: `Put them into "headers" of the tool in tools.json, as "Authorization": "Basic {{NAME}}", and store the secret with: guidon secrets set NAME`,
      },
    );
  checkAddress(url.hostname);
}

/** @throws ToolError InvalidArgument */
export function requestBody({ body, bodyEncoding, json, form }: HttpRequest): RequestBody | undefined {
  const given = Object.entries({ body, json, form }).filter(([, value]) => value !== undefined);
  if (given.length > 1)
    throw new ToolError(
      "InvalidArgument",
      `Give one of body, json and form; ${given.map(([name]) => name).join(" and ")} came`,
    );
  if (json !== undefined) return asJson(json);
  if (form) return { data: formText(form), contentType: "application/x-www-form-urlencoded" };
  if (body === undefined || body === null) return undefined;
  if (typeof body !== "string") return asJson(body);
  if (bodyEncoding === "base64") return { data: fromBase64(body), contentType: "application/octet-stream" };
  return { data: body, contentType: "text/plain;charset=UTF-8" };
}

function asJson(value: unknown): RequestBody {
  return { data: JSON.stringify(value), contentType: "application/json" };
}

function formText(form: NonNullable<HttpRequest["form"]>): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== null) fields.append(name, String(each));
  return fields.toString();
}

function fromBase64(text: string): Buffer {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text.replace(/\s+/g, "")))
    throw new ToolError("InvalidArgument", `body is not base64 text, which bodyEncoding: "base64" says it is`);
  return Buffer.from(text, "base64");
}
