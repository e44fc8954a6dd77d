/** Takes secrets out of texts, in every form in which servers and programs usually repeat them. */
import { ToolError } from "../errors.ts";
import { formsOf } from "./secretForms.ts";

export interface SecretValue {
  name: string;
  value: string;
}

/** Takes out what was added to it. */
export interface TextRedactor {
  /** From now on the value is replaced by «secret:NAME». Adding it again costs nothing. */
  add(name: string, value: string): void;
  text(text: string): string;
}

export interface Redactor extends TextRedactor {
  /** Plain data, as JSON.parse gives it: strings, keys and numbers. @throws ToolError ResultTooLarge when nested over 1,000 deep. */
  json(value: unknown): unknown;
  /** JSON text; its strings are looked at as what they mean, not only as they are written. @throws SyntaxError, ToolError */
  jsonText(json: string): string;
  /**
   * For texts that a script gets. It hides the run's own secrets, and of all others those that nobody can guess: a script that sends
   * every number of four digits to a server that repeats them would learn from the gap which of them is another tool's secret.
   */
  forRun(own: readonly SecretValue[]): TextRedactor;
}

/** A shorter value can be found by trying them all. */
const UNGUESSABLE_LENGTH = 8;
const MAX_DEPTH = 1000;

export function createRedactor(): Redactor {
  const all = createForms();
  const unguessable = createForms();
  const { text } = all;

  const json = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") {
      const digits = String(value);
      const safe = text(digits);
      return safe === digits ? value : safe;
    }
    if (value === null || typeof value !== "object") return value;
    if (depth >= MAX_DEPTH)
      throw new ToolError("ResultTooLarge", `The value is nested more than ${MAX_DEPTH} levels deep`);
    if (Array.isArray(value)) return value.map((each) => json(each, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), json(each, depth + 1)]));
  };

  return {
    add(name, value) {
      all.add(name, value);
      if (value.length >= UNGUESSABLE_LENGTH) unguessable.add(name, value);
    },
    text,
    json: (value) => (all.isEmpty() ? value : json(value)),
    jsonText(input) {
      if (all.isEmpty() || input === "") return input;
      const safe = text(input);
      // Without escapes the text shows every string as it is.
      if (safe === input && !input.includes("\\")) return input;
      return JSON.stringify(json(JSON.parse(input)));
    },
    forRun(own) {
      const forms = createForms();
      for (const { name, value } of own) forms.add(name, value);
      return { add: forms.add, text: (input) => forms.text(unguessable.text(input)) };
    },
  };
}

interface Forms extends TextRedactor {
  isEmpty(): boolean;
}

function createForms(): Forms {
  const added = new Set<string>();
  const forms = new Set<string>();
  /** Form in lower case → what replaces it. */
  const labels = new Map<string, string>();
  let pattern: RegExp | undefined;
  let state: "current" | "stale" = "current";

  const compiled = (): RegExp | undefined => {
    if (state === "current") return pattern;
    // The longest first: what contains another form must win over it.
    const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
    pattern = new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "gi");
    state = "current";
    return pattern;
  };

  const plain = (input: string, secrets: RegExp): string =>
    input.replace(secrets, (found) => labels.get(found.toLowerCase()) ?? "«secret»");

  return {
    isEmpty: () => labels.size === 0,
    add(name, value) {
      const key = `${name}\n${value}`;
      if (added.has(key)) return;
      added.add(key);
      for (const form of formsOf(value)) {
        if (labels.has(form.toLowerCase())) continue;
        labels.set(form.toLowerCase(), `«secret:${name}»`);
        forms.add(form);
      }
      if (labels.size > 0) state = "stale";
    },
    text(input) {
      const secrets = compiled();
      if (!secrets) return input;
      return withoutWraps(plain(input, secrets), (joined) => plain(joined, secrets));
    },
  };
}

/** Base64 and hex in lines, as in mails and PEM files: one line, and the next. No longer than any writer makes them. */
const FIRST_LINE = /(?<![a-z\d+/])[a-z\d+/]{32,128}\r?\n[ \t]*(?=[a-z\d+/])/gi;
const NEXT_LINE = /[a-z\d+/]{1,128}(\r?\n[ \t]*(?=[a-z\d+/]))?/iy;
const WRAP = /\r?\n[ \t]*/g;

/** Looks at such lines as one; those that hide something lose their wraps. */
function withoutWraps(input: string, redact: (joined: string) => string): string {
  if (!input.includes("\n")) return input;
  let output = "";
  /** What is in `output`, and what was looked at. */
  let [done, seen] = [0, 0];
  // Line by line: as one pattern, a few megabytes of lines would use up the stack of the matcher.
  for (const { index, 0: first } of input.matchAll(FIRST_LINE)) {
    if (index < seen) continue;
    seen = index + first.length;
    for (let wrap: string | undefined = first; wrap !== undefined;) {
      NEXT_LINE.lastIndex = seen;
      const next = NEXT_LINE.exec(input);
      seen += next?.[0].length ?? 0;
      wrap = next?.[1];
    }
    const joined = input.slice(index, seen).replace(WRAP, "");
    const safe = redact(joined);
    if (safe === joined) continue;
    output += input.slice(done, index) + safe;
    done = seen;
  }
  return output + input.slice(done);
}
