/** The first text of a script, made from its tool's entry in tools.json. */
import type { WorkspaceTool } from "../contract/tools.ts";
import { describeSchema } from "../tools/describeSchema.ts";
import { isObject } from "../tools/schemaLint.ts";
import { visibleText } from "../visibleText.ts";

const MAX_COMMENT = 300;
const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
/** What cannot name a variable in a function of a module. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function g if implements import in instanceof interface let main new null package private protected public return static super switch
  this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/** main() with each parameter as a variable and a comment about it. TypeScript for .ts, .mts and .cts. */
export function scriptTemplate(tool: Pick<WorkspaceTool, "description" | "parameters" | "script">): string {
  const typed = /\.[mc]?ts$/.test(tool.script);
  const variables = variablesOf(tool);
  const names = variables.map(({ variable }) => variable);
  const taken = variables.map(({ name, variable, about }) => {
    const from = name === variable ? variable : `${JSON.stringify(name)}: ${variable}`;
    return `    ${from}, // ${about}\n`;
  });
  return [
    `/** ${comment(tool.description)} */\n`,
    `async function main()${typed ? ": Promise<unknown>" : ""} {\n`,
    ...(taken.length > 0 ? ["  const {\n", ...taken, "  } = g.tool.args;\n\n"] : []),
    '  await g.tool.reportProgress("Working");\n',
    "  // What main() returns is what the agent gets.\n",
    `  return { ${names.length > 0 ? names.join(", ") : "done: true"} };\n`,
    "}\n",
  ].join("");
}

function variablesOf({ parameters }: Pick<WorkspaceTool, "parameters">) {
  const { properties, required } = parameters;
  const needed = new Set(Array.isArray(required) ? required : []);
  const used = new Set(RESERVED);
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => {
    const variable = variableFor(name, used);
    used.add(variable);
    const description = isObject(schema) ? schema["description"] : undefined;
    const what = describeSchema(schema, parameters) + (needed.has(name) ? ", required" : "");
    return { name, variable, about: comment(typeof description === "string" ? `${what}: ${description}` : what) };
  });
}

/** "user-id" → "userId"; a number behind it where that is taken. */
function variableFor(name: string, used: ReadonlySet<string>): string {
  const words = name.replace(/[^\p{ID_Continue}$]+(.)?/gu, (_match, next: string = "") => next.toUpperCase());
  const base = IDENTIFIER.test(words) ? words : `value${words}`;
  const free = (n: number): string => {
    const candidate = n === 1 ? base : `${base}${n}`;
    return used.has(candidate) ? free(n + 1) : candidate;
  };
  return free(1);
}

/** One line that ends no comment, sets no timeout, and names no host: addresses of a script are where its secrets may go. */
function comment(text: string): string {
  const line = visibleText(text.replace(/\s+/g, " ").trim());
  const short = line.length > MAX_COMMENT ? `${line.slice(0, MAX_COMMENT).toWellFormed()}…` : line;
  return short
    .replaceAll("*/", "* /")
    .replace(/https?:\/\//gi, "")
    .replace(/@(?=timeout\b)/gi, "");
}
