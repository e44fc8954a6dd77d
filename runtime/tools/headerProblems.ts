/** What a tool's headers need and do not have: a secret that is set, a host that may get it. */
import type { Problem, WorkspaceTool } from "../contract/tools.ts";
import { secretNames } from "../headerTemplate.ts";
import { isHostAllowed } from "../hostPattern.ts";
import type { ScriptLook } from "./scriptLooks.ts";
import { TOOLS_FILE } from "./toolsFile.ts";
import type { ReadTools } from "./toolsFile.ts";

interface Facts {
  place: ReadTools["place"];
  /** Its script; undefined where there is none. */
  look: ScriptLook | undefined;
  /** Names of those that are set; undefined: not known. */
  secrets: ReadonlySet<string> | undefined;
}

export function wantsSecrets({ enabled, headers }: WorkspaceTool): boolean {
  return enabled && secretNames(headers).length > 0;
}

export function headerProblems(tool: WorkspaceTool, facts: Facts): Problem[] {
  return wantsSecrets(tool) ? [...notSet(tool, facts), ...withoutHost(tool, facts), ...notAllowed(tool, facts)] : [];
}

function notSet(tool: WorkspaceTool, { secrets, place }: Facts): Problem[] {
  if (!secrets) return [];
  return Object.entries(tool.headers).flatMap(([header, value]) =>
    secretNames({ [header]: value })
      .filter((name) => !secrets.has(name))
      .map((name) => ({
        ...warning(
          tool,
          "secret-not-set",
          `secret "${name}" is not set`,
          `Set it in VS Code (Guidon: Set Secret…), or in a terminal: guidon secrets set ${name}`,
        ),
        ...place(tool, ["headers", header]),
        subject: name,
      })),
  );
}

/** Its requests would all be refused. */
function withoutHost(tool: WorkspaceTool, { look }: Facts): Problem[] {
  const hosts = tool.allowedHosts ?? (look?.state === "usable" ? look.literalHosts : undefined);
  if (!hosts || hosts.length > 0) return [];
  const names = secretNames(tool.headers).join(", ");
  const message = `"${tool.name}" has a secret in its headers (${names}) and no host that it may go to`;
  const hint = 'Add "allowedHosts", such as ["api.example.com"], or write the address with its host in the script.';
  const { at } = tool;
  return [{ ...warning(tool, "secret-host", message, hint), pointer: "", at }];
}

/** A request with secret headers to a host that is not among the declared ones is refused. */
function notAllowed(tool: WorkspaceTool, { look, place }: Facts): Problem[] {
  const { allowedHosts } = tool;
  if (!allowedHosts || allowedHosts.length === 0 || look?.state !== "usable") return [];
  const allowed = (host: string) =>
    ["http", "https"].some((scheme) => isHostAllowed(new URL(`${scheme}://${host}/`), allowedHosts));
  return look.calledHosts
    .filter((host) => !allowed(host))
    .map((host) => ({
      ...warning(
        tool,
        "host-not-allowed",
        `the script calls ${host}, which "allowedHosts" does not have; its requests to there are refused`,
        `Add "${host}" to allowedHosts, or send the request with toolHeaders: false.`,
      ),
      ...place(tool, ["allowedHosts"]),
      subject: host,
    }));
}

function warning({ name }: WorkspaceTool, code: string, message: string, hint: string) {
  return { severity: "warning" as const, code, message, hint, file: TOOLS_FILE, tool: name };
}
