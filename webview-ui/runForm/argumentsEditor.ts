/** The arguments, as a form or as JSON, and what is wrong with them. */
import type { ArgumentProblem } from "../../runtime/contract/control.ts";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { button, el, setText } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { createForm, type Form, type ShownProblem } from "./form.ts";
import { isObject } from "./schemaTools.ts";

export interface ArgumentsEditor {
  element: HTMLElement;
  /** The two buttons that choose between form and JSON. */
  modes: HTMLElement;
  readonly mode: "form" | "json";
  /** undefined: what was typed as JSON is not a JSON object. */
  read(): JsonObject | undefined;
  /** Text of the JSON editor while it is in use. */
  text(): string | undefined;
  /** Of the runtime, for the arguments as they are now. */
  setProblems(problems: ArgumentProblem[]): void;
  /** Is there something that can be said to be wrong without the runtime? */
  wrong(): boolean;
  /** From now on problems are shown at all fields. Puts the focus on the first of them. */
  showAll(): void;
  focus(): void;
}

export interface EditorOptions {
  schema: JsonObject;
  args: JsonObject;
  mode: "form" | "json";
  text?: string | undefined;
  onChange(): void;
}

export function createArgumentsEditor(options: EditorOptions): ArgumentsEditor {
  let { mode } = options;
  let form: Form = createForm(options.schema, options.args, formChanged);
  let fromRuntime: ArgumentProblem[] = [];
  let all = false;

  const json = el("textarea", { id: "json", class: "input mono json", spellcheck: "false", "aria-label": t("Arguments as JSON"), "aria-describedby": "json-problem", oninput: jsonChanged }); // prettier-ignore
  const jsonProblem = el("p", { id: "json-problem", class: "problem", hidden: true });
  const summary = el("div", { class: "summary", role: "alert" });
  const body = el("div", { class: "arguments" });
  const modeButton = (to: "form" | "json", text: string): HTMLButtonElement =>
    button({ text, onClick: () => setMode(to) });
  const toForm = modeButton("form", t("Form"));
  const toJson = modeButton("json", t("JSON"));
  const modes = el(
    "div",
    { class: "modes", role: "group", "aria-label": t("How to edit the arguments") },
    toForm,
    toJson,
  );
  const element = el("div", {}, body, summary);

  json.value = options.text ?? jsonOf(options.args);
  place();

  function place(): void {
    toForm.setAttribute("aria-pressed", String(mode === "form"));
    toJson.setAttribute("aria-pressed", String(mode === "json"));
    if (mode === "form") body.replaceChildren(form.element);
    else body.replaceChildren(json, jsonProblem);
    show();
  }

  function setMode(to: "form" | "json"): void {
    if (to === mode) return;
    if (to === "json") json.value = jsonOf(form.read());
    else {
      const args = parsed().args;
      if (!args) {
        show();
        json.focus();
        return;
      }
      form = createForm(options.schema, args, formChanged);
    }
    mode = to;
    place();
    options.onChange();
  }

  function formChanged(): void {
    show();
    options.onChange();
  }

  function jsonChanged(): void {
    fromRuntime = [];
    show();
    options.onChange();
  }

  function parsed(): { args?: JsonObject; problem?: string } {
    const text = json.value.trim();
    if (text === "") return { args: {} };
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value)
        ? { args: value }
        : { problem: t("The arguments must be a JSON object, such as {0}.", '{"name": "Ada"}') };
    } catch (error) {
      return { problem: t("This is not JSON: {0}", error instanceof Error ? error.message : String(error)) };
    }
  }

  function local(): ArgumentProblem[] {
    if (mode === "form") return form.problems();
    const { problem } = parsed();
    return problem === undefined ? [] : [{ pointer: "", message: problem }];
  }

  /** The view's own word first; the runtime's where the view has none. */
  function show(): ShownProblem[] {
    const own = local();
    const known = new Set(own.map(({ pointer }) => pointer));
    const problems = [...own, ...fromRuntime.filter(({ pointer }) => !known.has(pointer))];
    if (mode === "json") {
      jsonProblem.textContent = problems.map(({ pointer, message }) => (pointer === "" ? message : `${pointer}: ${message}`)).join("\n"); // prettier-ignore
      jsonProblem.hidden = problems.length === 0;
      json.setAttribute("aria-invalid", String(problems.length > 0));
      summary.replaceChildren();
      return [];
    }
    const shown = form.show(problems, all);
    showSummary(all ? shown : shown.filter(({ field }) => field === undefined));
    return shown;
  }

  function showSummary(problems: ShownProblem[]): void {
    summary.classList.toggle("notice", problems.length > 0);
    summary.classList.toggle("error", problems.length > 0);
    const text = problems.map(({ label, message }) => `${label}: ${message}`).join("\n");
    if (summary.dataset["text"] === text) return;
    summary.dataset["text"] = text;
    if (problems.length === 0) {
      summary.replaceChildren();
      return;
    }
    const title = el("p", {});
    setText(title, problems.length === 1 ? t("One thing is to be put right:") : t("{0} things are to be put right:", problems.length)); // prettier-ignore
    summary.replaceChildren(el("div", {}, title, el("ul", {}, ...problems.map(summaryLine))));
  }

  function summaryLine({ field, label, message }: ShownProblem): HTMLElement {
    if (!field || label === "") return el("li", {}, message);
    return el("li", {}, button({ text: t("{0}: {1}", label, message), kind: "link", onClick: () => field.focus() }));
  }

  return {
    element,
    modes,
    get mode() {
      return mode;
    },
    read: () => (mode === "form" ? form.read() : parsed().args),
    text: () => (mode === "json" ? json.value : undefined),
    setProblems(problems) {
      fromRuntime = problems;
      show();
    },
    wrong: () => local().length > 0,
    showAll() {
      all = true;
      const [first] = show();
      if (mode === "json") json.focus();
      else first?.field?.focus();
    },
    focus: () => (mode === "json" ? json.focus() : form.focusFirst()),
  };
}

function jsonOf(args: JsonObject): string {
  return JSON.stringify(args, null, 2);
}
