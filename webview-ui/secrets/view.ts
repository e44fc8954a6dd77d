/** The Secrets panel as elements: one section for each folder. */
import { button, el, replaceKeepingFocus, unseen } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import type { SecretsFolder, ToExtension } from "./protocol.ts";
import { missingRow, secretRow } from "./row.ts";
import { storeLine } from "./store.ts";

type Post = (message: ToExtension) => void;

export function showSecrets(main: HTMLElement, folders: SecretsFolder[], post: Post): void {
  const several = folders.length > 1;
  replaceKeepingFocus(
    main,
    folders.map((each) => folderSection(each, several, post)),
    () => main.querySelector("button"),
  );
}

function folderSection(of: SecretsFolder, several: boolean, post: Post): HTMLElement {
  const missing = of.rows.filter(({ from }) => from === undefined);
  const set = of.rows.filter(({ from }) => from !== undefined);
  return el(
    "section",
    { "aria-label": several ? of.name : t("Secrets"), "aria-busy": of.state === "loading" ? "true" : undefined },
    several && el("h2", { class: "folder" }, of.name),
    of.state === "failed" && problem(of, post),
    of.state === "loading" && of.rows.length === 0 && el("p", { class: "quiet pad" }, t("Looking for secrets…")),
    of.state === "unused" && el("p", { class: "quiet pad" }, t("There is no tools.json in this folder.")),
    (of.state === "loading" || of.state === "ready") && storeLine(of, post),
    missing.length > 0 && list(t("Not set, but asked for by tools"), "missing", missing.map((row) => missingRow(of, row, post))), // prettier-ignore
    set.length > 0 && list(t("Set"), "set", set.map((row) => secretRow(of, row, post))), // prettier-ignore
    of.state === "ready" && of.rows.length === 0 && empty(),
    (of.state === "ready" || of.state === "unused") && actions(of, several, post),
  );
}

function list(title: string, name: string, rows: HTMLElement[]): HTMLElement {
  return el("div", { class: `group ${name}` }, el("h3", {}, title), el("ul", { "aria-label": title }, ...rows));
}

function actions(of: SecretsFolder, several: boolean, post: Post): HTMLElement {
  const add = button({ text: t("Add Secret…"), icon: "add", kind: "primary", onClick: () => post({ type: "add", folder: of.folder }) }); // prettier-ignore
  const bring = button({ text: t("Import from .env…"), icon: "cloud-download", onClick: () => post({ type: "import", folder: of.folder }) }); // prettier-ignore
  add.dataset["focus"] = `add ${of.folder}`;
  bring.dataset["focus"] = `import ${of.folder}`;
  if (several) for (const each of [add, bring]) each.append(unseen(of.name));
  return el("div", { class: "actions" }, add, bring);
}

function empty(): HTMLElement {
  return el(
    "div",
    { class: "empty pad" },
    el(
      "p",
      {},
      t(
        "A secret is a password or an access key that a tool needs and that nobody else should see: the agent and the script know its name only.",
      ),
    ),
    el("p", {}, t("Write {0} in a header of a tool in tools.json and set its value here.", "{{API_TOKEN}}")),
  );
}

function problem(of: SecretsFolder, post: Post): HTMLElement {
  return el(
    "div",
    { class: "notice error", role: "alert" },
    el("span", { class: "codicon codicon-error error", "aria-hidden": "true" }),
    el(
      "div",
      {},
      el("p", {}, of.problem ?? t("The secrets cannot be read.")),
      el(
        "div",
        { class: "actions" },
        button({ text: t("Try Again"), onClick: () => post({ type: "retry", folder: of.folder }) }),
        button({ text: t("Show Log"), onClick: () => post({ type: "showLog", folder: of.folder }) }),
      ),
    ),
  );
}
