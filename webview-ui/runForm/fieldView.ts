/** A field with its label, help, problem, and the ways to give it, leave it out, or make it null. */
import type { ArgumentProblem } from "../../runtime/contract/control.ts";
import type { Json } from "../../runtime/contract/tools.ts";
import { button, el, setAttribute, setText } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { sentences } from "../shared/sentences.ts";
import { afterPress } from "./afterPress.ts";
import { rangeText } from "./checks.ts";
import { makeGroup, makeList, makeVariants } from "./compound.ts";
import type { FieldOptions, FieldView, Input, InputOptions } from "./fields.ts";
import { fits, readField, seedOf, type Field } from "./schema.ts";
import { makeBoolean, makeChoice, makeChoices, makeNumber } from "./simpleInputs.ts";
import { makeJson, makeText } from "./textInput.ts";

/** Those that are not there at all until they are given. */
const COMPOUND = new Set<Field["kind"]>(["list", "group", "variants", "choices"]);

export function createFieldView(options: FieldOptions): FieldView {
  const { context, required, value } = options;
  const field = fieldFor(options);
  const compound = COMPOUND.has(field.kind);
  const id = context.newId();
  const label = (): string => options.label?.() ?? field.title ?? options.name;
  let given = required || value !== undefined || !compound;
  let isNull = value === null && field.nullable;
  let touched = false;
  // What is not given is not made: a schema that holds itself has no end.
  let input = given && !(isNull && compound) ? inputOf(isNull ? undefined : value) : nothing();

  const name = el(input.single ? "label" : "span", { id: `${id}-label`, class: options.inList ? "unseen" : "label", for: input.single ? id : undefined }); // prettier-ignore
  const state = el("span", { class: "state quiet" });
  const actions = el("span", { class: "field-actions" });
  const help = helpElement(field, options);
  const control = el("div", { class: "control" });
  const problem = el("p", { class: "problem", id: `${id}-problem`, hidden: true });
  const element = el(
    "div",
    { class: `field ${field.kind}`, "data-pointer": options.pointer() },
    !options.bare && el("div", { class: "field-head" }, name, ...badges(field, options), state),
    !options.bare && help,
    control,
    // After the input, so that Tab comes to it first; shown beside the label.
    !options.bare && actions,
    problem,
  );
  // There is nothing to choose, and which shape it is was chosen above.
  element.hidden = required && field.kind === "choice" && field.options.length === 1 && !field.nullable;
  element.addEventListener("renumbered", relabel);
  element.addEventListener("focusout", () => {
    touched = true;
    afterPress(() => context.changed());
  });

  function inputOf(part: Json | undefined): Input {
    return makeInput(field, part, { context, id, required, depth: options.depth, placeholder: placeholderOf(field, options), pointer: options.pointer, onChange: changed }); // prettier-ignore
  }

  function changed(): void {
    touched = true;
    refresh();
    options.onChange();
  }

  function relabel(): void {
    setText(name, label());
    element.dataset["pointer"] = options.pointer();
    for (const part of input.parts()) part.element.dispatchEvent(new Event("renumbered"));
  }

  /** Gives the field anew, or takes it away. */
  function give(next: boolean): void {
    if (next) input = inputOf(seedOf(field.schema));
    else input.clear?.();
    given = next || !compound;
    place();
    changed();
    if (next) focusIn(input);
    else control.querySelector<HTMLElement>("button, input")?.focus();
  }

  function setNull(next: boolean): void {
    isNull = next;
    if (!next && compound && given && input.element.childElementCount === 0) input = inputOf(seedOf(field.schema));
    place();
    changed();
  }

  /** Puts the input, or the way to give one, in its place. */
  function place(): void {
    const add = button({ text: t("Add"), label: t("Add {0}", label()), icon: "add", onClick: () => give(true) });
    control.replaceChildren(given ? input.element : add);
    control.inert = isNull;
    describe();
  }

  function describe(): void {
    const group = !input.single;
    if (group && !options.bare) {
      element.setAttribute("role", "group");
      element.setAttribute("aria-labelledby", `${id}-label`);
    }
    if (!group && options.bare) input.focusable.setAttribute("aria-label", label());
    if (input.focusable instanceof HTMLSelectElement && group)
      input.focusable.setAttribute("aria-label", t("Kind of {0}", label()));
    const described = [help && !options.bare ? help.id : undefined, problem.hidden ? undefined : problem.id];
    const target = group ? element : input.focusable;
    setAttribute(target, "aria-describedby", described.filter(Boolean).join(" ") || undefined);
    if (group) return;
    setAttribute(target, "aria-invalid", problem.hidden ? undefined : "true");
    setAttribute(target, "aria-required", required && field.kind !== "boolean" ? "true" : undefined);
  }

  function refresh(): void {
    const empty = input.emptyText;
    const missing = !isNull && (!given || input.read() === undefined);
    const words = isNull ? "" : empty?.given() ? t("Empty text") : missing && !required ? t("Not given") : "";
    setText(state, words);
    const wanted = isNull ? "" : actionOf(empty, missing);
    if (actions.dataset["action"] !== wanted) {
      actions.dataset["action"] = wanted;
      actions.querySelector("button")?.remove();
      const made = actionButton(wanted);
      if (made) actions.prepend(made);
    }
  }

  function actionOf(empty: Input["emptyText"], missing: boolean): "" | "leave" | "empty" | "unempty" {
    if (empty?.given()) return "unempty";
    if (empty && missing) return "empty";
    return !required && !missing && (compound || input.clear) ? "leave" : "";
  }

  function actionButton(action: string): HTMLElement | undefined {
    const named = (text: string, spoken: string, onClick: () => void): HTMLElement =>
      button({ text, label: spoken, kind: "link", onClick });
    if (action === "leave") return named(t("Leave Out"), t("Leave out {0}", label()), () => give(false));
    const setEmpty = (to: boolean) => () => {
      input.emptyText?.set(to);
      changed();
      input.focusable.focus();
    };
    if (action === "empty") return named(t("Send Empty Text"), t("Send empty text as {0}", label()), setEmpty(true));
    return action === "unempty" ? named(t("Leave Out"), t("Leave out {0}", label()), setEmpty(false)) : undefined;
  }

  if (field.nullable) {
    const box = el("input", { type: "checkbox", onchange: () => setNull(box.checked) });
    box.checked = isNull;
    actions.append(el("label", { class: "check" }, box, t("No value (null)")));
  }
  setText(name, label());
  place();
  refresh();

  const view: FieldView = {
    element,
    get label() {
      return label();
    },
    get touched() {
      return touched;
    },
    pointer: options.pointer,
    read: () => (isNull ? null : given ? input.read() : undefined),
    parts: () => (given && !isNull ? input.parts() : []),
    problems(): ArgumentProblem[] {
      if (isNull || !given) return [];
      const pointer = options.pointer();
      const own = input.problem();
      // A default takes the place of what is missing.
      const needed = required && !options.bare && field.schema["default"] === undefined;
      const missing = own === undefined && needed && input.read() === undefined;
      const mine = own ?? (missing ? missingText(options) : undefined);
      return [
        ...(mine === undefined ? [] : [{ pointer, message: mine }]),
        ...input.parts().flatMap((part) => part.problems()),
      ];
    },
    show(messages) {
      const text = sentences(messages);
      if (problem.textContent === text) return;
      problem.textContent = text;
      problem.hidden = text === "";
      element.classList.toggle("wrong", text !== "");
      describe();
    },
    focus() {
      element.scrollIntoView({ block: "nearest" });
      if (!given) control.querySelector("button")?.focus();
      else focusIn(input);
    },
  };
  return view;
}

