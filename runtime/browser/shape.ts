/** The shape that scripts give to g.dom.extract → a plan for the page script. */
import { ToolError } from "../errors.ts";
import type { Field, Shape } from "./page/lib.ts";
import { parseSelectors } from "./selectors.ts";

const AS = ["text", "number", "integer", "boolean", "html", "url"] as const;
const FIELD_KEYS = new Set(["select", "attr", "as", "decimal", "required"]);
const DEEPEST = 10;

/** Throws InvalidArgument with the place in the shape. */
export function parseShape(shape: unknown, path = "shape", depth = 0): Shape {
  if (depth > DEEPEST) throw wrong(path, `is nested deeper than ${DEEPEST}`);
  if (typeof shape === "string") return field({ select: shape }, path);
  if (Array.isArray(shape)) return list(shape, path, depth);
  if (!isObject(shape))
    throw wrong(
      path,
      'must be a selector, a list ["selector", shape], {select, attr, as}, or an object of names and shapes',
    );
  const keys = Object.keys(shape);
  const isField =
    keys.length > 0 &&
    keys.every((key) => FIELD_KEYS.has(key)) &&
    keys.some((key) => key === "select" || key === "attr" || key === "as") &&
    !keys.some((key) => isObject(shape[key]));
  if (isField) return field(shape, path);
  return { kind: "object", fields: keys.map((key) => [key, parseShape(shape[key], `${path}.${key}`, depth + 1)]) };
}

function list(shape: unknown[], path: string, depth: number): Shape {
  const [select, each, ...more] = shape;
  if (more.length > 0 || select === undefined) throw wrong(path, 'must be ["selector"] or ["selector", shape]');
  const inner: Shape =
    each === undefined ? { kind: "field", as: "text", required: false } : parseShape(each, `${path}[1]`, depth + 1);
  return { kind: "list", select: selectors(select, `${path}[0]`), each: inner };
}

function field(given: Record<string, unknown>, path: string): Field {
  const { select, attr, as = "text", decimal, required = false } = given;
  if (attr !== undefined && typeof attr !== "string") throw wrong(`${path}.attr`, "must be the name of an attribute");
  const kind = AS.find((name) => name === as);
  if (!kind) throw wrong(`${path}.as`, `must be one of ${AS.join(", ")}`);
  if (decimal !== undefined && decimal !== "," && decimal !== ".") throw wrong(`${path}.decimal`, 'must be "," or "."');
  if (typeof required !== "boolean") throw wrong(`${path}.required`, "must be true or false");
  return {
    kind: "field",
    as: kind,
    required,
    ...(select === undefined ? {} : { select: selectors(select, `${path}.select`) }),
    ...(attr === undefined ? {} : { attr }),
    ...(decimal === undefined ? {} : { decimal }),
  };
}

function selectors(given: unknown, path: string) {
  if (typeof given === "string" && given !== "") return parseSelectors(given);
  if (
    Array.isArray(given) &&
    given.length > 0 &&
    given.every((one): one is string => typeof one === "string" && one !== "")
  )
    return parseSelectors(given);
  throw wrong(path, "must be a selector, or a list of them");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wrong = (path: string, why: string) =>
  new ToolError("InvalidArgument", `${path} ${why}`, {
    hint: 'For example {items: [".card", {name: "h2", price: {select: ".price", as: "number"}, url: {select: "a", attr: "href"}}]}.',
  });
