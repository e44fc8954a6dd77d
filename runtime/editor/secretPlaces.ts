/** Where the names of secrets stand: in header templates, and as texts in scripts. */
import type { Node } from "jsonc-parser";
import { parseTemplate } from "../headerTemplate.ts";
import type { Span } from "../tools/jsonc.ts";
import { maskScript } from "../tools/scriptText.ts";
import { inside } from "./toolsDocument.ts";
import type { ToolsDocument } from "./toolsDocument.ts";

/** Span of the name alone. */
export interface SecretPlace extends Span {
  name: string;
}

export function secretsInDocument(
  document: ToolsDocument,
): (SecretPlace & { tool: string | undefined; header: string })[] {
  return document.entries.flatMap((entry) =>
    entry
      .headers()
      .flatMap(({ name: header, value }) =>
        secretsInValue(document, value).map((place) => ({ ...place, tool: entry.name, header })),
      ),
  );
}

/** Of the text as it is written: names and brackets have no escapes. @param value a header's node */
export function secretsInValue(document: ToolsDocument, value: Node): SecretPlace[] {
  if (value.type !== "string") return [];
  const { offset, length } = inside(document, value);
  return parseTemplate(document.text.slice(offset, offset + length)).parts.flatMap((part) =>
    "secret" in part ? [{ name: part.secret, offset: offset + part.offset, length: part.secret.length }] : [],
  );
}

const CALL = /\bg\s*\.\s*secrets\s*\.\s*(?:getSecret|hasSecret)\s*\(\s*(["'`])([A-Za-z_]\w*)\1/g;

/** `g.secrets.getSecret("NAME")` and `hasSecret`, where the name stands there as it is. */
export function secretsInScript(source: string): SecretPlace[] {
  return [...maskScript(source, "comments").matchAll(CALL)].map(({ 0: call, 2: name = "", index }) => ({
    name,
    offset: index + call.length - 1 - name.length,
    length: name.length,
  }));
}

export function placeAt<Place extends Span>(places: readonly Place[], offset: number): Place | undefined {
  return places.find((place) => place.offset <= offset && offset <= place.offset + place.length);
}
