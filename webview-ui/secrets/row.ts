/** One secret. */
import type { SecretRow } from "../../runtime/contract/control.ts";
import { button, el, icon, setText } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { exactTime, relativeTime } from "../shared/time.ts";
import type { SecretsFolder, ToExtension } from "./protocol.ts";

type Post = (message: ToExtension) => void;

/** Asked for by tools.json, and not there. */
export function missingRow({ folder }: SecretsFolder, row: SecretRow, post: Post): HTMLElement {
  const set = button({
    text: t("Set…"),
    label: t("Set {0}…", row.name),
    kind: "primary",
    onClick: () => post({ type: "set", folder, name: row.name }),
  });
  set.dataset["focus"] = focusKey("set", folder, row);
  return el(
    "li",
    { class: "row", "data-name": row.name },
    el("div", { class: "head" }, icon("warning", "warning"), name(row), set),
    el("dl", {}, ...usedBy(folder, row, t("Needed by"), post)),
  );
}

export function secretRow({ folder }: SecretsFolder, row: SecretRow, post: Post): HTMLElement {
  const changes = row.from !== "environment";
  const act = (type: "set" | "delete", text: string, label: string, symbol: string): HTMLElement => {
    const made = button({ text, label, icon: symbol, kind: "icon", onClick: () => post({ type, folder, name: row.name, ...(row.from ? { from: row.from } : {}) }) }); // prettier-ignore
    made.dataset["focus"] = focusKey(type, folder, row);
    return made;
  };
  return el(
    "li",
    { class: "row", "data-name": row.name },
    el(
      "div",
      { class: "head" },
      icon(SYMBOL[row.from ?? "workspace"]),
      name(row),
      changes && act("set", t("Replace"), t("Replace {0}…", row.name), "edit"),
      changes && act("delete", t("Delete"), t("Delete {0}…", row.name), "trash"),
    ),
    el(
      "p",
      { class: "quiet where" },
      where(row),
      row.setAt !== undefined && " · ",
      row.setAt !== undefined && setAt(row.setAt),
    ),
    el("dl", {}, ...usedBy(folder, row, t("Used by"), post), ...mayGo(row)),
  );
}

const SYMBOL = { workspace: "key", all: "globe", environment: "terminal", editor: "vm" } as const;

function where({ from, name: secret }: SecretRow): string {
  if (from === "all") return t("All my workspaces");
  if (from === "environment") return t("From the environment ({0})", `GUIDON_SECRET_${secret}`);
  return from === "editor" ? t("Kept in VS Code on this computer") : t("This workspace");
}

function setAt(iso: string): HTMLElement {
  return el("time", { datetime: iso, title: exactTime(iso) }, t("set {0}", relativeTime(iso)));
}

/** Times of rows that are there already, as they are now. */
export function showTimes(container: HTMLElement): void {
  for (const time of container.querySelectorAll("time")) setText(time, t("set {0}", relativeTime(time.dateTime)));
}

function name(row: SecretRow): HTMLElement {
  return el("span", { class: "name mono" }, row.name);
}

function usedBy(folder: string, row: SecretRow, title: string, post: Post): HTMLElement[] {
  if (row.usedBy.length === 0) return field(title, el("span", { class: "quiet" }, t("no tool")));
  const tools = row.usedBy.map((tool) => {
    const link = button({
      text: tool,
      kind: "link",
      label: t("Open {0} in tools.json", tool),
      onClick: () => post({ type: "openTool", folder, tool }),
    });
    link.dataset["focus"] = focusKey(`tool ${tool}`, folder, row);
    return link;
  });
  return field(title, words(tools));
}

function mayGo({ hosts }: SecretRow): HTMLElement[] {
  if (hosts.length === 0) return field(t("May go to"), el("span", { class: "quiet" }, t("nowhere yet")));
  return field(t("May go to"), words(hosts.map((host) => el("span", { class: "mono" }, host))));
}

function words(each: HTMLElement[]): HTMLElement {
  const last = each.length - 1;
  return el("ul", { class: "words" }, ...each.map((word, at) => el("li", {}, word, at < last && ", ")));
}

function field(title: string, value: HTMLElement): HTMLElement[] {
  return [el("dt", {}, title), el("dd", {}, value)];
}

/** One name can stand there several times, from several places. */
function focusKey(what: string, folder: string, row: SecretRow): string {
  return `${what} ${row.name} ${row.from ?? "missing"} ${folder}`;
}
