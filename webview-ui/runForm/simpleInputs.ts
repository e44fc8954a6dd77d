/** Numbers, yes or no, and choices. */
import type { Json } from "../../runtime/contract/tools.ts";
import { el } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { limitsOf, listProblem, numberProblem } from "./checks.ts";
import type { MakeInput } from "./fields.ts";
import { sameJson } from "./schemaTools.ts";

export const makeNumber: MakeInput<"number"> = ({ schema, integer }, value, options) => {
  const { least, above, most, below } = limitsOf(schema);
  const step = schema["multipleOf"];
  const element = el("input", {
    id: options.id,
    class: "input number",
    type: "number",
    placeholder: options.placeholder,
    min: least ?? above,
    max: most ?? below,
    step: typeof step === "number" && step > 0 ? step : integer ? 1 : "any",
    oninput: options.onChange,
  });
  if (typeof value === "number") element.value = String(value);
  const read = (): number | undefined => (Number.isNaN(element.valueAsNumber) ? undefined : element.valueAsNumber);
  return {
    element,
    focusable: element,
    single: true,
    read,
    problem() {
      const number = read();
      if (number !== undefined) return numberProblem(number, schema, integer);
      return element.validity.badInput ? t("This is not a number.") : undefined;
    },
    parts: () => [],
  };
};

/** A box that nobody has touched is neither yes nor no, unless it must be one of them. */
export const makeBoolean: MakeInput<"boolean"> = (_field, value, options) => {
  const element = el("input", { id: options.id, type: "checkbox", onchange: options.onChange });
  element.checked = value === true;
  element.indeterminate = value === undefined && !options.required;
  return {
    element,
    focusable: element,
    single: true,
    read: () => (element.indeterminate ? undefined : element.checked),
    problem: () => undefined,
    parts: () => [],
    clear() {
      element.checked = false;
      element.indeterminate = true;
    },
  };
};

export const makeChoice: MakeInput<"choice"> = ({ options: choices }, value, options) => {
  const element = el("select", { id: options.id, class: "input", onchange: options.onChange });
  const chosen = value === undefined ? -1 : choices.findIndex((choice) => sameJson(choice.value, value));
  const only = options.required && choices.length === 1;
  if (!only) element.append(el("option", { value: "" }, options.required ? t("Choose…") : options.placeholder));
  element.append(...choices.map(({ label }, index) => el("option", { value: index }, label)));
  element.value = only ? "0" : chosen < 0 ? "" : String(chosen);
  return {
    element,
    focusable: element,
    single: true,
    read: () => (element.value === "" ? undefined : choices[Number(element.value)]?.value),
    problem: () => undefined,
    parts: () => [],
  };
};

export const makeChoices: MakeInput<"choices"> = ({ options: choices, schema }, value, options) => {
  const given: Json[] = Array.isArray(value) ? value : [];
  const boxes = choices.map((choice, index) => {
    const box = el("input", { type: "checkbox", id: index === 0 ? options.id : undefined, onchange: options.onChange });
    box.checked = given.some((one) => sameJson(one, choice.value));
    return { box, choice };
  });
  const read = (): Json[] => boxes.filter(({ box }) => box.checked).map(({ choice }) => choice.value);
  const element = el(
    "div",
    { class: "boxes" },
    ...boxes.map(({ box, choice }) => el("label", { class: "check" }, box, choice.label)),
  );
  return {
    element,
    focusable: boxes[0]?.box ?? element,
    single: false,
    read,
    problem: () => listProblem(read(), schema),
    parts: () => [],
  };
};
