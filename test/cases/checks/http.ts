/** Judges of what went over HTTP, and of secrets in it. */
import type { LogEntry, Outcome } from "../types.ts";
import { parsed } from "./lists.ts";
import { noneOf, short, words } from "./toolbox.ts";
import type { Check, Verdict } from "./toolbox.ts";

const seenBy = ({ entries = [] }: Outcome, server: string, at = ""): LogEntry[] =>
  entries.filter((entry) => entry.on === server && entry.path.startsWith(at));

const timesSent = ({ rawHeaders }: LogEntry, name: string): number =>
  rawHeaders.filter((word, index) => index % 2 === 0 && word.toLowerCase() === name).length;

const without = ({ text }: Outcome, value: string): Verdict => {
  const at = text.indexOf(value);
  return at < 0 || `found after: ${short(text.slice(Math.max(0, at - 80), at))}`;
};

const BEARER = "Bearer tok-111111";

export const httpChecks: Record<string, Check> = {
  "the MAIN entry has both headers; the ALT entry has neither authorization nor x-api-key and no header containing tok-111111 or key-222222":
    (outcome) => {
      const main = seenBy(outcome, "MAIN", "/api/redirect-cross");
      const alt = seenBy(outcome, "ALT");
      const complete = main.every(
        ({ headers }) => headers["authorization"] === BEARER && headers["x-api-key"] === "key-222222",
      );
      if (main.length === 0 || !complete) return `MAIN: ${JSON.stringify(main.map(({ headers }) => headers))}`;
      if (alt.length === 0) return "the redirect was not followed";
      const leak = alt.find((entry) =>
        /"authorization"|"x-api-key"|tok-111111|key-222222/i.test(JSON.stringify(entry)),
      );
      return !leak || `ALT got ${JSON.stringify(leak.headers)}`;
    },
  "both MAIN entries carry authorization": (outcome) => {
    const sent = seenBy(outcome, "MAIN").map(({ headers }) => headers["authorization"]);
    return (sent.length === 2 && sent.every((value) => value === BEARER)) || `authorization: ${JSON.stringify(sent)}`;
  },
  "each of the two headers is sent exactly once; which side wins is documented; the answer to the agent does not contain key-222222":
    (outcome, { last }) => {
      const [entry] = seenBy(outcome, "MAIN", "/api/echo");
      if (!entry) return "no request";
      const { headers, rawHeaders } = entry;
      if (timesSent(entry, "content-type") !== 1 || timesSent(entry, "x-api-key") !== 1)
        return `sent ${rawHeaders.join(" ")}`;
      if (headers["x-api-key"] !== "from-script") return `the script's header lost: ${headers["x-api-key"]}`;
      return !words(last("c1") ?? outcome).includes("key-222222") || "the answer has key-222222";
    },
  "the 256 bytes 0..255 can be recovered (base64, byte array or latin1 with a flag); not 0xFFFD": (outcome) => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const holds = (value: unknown): boolean => {
      if (typeof value === "string") return Buffer.from(value, "base64").equals(all);
      return typeof value === "object" && value !== null && Object.values(value).some(holds);
    };
    return holds(parsed(outcome)) || `not recoverable: ${short(words(outcome))}`;
  },
  "the server saw the connection closed (closedAfterMs set)": (outcome) => {
    const entries = seenBy(outcome, "MAIN", "/api/stall-body");
    return (entries.length > 0 && entries.every(({ closedAfterMs }) => closedAfterMs !== undefined)) || "not closed";
  },
  "PROXY saw app.case.test and nothing for 127.0.0.1": (outcome) => {
    const asked = seenBy(outcome, "PROXY").map((entry) => entry.path);
    const right = asked.some((at) => at.includes("app.case.test")) && !asked.some((at) => at.includes("127.0.0.1"));
    return right || `PROXY saw ${JSON.stringify(asked)}`;
  },
  "no request left the machine": ({ entries = [] }) => noneOf(entries.map((entry) => entry.path)),
  'authorization is "Bearer tok-111111", x-pair is "aaa-333333:bbb-444444/aaa-333333"': (outcome) => {
    const headers = seenBy(outcome, "MAIN", "/api/echo")[0]?.headers ?? {};
    const right = headers["authorization"] === BEARER && headers["x-pair"] === "aaa-333333:bbb-444444/aaa-333333";
    return right || JSON.stringify(headers);
  },
  "x-ok is tok-1234567890; path, body, x-mine and x-arg do not contain it": (outcome) => {
    const [entry] = seenBy(outcome, "MAIN", "/api/echo");
    if (entry?.headers["x-ok"] !== "tok-1234567890") return `x-ok is ${entry?.headers["x-ok"]}`;
    const elsewhere = [entry.path, entry.bodyText, entry.headers["x-mine"], entry.headers["x-arg"]].join(" ");
    return !elsewhere.includes("tok-1234567890") || `resolved elsewhere: ${elsewhere}`;
  },
  "no log, output channel or trace holds the value": (outcome) => without(outcome, "tok-1234567890abcdef"),
  "tok-1234567890 is in no log line, stderr line, crash report or MCP logging notification": (outcome) =>
    without(outcome, "tok-1234567890"),
  empty: ({ entries = [] }) => noneOf(entries.map((entry) => entry.path)),
};
