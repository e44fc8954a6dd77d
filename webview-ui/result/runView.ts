/** A run: how it goes, then what came of it. */
import type { RunRecord } from "../../runtime/contract/control.ts";
import type { Json } from "../../runtime/contract/tools.ts";
import { button, el, icon, setText } from "../shared/dom.ts";
import { announce } from "../shared/live.ts";
import { t } from "../shared/l10n.ts";
import { argumentsElement, whyNotAgain } from "../shared/runArguments.ts";
import { clockTime, decimalText, durationText, exactTime } from "../shared/time.ts";
import { failureElement } from "./failure.ts";
import { createProgress } from "./progress.ts";
import type { ResultAction, ShownRun } from "./protocol.ts";
import { cellText, shapeOf, type Shape } from "./shape.ts";
import { createTable } from "./table.ts";
import { createTree } from "./tree.ts";

export interface RunView {
  element: HTMLElement;
  show(run: ShownRun): void;
  /** What is shown stays, and is no answer to what the person has just done. */
  markEarlier(): void;
}

export interface RunViewOptions {
  post(action: ResultAction): void;
  /** The form stands above: it has Run, Cancel and the arguments. */
  inForm: boolean;
}

export function createRunView({ post, inForm }: RunViewOptions): RunView {
  const progress = createProgress();
  const cancel = button({ text: t("Cancel"), icon: "debug-stop", onClick: () => post({ type: "cancel" }) });
  const running = el("div", { class: "running" }, progress.element, !inForm && cancel);
  const outcome = el("section", { class: "outcome", hidden: true, "aria-label": t("Result") });
  const element = el("div", { class: "run" }, running, outcome);
  const earlier = el("p", { class: "quiet" }, t("This is what came of an earlier run."));
  const setEarlier = (is: boolean): void => {
    outcome.classList.toggle("earlier", is);
    earlier.hidden = !is;
  };
  let shown = "";
  setEarlier(false);
  return {
    element,
    markEarlier: () => setEarlier(true),
    show(run) {
      const { record } = run;
      const over = record.state !== "running";
      progress.update(record);
      cancel.hidden = over;
      if (!over) {
        // The result of the run before must not look like this one's.
        outcome.hidden = true;
        setEarlier(false);
        return;
      }
      const key = `${record.id} ${run.json === undefined} ${run.notKept ?? ""} ${run.screenshot === undefined} ${run.missingSecret ?? ""} ${run.before ?? ""}`;
      outcome.hidden = false;
      if (key === shown) return;
      const first = !shown.startsWith(`${record.id} `);
      shown = key;
      if (first) setEarlier(false);
      outcome.replaceChildren(earlier, ...outcomeElements(run, post, inForm));
      if (!first || run.before) return;
      announce(`${stateText(record)}, ${durationText(record.durationMs ?? 0)}`);
      if (inForm) outcome.scrollIntoView({ block: "nearest" });
    },
  };
}

const STATES = {
  running: ["loading", ""],
  ok: ["pass-filled", "good"],
  failed: ["error", "error"],
  canceled: ["circle-slash", ""],
} as const;

function stateText({ state }: Pick<RunRecord, "state">): string {
  switch (state) {
    case "running":
      return t("Running");
    case "ok":
      return t("Done");
    case "failed":
      return t("Failed");
    case "canceled":
      return t("Canceled");
  }
}

function outcomeElements(run: ShownRun, post: RunViewOptions["post"], inForm: boolean): HTMLElement[] {
  const { record, json, notKept, screenshot, missingSecret } = run;
  const [symbol, color] = STATES[record.state];
  const head = el(
    "div",
    { class: "outcome-head" },
    icon(symbol, color),
    el("strong", { class: "outcome-state" }, stateText(record)),
    record.durationMs !== undefined && el("span", { class: "quiet" }, durationText(record.durationMs)),
    el(
      "time",
      { class: "quiet", datetime: record.startedAt, title: exactTime(record.startedAt) },
      clockTime(record.startedAt),
    ),
    !inForm && el("span", { class: "quiet" }, record.client),
    el("span", { class: "space" }),
    ...runButtons(run, post, inForm),
  );
  const parts: (HTMLElement | undefined)[] = [head];
  if (run.before) parts.push(noticeElement(t("This run is from before the window was reloaded.")));
  const why = whyNotAgain(record.args);
  if (why !== undefined && run.canRun && !inForm) parts.push(noticeElement(why, openFormButton(post)));
  if (record.error) parts.push(failureElement(record.error, missingSecret, post));
  if (screenshot !== undefined) parts.push(screenshotElement(screenshot, record.screenshot, post));
  if (notKept !== undefined) parts.push(noticeElement(notKept));
  if (record.state === "ok" && json !== undefined) parts.push(...valueElements(json, post));
  else if (record.state === "ok" && record.result?.json) parts.push(el("pre", { class: "text" }, record.result.json));
  parts.push(linesElement(record));
  if (!inForm) parts.push(el("details", { class: "lines" }, el("summary", {}, t("Arguments")), argumentsElement(record.args))); // prettier-ignore
  return parts.filter((part) => part !== undefined);
}

function noticeElement(text: string, action?: HTMLElement): HTMLElement {
  return el("p", { class: "notice" }, icon("info"), el("span", {}, text), action);
}

