/** How commands end: texts on stderr, an exit code by kind. */
import { visibleLines } from "../visibleText.ts";
import { errorData, ToolError } from "../errors.ts";
import type { ErrorData } from "../contract/guest.ts";

export const EXIT = { ok: 0, failed: 1, usage: 2, arguments: 3, person: 4, machine: 5 } as const;

const BY_CODE: Record<string, number> = {
  InvalidArgument: EXIT.arguments,
  UnknownTool: EXIT.arguments,
  NotApproved: EXIT.person,
  HumanUnavailable: EXIT.person,
  Declined: EXIT.person,
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
  return (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ?? EXIT.failed;
}

export function printError(error: ErrorData): void {
  const lines = [error.message, ...(error.stack ? [error.stack] : [])];
  for (let { cause } = error; cause; { cause } = cause) lines.push(`Caused by: ${cause.message}`);
  if (error.hint) lines.push(`Next: ${error.hint}`);
  process.stderr.write(visibleLines(lines.join("\n")) + "\n");
}

/** For what a command throws. */
export function reportFailure(error: unknown): void {
  const known = fileError(error) ?? error;
  const data = errorData(known, "Internal");
  printError(known instanceof ToolError ? data : { ...data, hint: "This is a fault of Guidon; please report it." });
  process.exitCode = exitCodeOf(data.code);
}

/** What the file system refused is for the person at the machine to mend. */
function fileError(error: unknown): ToolError | undefined {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return undefined;
  const what = "path" in error ? `${String(error.path)} cannot be read or written` : error.message;
  return new ToolError("IoError", `${what} (${String(error.code)})`, {
    hint: "Look at the rights of that folder and the space left on its disk, or choose another folder.",
    cause: error,
  });
}
