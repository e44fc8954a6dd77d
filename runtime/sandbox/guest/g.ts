/** Builds `g`: frozen, without prototypes; groups and calls come from the host's list of names. */
import type { Flow } from "./flow.ts";
import { hostFunction, type HostCalls } from "./hostCalls.ts";
import { create, defineProperty, freeze, hasOwn, keys, stringIndexOf, stringSlice } from "./primordials.ts";
import type { ToolState } from "./tool.ts";
import { ToolError } from "./toolError.ts";

/** Groups of the script API. Those that the host gives no calls for say so by name. */
const GROUPS = [
  "nav", "dom", "page", "screenshot", "tabs", "downloads", "http", "network", "intercept", "session", "secrets", "human", "flow",
  "store", "workspace", "data", "queue", "workers", "worker", "workflow", "workflows", "search", "pane", "layout", "clipboard", "tool",
]; // prettier-ignore

/** Names that JavaScript itself asks objects for: answering them would make a group look like a promise or break its printing. */
const ASKED_BY_LANGUAGE = [
  "then",
  "catch",
  "finally",
  "toJSON",
  "constructor",
  "valueOf",
  "toString",
  "inspect",
  "nodeType",
  "asymmetricMatch",
];

type Group = Record<PropertyKey, unknown>;

export interface GParts {
  callNames: string[];
  calls: HostCalls;
  tool: ToolState;
  flow: Flow;
  log: (...args: unknown[]) => void;
}

export function buildG(parts: GParts): object {
  const { tool, flow, calls, callNames } = parts;
  const g = create(null) as Group;
  const groups = create(null) as Record<string, Group>;
  for (let i = 0; i < GROUPS.length; i++) groups[GROUPS[i] ?? ""] = create(null) as Group;
  addTool(groups.tool ?? {}, tool);
  addAll(groups.flow ?? {}, { retry: flow.retry, pollUntil: flow.pollUntil });
  addAll(g, { log: parts.log, wait: flow.wait });
  for (let i = 0; i < callNames.length; i++) addCall(g, groups, callNames[i] ?? "", calls);
  const names = keys(groups);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? "";
    g[name] = guarded(freeze(printable(groups[name] ?? {}, `g.${name}`)), name);
  }
  return freeze(printable(g, "g"));
}

function addCall(g: Group, groups: Record<string, Group>, name: string, calls: HostCalls): void {
  const dot = stringIndexOf(name, ".");
  const target = dot === -1 ? g : (groups[stringSlice(name, 0, dot)] ??= create(null) as Group);
  const method = stringSlice(name, dot + 1);
  // What the guest does by itself stays its own, although the host describes it too.
  if (!hasOwn(target, method)) addAll(target, { [method]: hostFunction(calls, name) });
}

function addTool(target: Group, tool: ToolState): void {
  addAll(target, tool.members);
  const names = keys(tool.values);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? "";
    const descriptor = create(null) as PropertyDescriptor;
    descriptor.get = tool.values[name] as () => unknown;
    descriptor.enumerable = true;
    defineProperty(target, name, descriptor);
  }
}

function addAll(target: Group, functions: Record<string, unknown>): void {
  const names = keys(functions);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? "";
    const fn = functions[name] as object;
    defineProperty(fn, "name", { value: name, configurable: true });
    target[name] = freeze(fn);
  }
}

/** `String(g.nav)` and logging it work although it has no prototype. */
function printable(target: Group, name: string): Group {
  defineProperty(target, Symbol.toPrimitive, { value: freeze(() => `[${name}]`), enumerable: false });
  defineProperty(target, Symbol.toStringTag, { value: name, enumerable: false });
  return target;
}

/** Calls that this version does not have throw when called, with their name, instead of "is not a function". */
function guarded(target: Group, group: string): object {
  const handler = create(null) as ProxyHandler<Group>;
  handler.get = (from, key) => {
    if (typeof key !== "string" || hasOwn(from, key)) return from[key];
    for (let i = 0; i < ASKED_BY_LANGUAGE.length; i++) if (ASKED_BY_LANGUAGE[i] === key) return undefined;
    return () => {
      throw new ToolError("Unavailable", `g.${group}.${key} is not available in this version of Guidon`, {
        hint: hintFor(from, group),
      });
    };
  };
  return new Proxy(target, freeze(handler));
}

function hintFor(target: Group, group: string): string {
  const names = keys(target);
  if (names.length === 0) return `The whole group g.${group} is not available`;
  let list = "";
  for (let i = 0; i < names.length; i++) list += (i === 0 ? "" : ", ") + (names[i] ?? "");
  return `g.${group} has: ${list}`;
}
