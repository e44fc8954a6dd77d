/** Values of secrets: what can be stored. No text of this file ever has a value in it. */
import { ToolError } from "../errors.ts";

/** UTF-16 units. Windows can store no more, so no system is given more. */
export const MAX_SECRET_LENGTH = 1280;
/** Less is guessed at once, and hiding it would garble every text. */
const MIN_SECRET_LENGTH = 4;
const SHORT_SECRET_LENGTH = 8;

export interface PreparedValue {
  value: string;
  /** What was changed, or is unwise, in plain words. */
  notes: string[];
}

/** Trims what a paste brings along. @throws ToolError SecretInvalid, SecretTooLong */
export function prepareValue(name: string, given: string): PreparedValue {
  const value = given.trim();
  checkValue(name, value);
  const notes: string[] = [];
  // A final line end is how pipes and files end.
  if (value !== given.replace(/\r?\n$/, ""))
    notes.push(`Blanks and line breaks around the value of "${name}" were taken off.`);
  if (value.length < SHORT_SECRET_LENGTH)
    notes.push(
      `"${name}" is shorter than ${SHORT_SECRET_LENGTH} characters: it can only be kept out of results in its plainest forms, and words that look like it will be hidden too.`,
    );
  return { value, notes };
}

/** @throws ToolError SecretInvalid, SecretTooLong */
export function checkValue(name: string, value: string): void {
  if (value === "") throw invalid(name, "is empty");
  if (value.length < MIN_SECRET_LENGTH) throw invalid(name, `is shorter than ${MIN_SECRET_LENGTH} characters`);
  if (/[\r\n]/.test(value)) throw invalid(name, "has a line break inside");
  if (value.includes("\0")) throw invalid(name, "has a NUL character inside");
  if (!value.isWellFormed()) throw invalid(name, "is not valid Unicode text");
  if (value.length > MAX_SECRET_LENGTH)
    throw new ToolError(
      "SecretTooLong",
      `The value of secret "${name}" has ${value.length} characters; ${MAX_SECRET_LENGTH} is the most`,
      {
        hint: "Store the token itself, not a file around it.",
      },
    );
}

function invalid(name: string, why: string): ToolError {
  return new ToolError("SecretInvalid", `The value of secret "${name}" ${why}`, {
    hint: `Set it again, with the token alone: guidon secrets set ${name}`,
  });
}