/** A value that its field could not show is shown as JSON, so that nothing is lost. */
function fieldFor({ schema, value, context, depth }: FieldOptions): Field {
  const field = readField(schema, context.root, depth);
  const shown = value === undefined || fits(field, value, context.root);
  return shown ? field : { ...field, kind: "json" };
}

function makeInput(field: Field, value: Json | undefined, options: InputOptions): Input {
  switch (field.kind) {
    case "text":
      return makeText(field, value, options);
    case "number":
      return makeNumber(field, value, options);
    case "boolean":
      return makeBoolean(field, value, options);
    case "choice":
      return makeChoice(field, value, options);
    case "choices":
      return makeChoices(field, value, options);
    case "list":
      return makeList(field, value, options);
    case "group":
      return makeGroup(field, value, options);
    case "variants":
      return makeVariants(field, value, options);
    case "json":
      return makeJson(field, value, options);
  }
}

/** Stands where a field of several parts is not given. */
function nothing(): Input {
  const element = el("div");
  return {
    element,
    focusable: element,
    single: false,
    read: () => undefined,
    problem: () => undefined,
    parts: () => [],
  };
}

function focusIn(input: Input): void {
  const [first] = input.parts();
  if (first && input.focusable === input.element) first.focus();
  else input.focusable.focus();
}

function missingText({ inList }: FieldOptions): string {
  return inList ? t("Fill this in, or remove the item.") : t("This is required.");
}

function badges(field: Field, { name, required, inList, label }: FieldOptions): HTMLElement[] {
  const made: HTMLElement[] = [];
  if (!label && field.title !== undefined && name !== "" && field.title !== name)
    made.push(el("span", { class: "mono quiet" }, name));
  if (required && !inList) made.push(el("span", { class: "required quiet" }, t("required")));
  return made;
}

function helpElement(field: Field, { context, inList }: FieldOptions): HTMLElement | undefined {
  const words = [
    inList ? undefined : field.help,
    field.kind === "number" ? rangeText(field.schema) : undefined,
    field.kind === "json" && !inList ? t("As JSON.") : undefined,
  ].filter((text) => text !== undefined);
  return words.length === 0 ? undefined : el("p", { class: "help quiet", id: context.newId() }, sentences(words));
}

function placeholderOf(field: Field, { required }: FieldOptions): string {
  const { default: standard, examples } = field.schema;
  const short = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 60);
  if (standard !== undefined && !field.secret) return t("Not given: {0} is used", short(standard));
  const [example] = Array.isArray(examples) ? examples : [];
  if (example !== undefined && field.kind !== "choice") return t("For example {0}", short(example));
  return required ? "" : t("Not given");
}
