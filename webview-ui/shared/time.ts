/** Times in the person's language, as VS Code has set it for the page. */
import { t } from "./l10n.ts";

const language = document.documentElement.lang || "en";

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "3 minutes ago", "yesterday", "now". @param iso ISO time */
export function relativeTime(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return relative.format(unit === "second" ? 0 : Math.round(seconds / size), unit);
}

/** For a title: "Monday, November 30, 2026 at 7:41:06 PM". */
export function exactTime(iso: string): string {
  return exact.format(new Date(iso));
}

/** "7:41:06 PM", or "Jan 2" of another day. */
export function clockTime(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return (date.toDateString() === now.toDateString() ? clock : day).format(date);
}

/** With one digit after the point or comma. */
export function decimalText(number: number): string {
  return decimal.format(number);
}

/** "85 ms", "1.2 s", "3:05 min". */
export function durationText(ms: number): string {
  if (ms < 1000) return t("{0} ms", Math.round(ms));
  if (ms < 59_950) return t("{0} s", decimal.format(ms / 1000));
  const seconds = Math.round(ms / 1000);
  return t("{0} min", `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}
