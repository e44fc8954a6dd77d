/** The part of `g` that the guest does by itself: described here for typings, reference and editor; done in sandbox/guest. */

export interface GuestMember {
  /** Dotted, without g. */
  readonly name: string;
  readonly since: string;
  readonly doc: string;
  /** TypeScript text that follows the last part of the name: ": string" or "(ms: number): Promise<void>". */
  readonly signature: string;
  readonly example: string;
}

const since = "0.1.0";

export const guestMembers: readonly GuestMember[] = [
  { name: "tool.name", since, doc: "The tool's name in tools.json.", signature: ": string", example: "g.tool.name" },
  {
    name: "tool.args",
    since,
    doc: "The arguments of the call, checked against the tool's `parameters`, defaults filled in. Frozen.",
    signature: ": Readonly<Args>",
    example: "const { keyword, maxResults = 10 } = g.tool.args;",
  },
  { name: "tool.callId", since, doc: "Id of this run, as in logs.", signature: ": string", example: "g.tool.callId" },
  {
    name: "tool.origin",
    since,
    doc: "Who started the run. `User` is a person in a trusted editor window; agents are `Mcp`, the command line is `External`.",
    signature: `: "User" | "Mcp" | "External" | "Queue"`,
    example: `if (g.tool.origin === "Mcp") g.log("called by an agent");`,
  },
  {
    name: "tool.timeoutMs",
    since,
    doc: "Milliseconds that the whole run may take.",
    signature: ": number",
    example: "g.tool.timeoutMs",
  },
  {
    name: "tool.remainingMs",
    since,
    doc: "Milliseconds left of the run's deadline.",
    signature: "(): number",
    example: "while (g.tool.remainingMs() > 5000) await nextPage();",
  },
  {
    name: "tool.isCanceled",
    since,
    doc: "Whether the caller gave up or the deadline came.",
    signature: "(): boolean",
    example: "if (g.tool.isCanceled()) return;",
  },
  {
    name: "tool.signal",
    since,
    doc: "Fires when the caller gives up and at the deadline.",
    signature: ": AbortSignal",
    example: `g.tool.signal.addEventListener("abort", () => g.log("stopping"));`,
  },
  {
    name: "tool.fail",
    since,
    doc: "Ends the run with an error that the agent can act on. Throws a ToolError.",
    signature: "(code: string, message: string, options?: { hint?: string; details?: unknown }): never",
    example: `g.tool.fail("EmptyResult", "No product matches", { hint: "Try a shorter keyword" });`,
  },
  {
    name: "log",
    since,
    doc: "Writes a line to the run's log; objects are printed readably. Also `g.log.debug`, `.info`, `.warn`, `.error`, and `console.*`.",
    signature:
      ": { (...values: unknown[]): void; debug(...values: unknown[]): void; info(...values: unknown[]): void; warn(...values: unknown[]): void; error(...values: unknown[]): void }",
    example: `g.log.warn("no price on", url);`,
  },
  {
    name: "wait",
    since,
    doc: "Waits the given milliseconds. Prefer a wait for a condition where there is one.",
    signature: "(ms: number): Promise<void>",
    example: "await g.wait(250);",
  },
  {
    name: "flow.retry",
    since,
    doc: "Calls `fn` again when it throws. By default 3 attempts, 500 ms apart, doubling; only errors that say they are retryable, or whose code is in `onCodes`.",
    signature:
      "<T>(fn: (attempt: number) => T | Promise<T>, options?: { attempts?: number; delayMs?: number; backoff?: number; onCodes?: string[] }): Promise<T>",
    example: `const page = await g.flow.retry(() => g.http.get(url), { attempts: 4, onCodes: ["NetworkError"] });`,
  },
  {
    name: "flow.pollUntil",
    since,
    doc: "Calls `fn` until it gives something truthy, and gives that. Throws Timeout after `timeoutMs` (by default what is left of the run).",
    signature:
      "<T>(fn: () => T | Promise<T>, options?: { everyMs?: number; timeoutMs?: number }): Promise<NonNullable<T>>",
    example: `await g.flow.pollUntil(async () => (await g.dom.getText("#state")) === "done", { everyMs: 200 });`,
  },
];
