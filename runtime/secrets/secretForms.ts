/** The forms in which a secret can come back. Two base64 forms that differ in case only count as one: matching ignores case. */

/** Shorter values are looked for in their plain forms only; others of them would match by chance. */
const FULL_LENGTH = 8;
/** A piece of base64 or hex this short is no proof. */
const MIN_FORM_LENGTH = 3;
const MIN_ENCODED_LENGTH = 8;

/** @returns each once, whatever its case. */
export function formsOf(value: string): string[] {
  const json = jsonEscaped(value);
  const plain = [value, json, jsonEscaped(json), ...percentForms(value), htmlNamed(value)];
  const encoded =
    value.length < FULL_LENGTH
      ? [Buffer.from(value).toString("base64"), Buffer.from(value).toString("base64url")]
      : [
          Buffer.from(value).toString("hex"),
          ...base64Forms(value),
          everyUnit(value, (unit) => `&#${unit};`),
          everyPoint(value, (point) => `&#x${point.toString(16)};`),
          everyPoint(value, (point) => `&#${point};`),
          everyUnit(value, (unit) => `\\u${hex4(unit)}`),
          everyUnit(value, (unit) => `\\\\u${hex4(unit)}`),
          everyUnit(value, (unit) => `\\x${unit.toString(16).padStart(2, "0")}`),
          asciiJson(value),
          Array.from(value).toReversed().join(""),
        ];
  const forms = [
    ...plain.filter((form) => form.length >= MIN_FORM_LENGTH),
    ...encoded.filter((form) => form.length >= MIN_ENCODED_LENGTH),
  ];
  return [...new Map(forms.map((form) => [form.toLowerCase(), form])).values()];
}

function percentForms(value: string): string[] {
  const component = encodeURIComponent(value);
  // RFC 3986 escapes these five as well, and encodeURI leaves some that encodeURIComponent escapes.
  const strict = component.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const bytes = Buffer.from(value);
  const all = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const once = [component, strict, encodeURI(value), form, component.replaceAll("%20", "+"), all];
  return [...once, ...once.map((each) => each.replaceAll("%", "%25"))];
}

/** What stays the same in base64 of any text that has the value in it: three alignments, without the characters that neighbours share. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const aligned = [0, 1, 2].flatMap((offset) => {
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    return [padded.toString("base64").slice(start, end), padded.toString("base64url").slice(start, end)];
  });
  return [bytes.toString("base64"), bytes.toString("base64url"), ...aligned];
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** JSON as writers make it that keep to ASCII. */
function asciiJson(value: string): string {
  return jsonEscaped(value).replace(/[^\x20-\x7e]/g, (char) => `\\u${hex4(char.charCodeAt(0))}`);
}

const HTML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function htmlNamed(value: string): string {
  return value.replace(/[&<>"']/g, (char) => HTML[char] ?? char);
}

function everyUnit(value: string, write: (unit: number) => string): string {
  return Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index))).join("");
}

function everyPoint(value: string, write: (point: number) => string): string {
  return Array.from(value, (char) => write(char.codePointAt(0) ?? 0)).join("");
}

function hex4(unit: number): string {
  return unit.toString(16).padStart(4, "0");
}
