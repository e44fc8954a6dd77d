/**
 * The closed list of errors: a code, whose fault it is, and whether trying again can help.
 * Every failure that leaves the runtime is one of these; the text says what failed, `hint` says what to do next.
 */
import type { ErrorData } from "./contract/guest.ts";

/** Who has to act: the agent that called, the author of script or tools.json, the person at the machine, the web site, or Guidon itself. */
export type Fault = "caller" | "author" | "person" | "environment" | "site" | "guidon";

const CODES = {
  InvalidArgument: { fault: "caller", retryable: false },
  UnknownTool: { fault: "caller", retryable: false },
  NotFound: { fault: "author", retryable: false },
  NotActionable: { fault: "site", retryable: true },
  Ambiguous: { fault: "author", retryable: false },
  Timeout: { fault: "site", retryable: true },
  Canceled: { fault: "caller", retryable: false },
  NavigationFailed: { fault: "site", retryable: true },
  PageClosed: { fault: "site", retryable: true },
  BrowserUnavailable: { fault: "environment", retryable: false },
  AuthRequired: { fault: "person", retryable: false },
  EmptyResult: { fault: "caller", retryable: false },
  BlockedByPolicy: { fault: "author", retryable: false },
  AccessDenied: { fault: "author", retryable: false },
  NetworkError: { fault: "site", retryable: true },
  ResponseTooLarge: { fault: "site", retryable: false },
  ResultTooLarge: { fault: "author", retryable: false },
  UnsupportedResponse: { fault: "site", retryable: false },
  InvalidPath: { fault: "author", retryable: false },
  AlreadyExists: { fault: "author", retryable: false },
  ReadOnly: { fault: "environment", retryable: false },
  IoError: { fault: "environment", retryable: true },
  HumanUnavailable: { fault: "person", retryable: false },
  Declined: { fault: "person", retryable: false },
  Unavailable: { fault: "environment", retryable: false },
  MemoryLimit: { fault: "author", retryable: false },
  ScriptError: { fault: "author", retryable: false },
  SandboxCrashed: { fault: "guidon", retryable: true },
  Internal: { fault: "guidon", retryable: false },
  InvalidToolsFile: { fault: "author", retryable: false },
  ToolUnusable: { fault: "author", retryable: false },
  NotApproved: { fault: "person", retryable: false },
  SecretNotSet: { fault: "person", retryable: false },
  SecretInvalid: { fault: "person", retryable: false },
  SecretTooLong: { fault: "person", retryable: false },
  KeychainUnavailable: { fault: "environment", retryable: false },
  KeychainLocked: { fault: "person", retryable: true },
} as const satisfies Record<string, { fault: Fault; retryable: boolean }>;

export type ErrorCode = keyof typeof CODES;

export interface ToolErrorOptions {
  /** The next step, in plain words, for whoever reads it (person or model). */
  hint?: string | undefined;
  retryable?: boolean | undefined;
  /** Facts as plain JSON; never a secret value, never a path of this machine outside the workspace. */
  details?: unknown;
  cause?: unknown;
}

export class ToolError extends Error {
  override readonly name: string = "ToolError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? CODES[code].retryable;
    this.details = options.details;
  }

  get fault(): Fault {
    return CODES[this.code].fault;
  }
}

/** A message with a full stop, so that another sentence can follow. What has several lines shows source text and stays. */
export function sentence(message: string): string {
  return /[.!?:…]$|\n/.test(message) ? message : `${message}.`;
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    return "an unprintable value was thrown";
  }
}

/** Plain data of anything that was thrown; what crosses to the guest and into results. Drops our own stack. */
export function errorData(thrown: unknown, fallback: ErrorCode = "ScriptError"): ErrorData {
  if (thrown instanceof ToolError) {
    const { code, message, hint, retryable, details } = thrown;
    return {
      name: "ToolError",
      code,
      message,
      retryable,
      ...(hint ? { hint } : {}),
      ...(details === undefined ? {} : { details }),
    };
  }
  return { name: "ToolError", code: fallback, message: messageOf(thrown), retryable: CODES[fallback].retryable };
}
