/** g.d.ts and the reference page, made from the registry of host calls. `node runtime/run/typings.ts` writes both. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { guestMembers } from "./guestCalls.ts";
import { hostCalls } from "./hostCalls.ts";

interface Member {
  name: string;
  since: string;
  doc: string;
  signature: string;
  example: string;
}

export function members(): Member[] {
  const fromHost = hostCalls.map(({ name, since, doc, params, returns, example }) => ({
    name,
    since,
    doc,
    example,
    signature: `(${parameterList(params)}): Promise<${returns}>`,
  }));
  return [...guestMembers, ...fromHost].toSorted((a, b) =>
    groupOf(a.name) < groupOf(b.name) ? -1 : groupOf(a.name) > groupOf(b.name) ? 1 : 0,
  );
}

export function typings(): string {
  const groups = Map.groupBy(members(), ({ name }) => groupOf(name));
  const lines = [...groups].map(([group, list]) => {
    const body = list.map((member) => `${comment(member)}\n  ${member.name.split(".").at(-1)}${member.signature};`);
    if (group === "") return body.map((text) => text.replaceAll(/^/gm, "")).join("\n");
    return `  readonly ${group}: {\n${body.join("\n").replaceAll(/^/gm, "  ")}\n  };`;
  });
  return `// Generated from the registry of host calls. The script API of Guidon: the global \`g\` of a tool script.

/** \`Args\` is the type of the tool's parameters, where the editor knows it. */
interface GuidonApi<Args = Record<string, any>> {
${lines.join("\n")}
}

declare const g: GuidonApi;

/** As far as scripts have it; a project with the types of the web or of Node has more of it. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: (event: any) => void): void;
  removeEventListener(type: "abort", listener: (event: any) => void): void;
}

/** What host calls throw. \`code\` tells the kind: "Timeout", "NotFound", "NetworkError", … */
declare class ToolError extends Error {
  readonly code: string;
  readonly hint?: string;
  readonly retryable: boolean;
  readonly details?: unknown;
  constructor(code: string, message: string, options?: { hint?: string; retryable?: boolean; details?: unknown; cause?: unknown });
}
`;
}

export function reference(): string {
  const groups = Map.groupBy(members(), ({ name }) => groupOf(name));
  const sections = [...groups].map(([group, list]) => {
    const title = group === "" ? "## g" : `## g.${group}`;
    const entries = list.map(
      ({ name, signature, doc, example, since }) =>
        `### g.${name}\n\n\`\`\`ts\ng.${name}${signature}\n\`\`\`\n\n${doc}\n\n\`\`\`js\n${example}\n\`\`\`\n\nSince ${since}.`,
    );
    return [title, ...entries].join("\n\n");
  });
  const contents = [...groups].map(([group, list]) => {
    const names = list.map(({ name }) => `[${name.split(".").at(-1)}](${anchor(`g.${name}`)})`);
    const title = group === "" ? "g" : `g.${group}`;
    return `- [${title}](${anchor(title)}): ${names.join(", ")}`;
  });
  return `# The script API: g\n\nGenerated from the registry of host calls. Every call that goes to the runtime gives a promise; errors are \`ToolError\` with \`code\`, \`message\` and \`hint\`. Times are in milliseconds.\n\n${contents.join("\n")}\n\n${sections.join("\n\n")}\n`;
}

/** Of a heading, as GitHub and editors make it. */
function anchor(heading: string): string {
  return `#${heading.toLowerCase().replaceAll(".", "")}`;
}

function groupOf(name: string): string {
  return name.includes(".") ? name.slice(0, name.indexOf(".")) : "";
}

function comment({ doc, example, since }: Member): string {
  const text = `${doc}\n@example ${example}\n@since ${since}`.split("\n").map((line) => `   * ${line}`);
  return `  /**\n${text.join("\n")}\n   */`;
}

function parameterList(params: z.ZodRawShape): string {
  const schema = asSchema(z.toJSONSchema(z.object(params), { io: "input", unrepresentable: "any" }));
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${typeText(property)}`)
    .join(", ");
}

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
}

function asSchema(value: unknown): Schema {
  return value as Schema;
}

function typeText(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return arrayText(schema.items);
    case "object":
      return objectText(schema);
    default:
      return "unknown";
  }
}

function arrayText(items: Schema | undefined): string {
  const item = items ? typeText(items) : "unknown";
  return /[|{ ]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function objectText({ properties, required, additionalProperties }: Schema): string {
  if (properties && Object.keys(properties).length > 0) {
    const fields = Object.entries(properties).map(
      ([name, property]) =>
        `${property.description ? `/** ${property.description} */ ` : ""}${name}${required?.includes(name) ? "" : "?"}: ${typeText(property)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  const value = typeof additionalProperties === "object" ? typeText(additionalProperties) : "unknown";
  return `Record<string, ${value}>`;
}

if (import.meta.main) {
  const { format } = await import("prettier");
  const write = async (file: string, text: string, parser: string): Promise<void> =>
    writeFileSync(join(import.meta.dirname, file), await format(text, { parser, printWidth: 120 }));
  await write("g.d.ts", typings(), "typescript");
  await write("reference.md", reference(), "markdown");
}
