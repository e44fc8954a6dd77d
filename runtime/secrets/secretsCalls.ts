/** g.secrets */
import * as z from "zod";
import type { RunOrigin } from "../contract/guest.ts";
import { ToolError } from "../errors.ts";
import { hostCallFor, type RunScope } from "../hostCall.ts";

export interface SecretsScope extends RunScope {
  readonly secrets: {
    /** @throws ToolError SecretNotSet … */
    get(name: string): Promise<string>;
    has(name: string): Promise<boolean>;
  };
}

const call = hostCallFor<SecretsScope>();
const since = "0.1.0";
const name = z.string().describe("The secret's name, without brackets");

const WHO: Readonly<Record<Exclude<RunOrigin, "User">, string>> = {
  Mcp: "an agent",
  External: "a command",
  Queue: "a queue",
};

export const secretsCalls = [
  call({
    name: "secrets.getSecret",
    since,
    doc: `Gives the value of a secret, to runs that a person starts in a trusted editor window.
Runs started by agents, the command line or a queue get \`AccessDenied\`: scripts of theirs never hold a secret. Write it as \`{{NAME}}\` into the tool's \`headers\` in tools.json instead; Guidon fills it in when the request is sent.`,
    params: { name },
    returns: "string",
    example: `const key = await g.secrets.getSecret("API_TOKEN");`,
    run: (scope, args) => {
      // The origin is the runtime's own knowledge; nothing that the guest says counts.
      if (scope.origin !== "User") throw denied(args.name, scope.origin);
      return scope.secrets.get(args.name);
    },
  }),
  call({
    name: "secrets.hasSecret",
    since,
    doc: "Tells whether a secret is set, for every kind of run.",
    params: { name },
    returns: "boolean",
    example: `if (!(await g.secrets.hasSecret("API_TOKEN"))) g.tool.fail("AuthRequired", "API_TOKEN is not set");`,
    run: (scope, args) => scope.secrets.has(args.name),
  }),
];

function denied(secret: string, origin: Exclude<RunOrigin, "User">): ToolError {
  return new ToolError("AccessDenied", `g.secrets.getSecret gives no secret to a run that ${WHO[origin]} started`, {
    hint: `Write "{{${secret.slice(0, 64)}}}" into the tool's "headers" in tools.json: Guidon fills it in on requests to the tool's allowed hosts, and the script never sees it.`,
  });
}
