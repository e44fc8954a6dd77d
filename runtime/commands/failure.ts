/** How commands end: texts on stderr, an exit code by kind. */
import { errorData, ToolError } from "../errors.ts";
import type { ErrorData } from "../contract/guest.ts";

export const EXIT = { ok: 0, failed: 1, usage: 2, arguments: 3, person: 4, machine: 5 } as const;

const BY_CODE: Record<string, number> = {
  InvalidArgument: EXIT.arguments,
  UnknownTool: EXIT.arguments,
  NotApproved: EXIT.person,
  SecretNotSet: EXIT.person,
  SecretInvalid: EXIT.person,
  SecretTooLong: EXIT.person,
  KeychainLocked: EXIT.person,
  AuthRequired: EXIT.person,
  BrowserUnavailable: EXIT.machine,
  KeychainUnavailable: EXIT.machine,
  IoError: EXIT.machine,
  ReadOnly: EXIT.machine,
};

export function exitCodeOf(code: string): number {
  return BY_CODE[code] ?? EXIT.failed;
}

export function printError(error: ErrorData): void {
  const lines = [error.message, ...(error.stack ? [error.stack] : [])];
  for (let { cause } = error; cause; { cause } = cause) lines.push(`Caused by: ${cause.message}`);
  if (error.hint) lines.push(`Next: ${error.hint}`);
  process.stderr.write(lines.join("\n") + "\n");
}

/** For what a command throws. */
export function reportFailure(error: unknown): void {
  const data = errorData(error, "SandboxCrashed");
  printError(error instanceof ToolError ? data : { ...data, hint: "This is a fault of Guidon; please report it." });
  process.exitCode = exitCodeOf(data.code);
}
