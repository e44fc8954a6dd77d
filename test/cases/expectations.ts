/** Judges the outcomes of a case by its `then`. Gives what is wrong, in words; nothing when all is well. */
import { isDeepStrictEqual } from "node:util";
import { checks } from "./checks/index.ts";
import type { Toolbox } from "./checks/toolbox.ts";
import type { Expectation, Outcome } from "./types.ts";
import { fill } from "./workspace.ts";

export async function judge(entry: Expectation, toolbox: Toolbox): Promise<string[]> {
  const found = toolbox.outcomes(entry.of);
  const general = entry.of === "protocol" || entry.of === "after-all";
  if (found.length === 0 && !general) return [`${entry.of}: no such outcome`];
  const wrong = found.flatMap((outcome) => judgeOutcome(entry, outcome, toolbox));
  if (entry.anyOf) {
    const tries = await Promise.all(entry.anyOf.map((one) => judge(one, toolbox)));
    if (tries.every((one) => one.length > 0)) wrong.push(`none of: ${tries.map((one) => one.join("; ")).join(" | ")}`);
  }
  if (entry.check !== undefined) {
    const check = checks[entry.check];
    if (!check) return [...wrong, `no judge for "${entry.check}"`];
    const nothing: Outcome = { ms: 0, text: "" };
    for (const outcome of general ? [nothing] : found) {
      const verdict = await check(outcome, toolbox);
      if (verdict !== true) wrong.push(`${entry.check} — ${verdict}`);
    }
  }
  return wrong.map((why) => `${entry.of}: ${why}`);
}

function judgeOutcome(entry: Expectation, outcome: Outcome, { places, names }: Toolbox): string[] {
  const wrong: string[] = [];
  const text = outcome.all ?? outcome.text;
  const ok = !outcome.canceled && !outcome.protocolError && !outcome.isError;
  if (entry.outcome === "ok" && !ok) wrong.push(`wanted ok, got ${shown(outcome)}`);
  if (entry.outcome === "toolError" && !outcome.isError) wrong.push(`wanted an error result, got ${shown(outcome)}`);
  if (entry.outcome === "rejected") {
    if (!outcome.isError || !text) wrong.push(`wanted a refusal, got ${shown(outcome)}`);
    if (outcome.ran) wrong.push(`main() was entered, then ${shown(outcome)}`);
  }
  if ("result" in entry && ok) {
    const wanted = fill(entry.result, places);
    if (!isResult(outcome.text, wanted)) wrong.push(`wanted ${short(JSON.stringify(wanted))}, got ${shown(outcome)}`);
  }
  if (entry.lists) {
    const listed = names(outcome.list ?? outcome);
    const missing = entry.lists.filter((name) => !listed.includes(name));
    if (missing.length > 0) wrong.push(`not listed: ${missing.join(", ")}; got ${shown(outcome.list ?? outcome)}`);
    for (const broken of (outcome.list ?? outcome).broken ?? []) wrong.push(`listed and not callable: ${broken}`);
  }
  for (const part of entry.textIncludes ?? [])
    if (!includes(text, fill(part, places))) wrong.push(`lacks ${JSON.stringify(part)}: ${shown(outcome)}`);
  for (const part of entry.textExcludes ?? [])
    if (text.toLowerCase().includes(part.toLowerCase())) wrong.push(`has ${JSON.stringify(part)}: ${short(text)}`);
  if (entry.textMatches && !new RegExp(entry.textMatches, "iu").test(text))
    wrong.push(`does not match /${entry.textMatches}/: ${shown(outcome)}`);
  if (entry.maxMs && outcome.ms > entry.maxMs) wrong.push(`took ${outcome.ms} ms, at most ${entry.maxMs}`);
  return wrong;
}

/** `part` in `text`: in any case for plain words; a word of one or two letters has to stand alone. */
function includes(text: string, part: string): boolean {
  if (!/^[\p{L}\p{N}_ -]+$/u.test(part)) return text.includes(part);
  if (/^\p{L}{1,2}$/u.test(part)) return new RegExp(`(?<![\\p{L}\\p{N}_])${part}(?![\\p{L}\\p{N}_])`, "iu").test(text);
  return text.toLowerCase().includes(part.toLowerCase());
}

/** The value that main() returned: a string as it is, anything else as JSON, which lines of notice may follow. */
function isResult(text: string, wanted: unknown): boolean {
  if (typeof wanted === "string") return text === wanted;
  for (let part = text; part; part = part.slice(0, Math.max(part.lastIndexOf("\n"), 0))) {
    try {
      if (isDeepStrictEqual(JSON.parse(part), wanted)) return true;
    } catch {
      // not yet JSON alone
    }
  }
  return false;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}… (${text.length} characters)` : line;
}

function shown({ canceled, protocolError, isError, text }: Outcome): string {
  if (canceled) return "canceled";
  return `${protocolError ? "a protocol error" : isError ? "an error" : "ok"} ${JSON.stringify(short(text))}`;
}