function openFormButton(post: RunViewOptions["post"]): HTMLElement {
  return button({ text: t("Open Form"), icon: "edit", onClick: () => post({ type: "editArguments" }) });
}

/** What the form does, it does with the arguments that stand in it. */
function runButtons({ canRun, record }: ShownRun, post: RunViewOptions["post"], inForm: boolean): HTMLElement[] {
  const repeatable = whyNotAgain(record.args) === undefined;
  const act = (type: "runAgain" | "editArguments" | "copyRunCall", text: string, symbol: string): HTMLElement =>
    button({ text, icon: symbol, kind: "icon", onClick: () => post({ type }) });
  const buttons: (HTMLElement | false)[] = [
    canRun && (inForm || repeatable) && act("runAgain", t("Run Again"), "refresh"),
    canRun && (inForm || repeatable) && act("editArguments", t("Edit Arguments"), "edit"),
    repeatable && act("copyRunCall", t("Copy as Call"), "copy"),
  ];
  return buttons.filter((each) => each !== false);
}

function valueElements(json: string, post: RunViewOptions["post"]): HTMLElement[] {
  const shape = shapeOf(json);
  if (shape.kind === "nothing") return [el("p", { class: "quiet" }, t("The tool gave no value."))];
  const text = shape.kind === "text" ? shape.text : undefined;
  const copy = button({
    text: text === undefined ? t("Copy JSON") : t("Copy"),
    icon: "copy",
    onClick: () => post({ type: "copy", text: text ?? JSON.stringify(JSON.parse(json), null, 2) }),
  });
  const open = button({ text: t("Open as JSON"), icon: "go-to-file", onClick: () => post({ type: "openJson" }) });
  return [el("div", { class: "tools" }, copy, open), shapeElement(shape, post)];
}

function shapeElement(shape: Exclude<Shape, { kind: "nothing" }>, post: RunViewOptions["post"]): HTMLElement {
  switch (shape.kind) {
    case "text":
      return el("pre", { class: "text", tabindex: 0, "aria-label": t("Result") }, shape.text);
    case "table":
      return el("div", {}, factsElement(shape.facts), createTable(shape.rows, shape.columns, post));
    case "image":
      return imageElement(shape.url, t("Picture that the tool gave"), `${shape.type}, ${sizeText(shape.bytes)}`);
    case "file":
      return fileElement(shape.path, shape.text, post);
    case "tree":
      return createTree(shape.value, post);
  }
}

function factsElement(facts: Record<string, Json>): HTMLElement | undefined {
  const entries = Object.entries(facts);
  if (entries.length === 0) return undefined;
  return el(
    "dl",
    { class: "facts" },
    ...entries.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, cellText(value))]),
  );
}

function imageElement(url: string, alt: string, words: string): HTMLElement {
  const size = el("span", {}, words);
  const image = el("img", {
    alt,
    onload: () => setText(size, `${image.naturalWidth} × ${image.naturalHeight}, ${words}`),
  });
  image.src = url;
  return el("figure", {}, image, el("figcaption", { class: "quiet" }, size));
}

function screenshotElement(url: string, path: string | undefined, post: RunViewOptions["post"]): HTMLElement {
  const figure = imageElement(url, t("The page when the run failed"), t("The page when the run failed"));
  if (path !== undefined) figure.append(fileButtons(path, post));
  return figure;
}

function fileElement(path: string, text: string | undefined, post: RunViewOptions["post"]): HTMLElement {
  return el(
    "div",
    { class: "file" },
    el("div", { class: "file-name" }, icon("file"), el("code", {}, path)),
    text !== undefined && el("p", {}, text),
    fileButtons(path, post),
  );
}

function fileButtons(path: string, post: RunViewOptions["post"]): HTMLElement {
  return el(
    "div",
    { class: "tools" },
    button({ text: t("Open"), icon: "go-to-file", onClick: () => post({ type: "openFile", path }) }),
    button({ text: t("Reveal"), icon: "folder-opened", onClick: () => post({ type: "revealFile", path }) }),
  );
}

function linesElement({ log, progress }: RunRecord): HTMLElement | undefined {
  const lines = [
    ...progress.map(({ atMs, message }) => ({ atMs, text: message, level: "progress" })),
    ...log.map(({ atMs, level, text }) => ({ atMs, text, level })),
  ].toSorted((a, b) => a.atMs - b.atMs);
  if (lines.length === 0) return undefined;
  const items = lines.map(
    ({ atMs, level, text }) =>
    el("li", { class: `log ${level}` }, el("span", { class: "at quiet" }, durationText(atMs)), level === "warn" || level === "error" ? icon(level === "warn" ? "warning" : "error", level === "warn" ? "warning" : "error") : "", el("span", { class: "log-text" }, text)), // prettier-ignore
  );
  return el("details", { class: "lines" }, el("summary", {}, t("Log and progress ({0})", lines.length)), el("ol", { class: "mono" }, ...items)); // prettier-ignore
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return t("{0} bytes", bytes);
  return bytes < 1_000_000 ? t("{0} kB", Math.round(bytes / 1000)) : t("{0} MB", decimalText(bytes / 1_000_000));
}
