/** `$ref`: what points out of a schema or to nothing in it. Nothing is ever fetched. */
import type { Json, JsonObject } from "../contract/tools.ts";

/**
 * "remote": outside of this schema. "nowhere": a pointer or anchor that is not there. undefined: found, or left to ajv because
 * the schema gives parts of itself an address.
 */
export function danglingReference(schema: JsonObject, reference: string): "remote" | "nowhere" | undefined {
  const [address = "", fragment = ""] = reference.split(/#(.*)/s);
  if (address !== "") return addressesIn(schema).some((own) => sameDocument(own, address)) ? undefined : "remote";
  if (fragment === "") return undefined;
  if (!fragment.startsWith("/")) return anchorsIn(schema).includes(fragment) ? undefined : "nowhere";
  if (resolvePointer(schema, fragment) !== undefined) return undefined;
  return addressesIn(schema, 1).length > 0 ? undefined : "nowhere";
}

/** The value at a JSON pointer such as "/$defs/a~1b"; percent-encoding is understood. */
export function resolvePointer(schema: Json, pointer: string): Json | undefined {
  let node: Json | undefined = schema;
  for (const part of pointer.split("/").slice(1)) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as JsonObject)[key];
  }
  return node;
}

/** Does a value of `$ref` point out of the schema? */
export function isRemote(schema: JsonObject, reference: Json): boolean {
  return typeof reference === "string" && danglingReference(schema, reference) === "remote";
}

/** Can a check go round in it, so that its time is not bounded by the schema's size? Rather yes than no. */
export function isRecursive(schema: JsonObject): boolean {
  const active = new Set(["#"]);
  const done = new Set<string>();
  const walk = (node: Json | undefined): boolean => {
    if (typeof node !== "object" || node === null) return false;
    if (Array.isArray(node)) return node.some(walk);
    if ("$dynamicRef" in node || "$recursiveRef" in node) return true;
    return Object.values(node).some(walk) || follow(node["$ref"]);
  };
  const follow = (reference: Json | undefined): boolean => {
    if (typeof reference !== "string" || done.has(reference)) return false;
    if (active.has(reference) || !reference.startsWith("#/")) return true;
    active.add(reference);
    const found = walk(resolvePointer(schema, reference.slice(1)));
    active.delete(reference);
    done.add(reference);
    return found;
  };
  return walk(schema);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function sameDocument(own: string, address: string): boolean {
  const base = "schema://guidon/";
  const resolve = (text: string) => URL.parse(text, base)?.href ?? text;
  return resolve(own.replace(/#$/, "")) === resolve(address) || own.endsWith("/" + address);
}

/** Values of `$id` (and draft-04's `id`). @param from depth at which to begin: 1 leaves the root's own out */
function addressesIn(schema: JsonObject, from = 0): string[] {
  return collect(schema, (node, depth) => (depth < from ? [] : [node["$id"], node["id"]]));
}

function anchorsIn(schema: JsonObject): string[] {
  return collect(schema, (node) => [
    node["$anchor"],
    node["$dynamicAnchor"],
    ...[node["$id"], node["id"]].map((id) => (typeof id === "string" && id.startsWith("#") ? id.slice(1) : undefined)),
  ]);
}

function collect(
  node: Json | undefined,
  pick: (node: JsonObject, depth: number) => (Json | undefined)[],
  depth = 0,
): string[] {
  if (typeof node !== "object" || node === null || depth > 200) return [];
  const here = Array.isArray(node) ? [] : pick(node, depth);
  const below = Object.values(node).flatMap((child: Json) => collect(child, pick, depth + 1));
  return [...here.filter((value) => typeof value === "string"), ...below];
}
