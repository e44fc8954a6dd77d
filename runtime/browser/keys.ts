/** Key names of scripts ("Control+A", "Enter") → the names that the browser's protocol knows. */
import type { KeyInput } from "puppeteer-core";
import { ToolError } from "../errors.ts";

const ALIASES: Record<string, KeyInput> = {
  ctrl: "Control",
  cmd: "Meta",
  command: "Meta",
  option: "Alt",
  esc: "Escape",
  del: "Delete",
  return: "Enter",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  space: "Space",
  plus: "+",
};

const NAMED: KeyInput[] = [
  "Alt", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "CapsLock", "ContextMenu", "Control", "Delete", "End", "Enter", "Escape",
  "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "Home", "Insert", "Meta", "PageDown", "PageUp", "Shift", "Space", "Tab",
]; // prettier-ignore

export const MODIFIERS = ["Alt", "Control", "Meta", "Shift"] as const;

/** "Control+Shift+K" → its keys in order; the last is pressed while the others are held. */
export function parseKeys(text: string): KeyInput[] {
  const names = text === "+" ? ["+"] : text.split("+").map((name) => name.trim());
  return names.map((name) => keyNamed(name, text));
}

function keyNamed(name: string, whole: string): KeyInput {
  const lower = name.toLowerCase();
  const named = NAMED.find((key) => key.toLowerCase() === lower) ?? ALIASES[lower];
  if (named) return named;
  if (/^[\x20-\x7e]$/.test(name)) return name as KeyInput; // every printable ASCII character is a key of the protocol's keyboard
  throw new ToolError("InvalidArgument", `"${whole}": there is no key "${name}"`, {
    hint: `Use one character, or ${NAMED.join(", ")}; join with +, as in "Control+A". For text use g.dom.typeText.`,
  });
}
