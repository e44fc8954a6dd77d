/** What g.http takes and gives. */
import * as z from "zod";

/** Bytes of a body, after decompression, that a response may have when the script sets no maxBytes. */
export const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;
/** The most that a script may ask for. */
export const MAX_MAX_BYTES = 32 * 1024 * 1024;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const fields = z.record(z.string(), z.union([scalar, z.array(scalar)]));

export const httpOptions = z.strictObject({
  headers: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional()
    .describe("Headers of this request. One that the tool's own headers have too wins over theirs"),
  query: fields.optional().describe("Added to the address; a list adds its name several times, null is left out"),
  body: z.unknown().optional().describe("Text as it is, or plain data, which is sent as JSON"),
  bodyEncoding: z.enum(["text", "base64"]).optional().describe('"base64": `body` is base64 text of the bytes to send'),
  json: z.unknown().optional().describe("Plain data, sent as JSON (instead of body)"),
  form: fields.optional().describe("Fields, sent as a URL-encoded form (instead of body)"),
  timeoutMs: z
    .number()
    .positive()
    .optional()
    .describe("Milliseconds for all of it, redirects, retries and body too; never more than is left of the run"),
  responseType: z
    .enum(["text", "json", "base64"])
    .optional()
    .describe("How to give the body; left out: text where it is text, else base64"),
  retry: z
    .number()
    .int()
    .min(0)
    .max(5)
    .optional()
    .describe(
      "How often to try again after a network error or status 429, 502, 503, 504 (default 0); heeds Retry-After",
    ),
  redirect: z
    .enum(["follow", "manual", "error"])
    .optional()
    .describe('"follow" (default): up to 20; "manual": gives the redirect itself; "error": fails'),
  maxBytes: z
    .number()
    .int()
    .positive()
    .max(MAX_MAX_BYTES)
    .optional()
    .describe("Take at most so many bytes of the body and set `truncated`; left out, more than 8 MiB is an error"),
  toolHeaders: z.boolean().optional().describe("false: send without the headers of tools.json"),
  saveAs: z.string().optional().describe("Not in this version"),
  useBrowserSession: z.boolean().optional().describe("Not in this version"),
});

export const httpRequest = httpOptions.extend({
  url: z.string().describe("Absolute http or https address"),
  method: z.string().optional().describe("Default: GET, or POST when there is a body"),
});

export type HttpRequest = z.infer<typeof httpRequest>;

export interface HttpResponse {
  status: number;
  statusText: string;
  /** Status 200 to 299. */
  ok: boolean;
  /** Where the answer came from in the end. */
  url: string;
  /** The address that was asked for, when redirects led elsewhere. */
  redirectedFrom?: string;
  /** Names in lower case. Several of one name are joined by ", "; set-cookie has one cookie a line. */
  headers: Record<string, string>;
  body: string;
  encoding: "text" | "base64";
  /** The parsed body of a JSON answer. */
  json?: unknown;
  /** The body was longer than maxBytes and is cut. */
  truncated: boolean;
}
