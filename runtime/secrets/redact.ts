/** Takes secrets out of texts, in every form in which servers and programs usually repeat them. */
import { ToolError } from "../errors.ts";
import { formsOf } from "./secretForms.ts";

export interface Redactor {
  /** From now on the value is replaced by «secret:NAME». Adding it again costs nothing. */
  add(name: string, value: string): void;
  text(text: string): string;
  /** Plain data, as JSON.parse gives it: strings, keys and numbers. @throws ToolError ResultTooLarge when nested over 1,000 deep. */
  json(value: unknown): unknown;
  /** JSON text; its strings are looked at as what they mean, not only as they are written. @throws SyntaxError, ToolError */
  jsonText(json: string): string;
}

const MAX_DEPTH = 1000;

export function createRedactor(): Redactor {
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

  const text = (input: string): string => {
    const secrets = compiled();
    return secrets ? input.replace(secrets, (found) => labels.get(found.toLowerCase()) ?? "«secret»") : input;
  };

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
    text,
    json: (value) => (labels.size === 0 ? value : json(value)),
    jsonText(input) {
      if (labels.size === 0 || input === "") return input;
      const safe = text(input);
      // Without escapes the text shows every string as it is.
      if (safe === input && !input.includes("\\")) return input;
      return JSON.stringify(json(JSON.parse(input)));
    },
  };
}
