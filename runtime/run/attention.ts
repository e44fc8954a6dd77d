/** Which failures of an agent's call a person has to hear of, because only a person can help. */
import type { Attention } from "../contract/control.ts";
import type { ErrorData, RunOrigin } from "../contract/guest.ts";

interface Caller {
  tool: string;
  origin: RunOrigin;
  client: string;
}

export function attentionFor({ tool, origin, client }: Caller, error: ErrorData): Attention | undefined {
  if (origin !== "Mcp") return undefined;
  const { code, message, hint } = error;
  switch (code) {
    case "NotApproved":
      return { kind: "approval", tool, client };
    case "SecretNotSet":
      return { kind: "secret", tool, client, secrets: secretsIn(error) };
    case "KeychainLocked":
    case "KeychainUnavailable":
      return { kind: "keychain", tool, client, code, message, ...(hint ? { hint } : {}) };
    default:
      return undefined;
  }
}

function secretsIn({ details }: ErrorData): string[] {
  if (typeof details !== "object" || details === null || !("secrets" in details)) return [];
  return Array.isArray(details.secrets) ? details.secrets.filter((name) => typeof name === "string") : [];
}
