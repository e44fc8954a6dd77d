/** Fields that hold fields: groups, lists, and choices between shapes. */
import type { Json, JsonObject } from "../../runtime/contract/tools.ts";
import { button, el } from "../shared/dom.ts";
import { announce } from "../shared/live.ts";
import { t } from "../shared/l10n.ts";
import { listProblem } from "./checks.ts";
import type { FieldView, MakeInput } from "./fields.ts";
import { bestVariant, seedOf } from "./schema.ts";
import { below, isObject } from "./schemaTools.ts";

export const makeGroup: MakeInput<"group"> = (field, value, options) => {
  const given = isObject(value) ? value : undefined;
  const known = new Set(field.properties.map(({ name }) => name));
  const fields = field.properties.map(({ name, schema, required }) => {
    const part = given && Object.hasOwn(given, name) ? given[name] : undefined;
    // A group that was just added begins with its defaults.
    const initial = given ? part : seedOf(schema);
    const view = options.context.field({ schema, name, required, value: initial, context: options.context, depth: options.depth + 1, pointer: () => below(options.pointer(), name), onChange: options.onChange }); // prettier-ignore
    return { name, view };
  });
  const others = Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => !known.has(name)));
  const more = moreFields(field.schema, others, options);
  const element = el("div", { class: "fields" }, ...fields.map(({ view }) => view.element), more?.element);
  return {
    element,
    focusable: element,
    single: false,
    read() {
      const own = fields.flatMap(({ name, view }): [string, Json][] => {
        const part = view.read();
        return part === undefined ? [] : [[name, part]];
      });
      const beside = more?.read();
      return Object.fromEntries([...Object.entries(isObject(beside) ? beside : {}), ...own]);
    },
    problem: () => undefined,
    parts: () => [...fields.map(({ view }) => view), ...(more ? [more] : [])],
  };
};

/** Fields beyond those that the schema names, as JSON: where the schema says that there can be some, or some are given. */
function moreFields(
  schema: JsonObject,
  others: JsonObject,
  options: Parameters<typeof makeGroup>[2],
): FieldView | undefined {
  const any = Object.keys(others).length > 0;
  const allowed = schema["additionalProperties"];
  if (!any && !(allowed === true || isObject(allowed))) return undefined;
  return options.context.field({
    schema: {
      type: "object",
      title: t("More fields"),
      description: t("A JSON object with fields of any other names."),
    },
    name: "",
    required: false,
    value: any ? others : undefined,
    context: options.context,
    depth: options.depth + 1,
    pointer: options.pointer,
    onChange: options.onChange,
  });
}

export const makeList: MakeInput<"list"> = ({ item, schema }, value, options) => {
  const rows = el("ol", { class: "items" });
  const views = new Map<Element, FieldView>();
  const add = button({ text: t("Add Item"), icon: "add", onClick: () => addItem() });
  add.id = options.id;
  const element = el("div", { class: "list" }, rows, add);

  function insert(part: Json | undefined): FieldView {
    const row = el("li", { class: "item" });
    rows.append(row);
    const view = options.context.field({
      schema: item,
      name: "",
      label: () => t("Item {0}", indexOf(row) + 1),
      required: true,
      inList: true,
      value: part,
      context: options.context,
      depth: options.depth + 1,
      pointer: () => below(options.pointer(), indexOf(row)),
      onChange: options.onChange,
    });
    const tool = (text: string, symbol: string, onClick: () => void): HTMLButtonElement =>
      button({ text, icon: symbol, kind: "icon", onClick });
    const tools = el(
      "div",
      { class: "item-tools" },
      tool(t("Move Up"), "arrow-up", () => move(row, -1)),
      tool(t("Move Down"), "arrow-down", () => move(row, 1)),
      tool(t("Remove"), "trash", () => remove(row)),
    );
    row.append(view.element, tools);
    views.set(row, view);
    return view;
  }

  /** In the order in which they stand. */
  const items = (): FieldView[] => [...rows.children].flatMap((row) => views.get(row) ?? []);
  const indexOf = (row: HTMLElement): number => [...rows.children].indexOf(row);

  function addItem(): void {
    const view = insert(seedOf(item));
    settled();
    view.focus();
  }

  function move(row: HTMLElement, by: -1 | 1): void {
    const to = indexOf(row) + by;
    if (to < 0 || to >= views.size) return;
    const focused = document.activeElement;
    rows.insertBefore(row, rows.children[by < 0 ? to : to + 1] ?? null);
    if (focused instanceof HTMLElement) focused.focus();
    announce(t("Moved to place {0} of {1}.", to + 1, views.size));
    settled();
  }

  function remove(row: HTMLElement): void {
    const at = indexOf(row);
    views.delete(row);
    row.remove();
    const next = (rows.children[at] ?? rows.children[at - 1])?.querySelector<HTMLElement>(
      ":scope > .item-tools > :last-child",
    );
    (next ?? add).focus();
    announce(t("Item {0} was removed.", at + 1));
    settled();
  }

  function settled(): void {
    number();
    options.onChange();
  }

  /** Names the buttons after their item. */
  function number(): void {
    for (const [index, row] of [...rows.children].entries()) {
      const [up, down, gone] = row.querySelectorAll<HTMLButtonElement>(":scope > .item-tools > button");
      setName(up, t("Move item {0} up", index + 1));
      setName(down, t("Move item {0} down", index + 1));
      setName(gone, t("Remove item {0}", index + 1));
      up?.setAttribute("aria-disabled", String(index === 0));
      down?.setAttribute("aria-disabled", String(index === views.size - 1));
      views.get(row)?.element.dispatchEvent(new Event("renumbered"));
    }
  }

  for (const part of Array.isArray(value) ? value : []) insert(part);
  number();
  return {
    element,
    focusable: add,
    single: false,
    // A place that cannot be read is null, so that the pointers of those after it stay right.
    read: () => items().map((view) => view.read() ?? null),
    problem: () => listProblem(items().map((view) => view.read()), schema), // prettier-ignore
    parts: items,
  };
};

function setName(target: HTMLElement | undefined, name: string): void {
  target?.setAttribute("aria-label", name);
  target?.setAttribute("title", name);
}

export const makeVariants: MakeInput<"variants"> = ({ variants }, value, options) => {
  const { root } = options.context;
  const first = value === undefined ? 0 : (bestVariant(variants, value, root) ?? 0);
  const left = new Map<number, Json | undefined>();
  let current = first;
  let view = viewOf(first, value);
  const choose = el("select", {
    id: options.id,
    class: "input",
    onchange: () => {
      left.set(current, view.read());
      current = Number(choose.value);
      const next = left.has(current) ? left.get(current) : seedOf(variants[current]?.schema ?? {});
      const fresh = viewOf(current, next);
      view.element.replaceWith(fresh.element);
      view = fresh;
      options.onChange();
    },
  });
  choose.append(
    ...variants.map(({ label }, index) => el("option", { value: index }, label ?? t("Shape {0}", index + 1))),
  );
  choose.value = String(first);

  function viewOf(index: number, part: Json | undefined): FieldView {
    const { label, schema } = variants[index] ?? { label: undefined, schema: {} };
    const { title: _, ...rest } = schema;
    return options.context.field({ schema: rest, name: "", label: () => label ?? t("Shape {0}", index + 1), bare: true, required: true, value: part, context: options.context, depth: options.depth + 1, pointer: options.pointer, onChange: options.onChange }); // prettier-ignore
  }

  return {
    element: el("div", { class: "variants" }, choose, view.element),
    focusable: choose,
    single: false,
    read: () => view.read(),
    problem: () => undefined,
    parts: () => [view],
  };
};
