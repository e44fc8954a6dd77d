/** What a tool may do, in plain words, for the person who is asked. */
import type { WorkspaceTool } from "../contract/tools.ts";
import { secretNames } from "../headerTemplate.ts";

/** Lines such as "sends the secret API_TOKEN (header Authorization) to api.example.com". */
export function describePermissions(
  tool: WorkspaceTool,
  script: { literalHosts: string[]; inputs: string[] },
): string[] {
  const hosts = tool.allowedHosts ?? script.literalHosts;
  const where = hosts.length > 0 ? hosts.join(", ") : "no host (none is named in allowedHosts or in the script)";
  const lines = [`runs ${script.inputs.join(", ")}`];
  for (const [header, template] of Object.entries(tool.headers))
    for (const secret of secretNames({ [header]: template }))
      lines.push(`sends the secret ${secret} (header ${header}) to ${where}`);
  const literal = script.literalHosts.filter((host) => !(tool.allowedHosts ?? []).includes(host));
  if (literal.length > 0) lines.push(`its script names the hosts ${literal.join(", ")}`);
  if (tool.permissions.length > 0) lines.push(`asks for ${tool.permissions.join(", ")}`);
  return lines;
}
