/** The parts of a run's details. Most important first; those with nothing in them are left out. */
import type { RunArguments, RunHttpRequest, RunRecord } from "../../runtime/contract/control.ts";
import type { ErrorData } from "../../runtime/contract/guest.ts";
import { button, el, icon, unseen } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { argumentsElement, whyNotAgain } from "../shared/runArguments.ts";
import { durationText } from "../shared/time.ts";
import type { CopyWhat, ToExtension } from "./protocol.ts";

export interface Section {
  name: string;
  /** What is shown; the section is made anew when it is another. */
  of: unknown;
  make(): HTMLElement;
}

export function sectionsOf(
  run: RunRecord,
  screenshot: string | undefined,
  post: (message: ToExtension) => void,
): Section[] {
  const { id, state, progress, error, result, args, log, requests } = run;
  const copy = (what: CopyWhat, label: string): HTMLElement => {
    const made = button({ text: label, icon: "copy", kind: "icon", onClick: () => post({ type: "copy", id, what }) });
    made.dataset["focus"] = `copy ${what}`;
    return made;
  };
  const sections: (Section | false)[] = [
    state === "running" && { name: "bar", of: progress.at(-1), make: () => bar(progress) },
    error !== undefined && { name: "error", of: error, make: () => section(t("Error"), copy("error", t("Copy error")), errorBox(error)) }, // prettier-ignore
    screenshot !== undefined && { name: "picture", of: screenshot.length, make: () => section(t("The page when it failed"), undefined, picture(screenshot)) }, // prettier-ignore
    result !== undefined && { name: "result", of: result, make: () => section(t("Result"), copy("result", t("Copy result")), resultText(result)) }, // prettier-ignore
    { name: "args", of: args, make: () => section(t("Arguments"), args.whole ? copy("arguments", t("Copy arguments")) : undefined, argumentsBox(args)) }, // prettier-ignore
    progress.length > 0 && { name: "progress", of: progress, make: () => section(t("Progress"), undefined, progressLines(progress)) }, // prettier-ignore
    log.length > 0 && { name: "log", of: log, make: () => section(t("Log"), undefined, logLines(log)) },
    requests.length > 0 && { name: "requests", of: requests, make: () => section(t("Requests"), undefined, requestTable(requests)) }, // prettier-ignore
  ];
  return sections.filter((each) => each !== false);
}

function section(title: string, action: HTMLElement | undefined, content: HTMLElement): HTMLElement {
  return el("section", { "aria-label": title }, el("div", { class: "title" }, el("h3", {}, title), action), content);
}

function bar(progress: RunRecord["progress"]): HTMLElement {
  const newest = progress.at(-1);
  const known = newest?.current !== undefined && newest.total !== undefined && newest.total > 0;
  return el(
    "div",
    { class: "running" },
    el("progress", known ? { value: newest.current, max: newest.total, "aria-label": t("Progress") } : { "aria-label": t("Progress") }), // prettier-ignore
    el("p", {}, newest?.message ?? t("The tool runs.")),
  );
}

function errorBox({ code, message, hint, stack }: ErrorData): HTMLElement {
  return el(
    "div",
    { class: "notice error" },
    icon("error", "error"),
    el(
      "div",
      {},
      el("p", {}, el("strong", {}, code), " ", message),
      hint !== undefined && el("p", { class: "hint" }, t("Next: {0}", hint)),
      stack !== undefined && stack !== "" && el("pre", {}, stack.replaceAll(/^ +/gm, "")),
    ),
  );
}

function picture(url: string): HTMLElement {
  const made = el("button", { type: "button", class: "picture", "aria-pressed": "false", "data-focus": "picture" }, el("img", { src: url, alt: t("Screenshot of the page at the moment of the failure") })); // prettier-ignore
  made.title = t("Show it larger or smaller");
  made.addEventListener("click", () => made.setAttribute("aria-pressed", String(made.getAttribute("aria-pressed") !== "true"))); // prettier-ignore
  return made;
}

function resultText({ json, length, whole }: NonNullable<RunRecord["result"]>): HTMLElement {
  if (json === "") return el("p", { class: "quiet" }, t("The tool gave nothing back."));
  return el(
    "div",
    {},
    el("pre", {}, whole ? pretty(json) : json),
    !whole && el("p", { class: "quiet" }, t("This is the beginning of {0} characters.", length)),
  );
}

function argumentsBox(args: RunArguments): HTMLElement {
  const why = whyNotAgain(args);
  return el("div", {}, argumentsElement(args), why !== undefined && el("p", { class: "quiet" }, why));
}

/** A text alone is shown as it is, without quotes and escapes. */
function pretty(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}

function at(ms: number): HTMLElement {
  return el("span", { class: "quiet at" }, durationText(ms));
}

function progressLines(progress: RunRecord["progress"]): HTMLElement {
  const lines = progress.map(({ atMs, message, current, total }) => {
    const counted = current === undefined ? "" : total === undefined ? String(current) : `${current}/${total}`;
    return el("li", {}, at(atMs), el("span", {}, message), counted !== "" && el("span", { class: "quiet" }, counted));
  });
  return el("ol", { class: "lines" }, ...lines);
}

const LEVELS = { debug: undefined, info: undefined, warn: "warning", error: "error" } as const;

function logLines(log: RunRecord["log"]): HTMLElement {
  const lines = log.map(({ atMs, level, text }) => {
    const symbol = LEVELS[level];
    return el("li", { class: level }, at(atMs), symbol !== undefined && icon(symbol, symbol), symbol !== undefined && unseen(level === "warn" ? t("Warning") : t("Error")), el("span", { class: "mono" }, text)); // prettier-ignore
  });
  return el("ol", { class: "lines" }, ...lines);
}

function requestTable(requests: RunHttpRequest[]): HTMLElement {
  const heads = [t("At"), t("Method"), t("Address"), t("Answer"), t("Time")];
  const rows = requests.map(({ atMs, method, url, status, ms, error }) => {
    const answer = error ?? (status === undefined ? t("waiting") : String(status));
    const bad = error !== undefined || (status !== undefined && status >= 400);
    return el(
      "tr",
      { class: bad ? "bad" : undefined },
      el("td", { class: "quiet" }, durationText(atMs)),
      el("td", {}, method),
      el("td", { class: "mono url" }, url),
      el("td", {}, bad && icon("error", "error"), answer),
      el("td", { class: "quiet" }, ms === undefined ? "" : durationText(ms)),
    );
  });
  return el(
    "div",
    { class: "table" },
    el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, ...rows)), // prettier-ignore
  );
}
