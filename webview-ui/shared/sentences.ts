/** "What it is. From 1 to 10." Texts of others may or may not end with a full stop; one alone stays as it is. */
export function sentences(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return parts.map((part) => (/[.!?…:。！？]\s*$/.test(part) ? part.trimEnd() : `${part}.`)).join(" ");
}
