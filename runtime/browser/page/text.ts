/** Text as a reader sees it, and numbers in it. Runs inside the page; a part refers to nothing outside of itself. */
import type { PageLib, TextPart } from "./lib.ts";

export function textPart(lib: PageLib): TextPart {
  const tidy = (text: string) =>
    text
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();

  const textOf = (element: Element) =>
    tidy(element instanceof HTMLElement ? element.innerText : (element.textContent ?? ""));

  function pageText(): string {
    const texts = [document.body?.innerText ?? ""];
    for (const root of document.body ? lib.shadowRoots(document.body) : []) {
      for (const child of root.children) if (child instanceof HTMLElement) texts.push(child.innerText);
    }
    return texts.join("\n");
  }

  function localDecimal(): string {
    try {
      const parts = new Intl.NumberFormat(document.documentElement.lang || "en").formatToParts(1.5);
      return parts.find((part) => part.type === "decimal")?.value ?? ".";
    } catch {
      return ".";
    }
  }

  /** Which of "," and "." is the decimal mark of these digits; undefined: neither. */
  function decimalMark(digits: string): string | undefined {
    const comma = digits.lastIndexOf(",");
    const dot = digits.lastIndexOf(".");
    if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
    const mark = comma >= 0 ? "," : dot >= 0 ? "." : undefined;
    if (!mark || digits.indexOf(mark) !== digits.lastIndexOf(mark)) return undefined;
    const [whole = "", fraction = ""] = digits.split(mark);
    if (fraction.length !== 3 || whole === "0" || whole.length > 3) return mark;
    return mark === localDecimal() ? mark : undefined;
  }

  function parseNumber(text: string, decimal?: "," | "."): number | null {
    const match = /([-\u2212]\s?)?(\d[\d.,'\u2019\s]*\d|\d|[.,]\d+)/.exec(text.replace(/[\p{Sc}\u200e\u200f]/gu, ""));
    if (!match?.[2]) return null;
    // A blank is a thousands mark only between groups of three: "1 204" is one number, "7 12" is two.
    const digits =
      match[2]
        .replace(/(\d)\s(?=\d{3}(?!\d))/g, "$1")
        .replace(/['\u2019]/g, "")
        .split(/\s/)[0] ?? "";
    const mark = decimal ?? decimalMark(digits);
    const plain = digits.replace(/[.,]/g, (sign, at: number) =>
      sign === mark && digits.lastIndexOf(sign) === at ? "#" : "",
    );
    const value = Number(plain.replace("#", "."));
    return Number.isFinite(value) ? (match[1] ? -value : value) : null;
  }

  return { tidy, textOf, pageText, parseNumber };
}
