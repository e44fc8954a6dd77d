/** Why a run failed: the code, what happened, what to do next, and where. */
import type { ErrorData } from "../../runtime/contract/guest.ts";
import { button, el, icon } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import type { ResultAction } from "./protocol.ts";

type Post = (action: ResultAction) => void;

/** A place in a script, as stacks name it: `(scripts/tool.js:3:7)` or `at scripts/tool.js:3:7`. */
const PLACE = /((?:[\w@.-][\w@. -]*\/)*[\w@.-][\w@. -]*\.(?:[cm]?[jt]s|json)):(\d+)(?::(\d+))?/;

export function failureElement(error: ErrorData, missingSecret: string | undefined, post: Post): HTMLElement {
  return el(
    "div",
    { class: "failure" },
    el(
      "div",
      { class: "notice error" },
      icon("error", "error"),
      el(
        "div",
        {},
        el("p", { class: "message" }, el("code", { class: "code" }, error.code), " ", el("span", {}, error.message)),
        error.hint !== undefined && el("p", { class: "next" }, el("strong", {}, t("Next:")), " ", error.hint),
        missingSecret !== undefined && button({ text: t("Set {0}…", missingSecret), icon: "key", kind: "primary", onClick: () => post({ type: "setSecret" }) }), // prettier-ignore
      ),
    ),
    error.stack !== undefined && stackElement(error.stack, post),
    error.cause && section(t("Cause"), failureElement(error.cause, undefined, post)),
    error.errors !== undefined && error.errors.length > 0 && section(t("All errors"), ...error.errors.map((one) => failureElement(one, undefined, post))), // prettier-ignore
    error.details !== undefined && section(t("Details"), el("pre", { class: "text" }, JSON.stringify(error.details, null, 2))), // prettier-ignore
  );
}

function stackElement(stack: string, post: Post): HTMLElement {
  const lines = stack.split("\n").filter((line) => line.trim() !== "");
  return el(
    "pre",
    { class: "text stack", "aria-label": t("Where it happened") },
    ...lines.map((line) => stackLine(line, post)),
  );
}

function stackLine(line: string, post: Post): HTMLElement {
  const found = PLACE.exec(line);
  if (!found) return el("div", {}, line);
  const [place, file = "", row, column] = found;
  const lead = /^at\s+/.exec(place)?.[0] ?? "";
  const link = button({
    text: place.slice(lead.length),
    kind: "link",
    onClick: () => post({ type: "openScript", file: file.slice(lead.length), line: Number(row), column: Number(column ?? 1) }), // prettier-ignore
  });
  return el("div", {}, line.slice(0, found.index) + lead, link, line.slice(found.index + place.length));
}

function section(title: string, ...children: HTMLElement[]): HTMLElement {
  return el("details", {}, el("summary", {}, title), ...children);
}
