/** The headers of a tool with its secrets filled in, for one run. */
import { ToolError } from "../errors.ts";
import type { ToolHeader } from "../http/headers.ts";
import { setHint, type Secrets } from "./secrets.ts";
import { isHeaderName, isHeaderValue, parseTemplate, secretNames, type Template } from "../headerTemplate.ts";

export interface ResolvedHeaders {
  headers: ToolHeader[];
  /** All that the redactor must know: each secret, and each header value that has some in it. */
  values: { name: string; value: string }[];
}

export interface ToolWithHeaders {
  name: string;
  headers: Readonly<Record<string, string>>;
  allowedHosts?: readonly string[] | undefined;
}

/**
 * Secrets go to `allowedHosts` where the tool declares them, else to the hosts that stand in the script's own source.
 * @throws ToolError SecretNotSet (before the script starts), SecretInvalid, Keychain…, ToolUnusable
 */
export async function resolveHeaders(
  tool: ToolWithHeaders,
  literalHosts: readonly string[],
  secrets: Pick<Secrets, "get">,
): Promise<ResolvedHeaders> {
  const templates = Object.entries(tool.headers).map(([name, text]) => ({
    name,
    template: checkedTemplate(tool, name, text),
  }));
  const found = await readSecrets(secretNames(tool.headers), secrets);
  const allowedHosts = [...(tool.allowedHosts ?? literalHosts)];
  const headers = templates.map(({ name, template }): ToolHeader => {
    const used = template.parts.flatMap((part) => ("secret" in part ? [part.secret] : []));
    const value = template.parts
      .map((part) => ("secret" in part ? (found.get(part.secret) ?? "") : part.text))
      .join("");
    checkHeader(tool, name, value, used);
    return { name, value: value.trim(), secrets: [...new Set(used)], allowedHosts };
  });
  const whole = headers
    .filter(({ secrets: used }) => used.length > 0)
    .map(({ secrets: used, value }) => ({ name: used.join("+"), value }));
  return { headers, values: [...[...found].map(([name, value]) => ({ name, value })), ...whole] };
}

async function readSecrets(names: string[], secrets: Pick<Secrets, "get">): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const missing: string[] = [];
  for (const name of names) {
    try {
      found.set(name, await secrets.get(name));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code !== "SecretNotSet") throw unreadable(name, error);
      missing.push(name);
    }
  }
  if (missing.length === 0) return found;
  const list = missing.map((name) => `"${name}"`).join(", ");
  throw new ToolError(
    "SecretNotSet",
    missing.length === 1 ? `Secret ${list} is not set` : `Secrets ${list} are not set`,
    {
      hint: setHint(missing),
      details: { secrets: missing },
    },
  );
}

/** Whoever reads it has to learn which secret the tool needs, whatever is wrong with the place that keeps it. */
function unreadable(name: string, { code, message, hint, details, cause }: ToolError): ToolError {
  const text = message.includes(`"${name}"`) ? message : `Secret "${name}" cannot be read. ${message}`;
  return new ToolError(code, text, { hint, details, cause });
}

function checkedTemplate(tool: ToolWithHeaders, header: string, text: string): Template {
  const template = parseTemplate(text);
  const [problem] = template.problems;
  if (problem)
    throw new ToolError("ToolUnusable", `Header "${header}" of tool "${tool.name}": ${problem.message}`, {
      hint: `The author corrects it in tools.json. Secrets are written {{NAME}} or <<NAME>>.`,
    });
  return template;
}

/** HTTP libraries print the whole value when they refuse it; so they never get one to refuse. */
function checkHeader(tool: ToolWithHeaders, name: string, value: string, secrets: string[]): void {
  if (!isHeaderName(name))
    throw new ToolError(
      "ToolUnusable",
      `${JSON.stringify(name.slice(0, 80))} of tool "${tool.name}" is not a header name`,
      {
        hint: "The author corrects it in tools.json: letters, digits and - only.",
      },
    );
  if (isHeaderValue(value)) return;
  const [secret] = secrets;
  if (secret === undefined)
    throw new ToolError(
      "ToolUnusable",
      `Header "${name}" of tool "${tool.name}" has a character that HTTP headers cannot carry`,
      {
        hint: "The author corrects it in tools.json: no line breaks, and only Latin-1 characters.",
      },
    );
  throw new ToolError(
    "SecretInvalid",
    `Header "${name}" cannot be made with secret ${secrets.map((each) => `"${each}"`).join(", ")}: HTTP headers cannot carry one of its characters`,
    {
      hint: `Set it again, with the token alone: guidon secrets set ${secret}`,
    },
  );
}
