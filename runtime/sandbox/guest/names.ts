/** Whether a property name can stand after a dot. */
export function isIdentifier(name: string): boolean {
  if (name === "") return false;
  for (let i = 0; i < name.length; i++) {
    const c = name[i] ?? "";
    const letter = (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || c === "_" || c === "$";
    if (!letter && (i === 0 || c < "0" || c > "9")) return false;
  }
  return true;
}
