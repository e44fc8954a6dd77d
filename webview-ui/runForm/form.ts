/** The fields of a tool's arguments as a whole, and where each problem is shown. */
import type { ArgumentProblem } from "../../runtime/contract/control.ts";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { createFieldView } from "./fieldView.ts";
import type { FieldView, FormContext } from "./fields.ts";
import { isObject } from "./schemaTools.ts";

export interface Form {
  element: HTMLElement;
  read(): JsonObject;
  /** What can be said at once. */
  problems(): ArgumentProblem[];
  /** @returns those that are shown. @param all also at fields where the person has not been yet */
  show(problems: ArgumentProblem[], all: boolean): ShownProblem[];
  focusFirst(): void;
}

export interface ShownProblem extends ArgumentProblem {
  /** Of the field where it is shown; "" for the whole. */
  label: string;
  field: FieldView | undefined;
}

let ids = 0;

export function createForm(schema: JsonObject, args: JsonObject, changed: () => void): Form {
  const context: FormContext = { root: schema, changed, newId: () => `field-${++ids}`, field: createFieldView };
  const root = createFieldView({
    schema: { ...schema, type: "object" },
    name: "",
    label: () => "",
    bare: true,
    required: true,
    value: args,
    context,
    depth: 0,
    pointer: () => "",
    onChange: changed,
  });
  return {
    element: root.element,
    read() {
      const value = root.read();
      return isObject(value) ? value : {};
    },
    problems: () => root.problems(),
    show(problems, all) {
      const fields = fieldsOf(root);
      const found = problems.map((problem): ShownProblem => {
        const at = fieldAt(fields, problem.pointer);
        return { ...problem, message: sentence(problem.message), field: at?.field, label: at?.path.join(" › ") ?? "" };
      });
      const shown = found.filter(({ field }) => all || field === undefined || field.touched);
      for (const { field } of fields)
        field.show(shown.filter((problem) => problem.field === field).map(({ message }) => message));
      return shown;
    },
    focusFirst: () => root.parts()[0]?.focus(),
  };
}

interface PlacedField {
  field: FieldView;
  /** Labels from the outside in. */
  path: string[];
}

function fieldsOf(view: FieldView, path: string[] = []): PlacedField[] {
  return view.parts().flatMap((field) => {
    // The part of a chosen shape stands at the place of the field that it is in.
    const inside = field.pointer() === view.pointer() ? path : [...path, field.label];
    return [{ field, path: inside }, ...fieldsOf(field, inside)];
  });
}

/** The field of a pointer, else the nearest one around it. */
function fieldAt(fields: readonly PlacedField[], pointer: string): PlacedField | undefined {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = fields.find(({ field }) => field.pointer() === at);
    if (found) return found;
  }
  return undefined;
}

/** "must be a number" → "Must be a number." */
function sentence(text: string): string {
  const trimmed = text.trim();
  const end = /[.!?…]$/.test(trimmed) ? "" : ".";
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + end;
}
