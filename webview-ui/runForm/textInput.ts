/** Texts: one line, several, dates and times, addresses, colours, passwords. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { el } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { textProblem } from "./checks.ts";
import { temporal } from "./dateText.ts";
import type { Input, InputOptions, MakeInput } from "./fields.ts";

const TYPES = { email: "email", url: "url", password: "password" } as const;

export const makeText: MakeInput<"text"> = ({ input, schema }, value, options) => {
  const text = typeof value === "string" ? value : undefined;
  switch (input) {
    case "date":
    case "time":
    case "dateTime":
      return dateInput(input, text, schema, options) ?? plainText("text", text, schema, options);
    case "long":
      return plainText("long", text, schema, options);
    case "color":
      return colorInput(text, schema, options);
    case "text":
      return plainText(/[\n\r]/.test(text ?? "") ? "long" : "text", text, schema, options);
    case "email":
    case "url":
    case "password":
      return plainText(TYPES[input], text, schema, options);
  }
};

type PlainType = "text" | "long" | "email" | "url" | "password";

function plainText(type: PlainType, value: string | undefined, schema: JsonObject, options: InputOptions): Input {
  let empty = value === "";
  const attributes = {
    id: options.id,
    class: "input",
    placeholder: options.placeholder,
    autocomplete: type === "password" ? "new-password" : "off",
    spellcheck: "false",
    oninput: () => {
      empty = false;
      element.placeholder = options.placeholder;
      options.onChange();
    },
  };
  const element: HTMLInputElement | HTMLTextAreaElement =
    type === "long" ? el("textarea", { ...attributes, rows: 3 }) : el("input", { ...attributes, type });
  element.value = value ?? "";
  if (empty) element.placeholder = "";
  const read = (): string | undefined => (element.value === "" && !empty ? undefined : element.value);
  return {
    element,
    focusable: element,
    single: true,
    read,
    problem: () => problemOf(read(), schema),
    parts: () => [],
    ...(canBeEmpty(schema) && {
      emptyText: {
        given: () => empty && element.value === "",
        set(given) {
          empty = given;
          element.value = "";
          element.placeholder = given ? "" : options.placeholder;
        },
      },
    }),
  };
}

function canBeEmpty({ minLength, format }: JsonObject): boolean {
  return !(typeof minLength === "number" && minLength > 0) && typeof format !== "string";
}

function problemOf(text: string | undefined, schema: JsonObject): string | undefined {
  return text === undefined ? undefined : textProblem(text, schema);
}

/** undefined: the given text is not one that a date input could show. */
function dateInput(
  kind: "date" | "time" | "dateTime",
  value: string | undefined,
  schema: JsonObject,
  options: InputOptions,
): Input | undefined {
  const { type, toInput, toText } = temporal[kind];
  const shown = value === undefined ? "" : toInput(value);
  if (shown === undefined) return undefined;
  const element = el("input", { id: options.id, class: "input date", type, step: kind === "date" ? undefined : 1, oninput: options.onChange }); // prettier-ignore
  element.value = shown;
  // The browser writes some times shorter than they were given.
  const untouched = element.value;
  const read = (): string | undefined => {
    if (element.value === "") return undefined;
    // As it was given, for as long as it was not changed: a time zone stays.
    return value !== undefined && element.value === untouched ? value : toText(element.value, value);
  };
  return {
    element,
    focusable: element,
    single: true,
    read,
    problem: () => (element.validity.badInput ? t("This date or time is not complete.") : problemOf(read(), schema)),
    parts: () => [],
  };
}

/** Any text, with a picker beside it. */
function colorInput(value: string | undefined, schema: JsonObject, options: InputOptions): Input {
  const text = plainText("text", value, schema, { ...options, onChange: () => (pickerFollows(), options.onChange()) });
  const box = text.focusable as HTMLInputElement;
  const picker = el("input", {
    type: "color",
    class: "input color",
    "aria-label": t("Pick a color"),
    oninput: () => {
      box.value = picker.value;
      options.onChange();
    },
  });
  const pickerFollows = (): void => {
    if (/^#[\da-f]{6}$/i.test(box.value)) picker.value = box.value;
  };
  pickerFollows();
  return { ...text, element: el("div", { class: "together" }, box, picker) };
}

/** JSON as text, for what has no input of its own. */
export const makeJson: MakeInput<"json"> = (_field, value, options) => {
  const element = el("textarea", {
    id: options.id,
    class: "input mono",
    rows: 3,
    spellcheck: "false",
    placeholder: options.placeholder,
    oninput: options.onChange,
  });
  element.value = value === undefined ? "" : JSON.stringify(value, null, 2);
  const parsed = (): { json?: Json; problem?: string } => {
    if (element.value.trim() === "") return {};
    try {
      return { json: JSON.parse(element.value) as Json };
    } catch (error) {
      return { problem: t("This is not JSON: {0}", error instanceof Error ? error.message : String(error)) };
    }
  };
  return {
    element,
    focusable: element,
    single: true,
    read: () => parsed().json,
    problem: () => parsed().problem,
    parts: () => [],
  };
};
