/** Operations that give structured data. Runs inside the page; a part refers to nothing outside of itself. */
import type { Field, Op, Outcome, PageLib, Root, Selectors, Shape } from "./lib.ts";

export function extractOps(lib: PageLib): { ops: Record<string, Op> } {
  const ADDRESSES = /^(href|src|action|formaction|poster|cite|data)$/;

  function attributeOf(element: Element, name: string): string | null {
    const value = element.getAttribute(name);
    if (value === null || !ADDRESSES.test(name.toLowerCase())) return value;
    return URL.canParse(value, element.baseURI) ? new URL(value, element.baseURI).href : value;
  }

  function read(element: Element, field: Field): unknown {
    if (field.as === "html") return element.innerHTML;
    if (
      field.as === "boolean" &&
      !field.attr &&
      element instanceof HTMLInputElement &&
      /^(checkbox|radio)$/.test(element.type)
    )
      return element.checked;
    const text = field.attr ? attributeOf(element, field.attr) : lib.textOf(element);
    if (field.as === "boolean")
      return text !== null && !/^(|false|no|off|0)$/i.test(field.attr && text === "" ? "true" : text.trim());
    if (text === null) return null;
    if (field.as === "url") return URL.canParse(text, element.baseURI) ? new URL(text, element.baseURI).href : null;
    if (field.as === "number" || field.as === "integer") {
      const value = lib.parseNumber(text, field.decimal);
      return value !== null && field.as === "integer" ? Math.trunc(value) : value;
    }
    return field.attr ? text.trim() : text;
  }

  function give(root: Root, shape: Shape, path: string, missing: string[]): unknown {
    if (shape.kind === "object") {
      return Object.fromEntries(
        shape.fields.map(([name, inner]) => [name, give(root, inner, path ? `${path}.${name}` : name, missing)]),
      );
    }
    if (shape.kind === "list")
      return lib.findAll(shape.select, root).map((element, i) => give(element, shape.each, `${path}[${i}]`, missing));
    const own = root instanceof Element ? root : document.documentElement;
    const element = shape.select ? lib.findFirst(shape.select, root) : own;
    const value = element ? read(element, shape) : shape.as === "boolean" ? false : null;
    if (shape.required && (value === null || !element)) missing.push(path);
    return value;
  }

  function extract(input: { shape: Shape; root?: Selectors }): Outcome {
    const root = input.root ? lib.findFirst(input.root) : document;
    if (!root) return { pending: { matched: 0, reason: "" } };
    const missing: string[] = [];
    const value = give(root, input.shape, "", missing);
    return missing.length > 0
      ? { pending: { matched: 0, reason: `required: ${missing.slice(0, 5).join(", ")}` } }
      : { ok: { value } };
  }

  /** A cell's text with what its own ::before and ::after show, without icon letters. */
  function cellText(cell: Element): string {
    const shown = (which: string) => {
      const content = getComputedStyle(cell, which).content;
      return content.startsWith('"')
        ? content
            .slice(1, -1)
            .replace(/\\(.)/g, "$1")
            .replace(/[\ue000-\uf8ff]/g, "")
        : "";
    };
    return lib.tidy(shown("::before") + lib.textOf(cell) + shown("::after"));
  }

  /** Every row as a full line of cells: a cell that spans several columns or rows is in each of them. */
  function grid(table: HTMLTableElement): { row: HTMLTableRowElement; cells: HTMLTableCellElement[] }[] {
    const lines: HTMLTableCellElement[][] = [];
    const rows = [...table.rows];
    rows.forEach((row, y) => {
      const section = row.parentElement;
      const left = rows.slice(y).filter((other) => other.parentElement === section).length;
      const line = (lines[y] ??= []);
      let x = 0;
      for (const cell of row.cells) {
        while (line[x]) x++;
        const height = Math.min(cell.rowSpan === 0 ? left : cell.rowSpan, left);
        for (let dy = 0; dy < height; dy++)
          for (let dx = 0; dx < Math.min(cell.colSpan, 1000); dx++) (lines[y + dy] ??= [])[x + dx] ??= cell;
        x += cell.colSpan;
      }
    });
    return rows.map((row, y) => ({ row, cells: lines[y] ?? [] }));
  }

  function columnNames(head: HTMLTableCellElement[][], width: number): string[] {
    const used = new Map<string, number>();
    return Array.from({ length: width }, (_, x) => {
      const cells = [...new Set(head.flatMap((line) => line[x] ?? []))];
      const name = cells.map(cellText).filter(Boolean).join(" ").replace(/\s+/g, " ") || `Column ${x + 1}`;
      const times = (used.get(name) ?? 0) + 1;
      used.set(name, times);
      return times === 1 ? name : `${name} ${times}`;
    });
  }

  function extractTable(input: { selectors: Selectors; headers?: string[] | false; maxRows?: number }): Outcome {
    const found = lib.findFirst(input.selectors);
    if (!found) return { pending: { matched: 0, reason: "" } };
    const table = found instanceof HTMLTableElement ? found : found.querySelector("table");
    if (!table) return { ok: { refused: `is ${lib.describe(found)} and holds no <table>` } };
    const lines = grid(table).filter(({ row }) => row.checkVisibility({ visibilityProperty: true }));
    const isHead = ({ row, cells }: (typeof lines)[number]) =>
      row.parentElement === table.tHead ||
      (!table.tHead && cells.length > 0 && cells.every((cell) => cell.tagName === "TH"));
    const from =
      input.headers === false
        ? 0
        : Math.max(
            lines.findIndex((line) => !isHead(line)),
            0,
          );
    const head =
      input.headers === false ? [] : lines.slice(0, lines.some((line) => !isHead(line)) ? from : lines.length);
    const body = lines.slice(head.length).filter(({ row }) => row.parentElement !== table.tFoot);
    const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
    const names = columnNames(
      head.map(({ cells }) => cells),
      width,
    );
    const keys = names.map((name, x) => (Array.isArray(input.headers) ? (input.headers[x] ?? name) : name));
    const rows = body.slice(0, input.maxRows ?? body.length).map(({ cells }) => {
      const texts = new Map<Element, string>();
      return Object.fromEntries(
        keys.map((key, x) => {
          const cell = cells[x];
          if (cell && !texts.has(cell)) texts.set(cell, cellText(cell));
          return [key, (cell && texts.get(cell)) ?? ""];
        }),
      );
    });
    return { ok: { value: rows, left: body.length - rows.length } };
  }

  return { ops: { ...lib.ops, extract, extractTable } };
}
