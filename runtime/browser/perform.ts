/** Runs an operation of the page script: in the right frame, until it is ok or the time is over, across navigations. */
import type { Frame, Realm } from "puppeteer-core";
import { messageOf, ToolError } from "../errors.ts";
import { framesFor, type FrameName } from "./frames.ts";
import type { Outcome, Pending } from "./page/lib.ts";
import { callExpression, installAndCallExpression } from "./page/source.ts";
import { invalidSelector } from "./selectors.ts";
import type { Tab } from "./session.ts";
import { sleep, waitMs } from "./waits.ts";

interface Performed<T> {
  value: T;
  frame: Frame;
}

export interface PerformOptions {
  frame?: FrameName;
  /** 0: one try. */
  waitMs: number;
  /** Answers that count as no match, so that frames are searched too. */
  isEmpty?: (value: unknown) => boolean;
  /** The error when the time is over. */
  failure: (seen: Pending & { waitedMs: number; frameMissing: boolean }) => ToolError;
}

/** In-page waits end this often, so that new frames are noticed. */
const SLICE_MS = 500;
const SLICE_WITH_FRAMES_MS = 100;
/** A page that does not answer for so long is busy. */
const ANSWER_MS = 10_000;
/** One try means one try in a document that stays: navigations under way get so long. */
const RACE_MS = 5_000;

export async function perform<T>(tab: Tab, op: string, input: object, options: PerformOptions): Promise<Performed<T>> {
  const started = performance.now();
  const waited = () => performance.now() - started;
  let seen: Pending = { matched: 0, reason: "" };
  let frameMissing = false;
  for (;;) {
    const left = options.waitMs - waited();
    const frames = await framesFor(tab.page, options.frame);
    frameMissing = frames.length === 0;
    const sliceMs = Math.max(0, Math.min(left, frames.length > 1 ? SLICE_WITH_FRAMES_MS : SLICE_MS));
    const found = await inFrames<T>(tab, frames, op, { ...input, waitMs: sliceMs }, options);
    if ("value" in found) return found;
    if (found.matched > 0 || seen.matched === 0) seen = found;
    const raced = found.reason === RACED;
    if (waited() >= (raced ? Math.max(options.waitMs, Math.min(RACE_MS, tab.scope.remainingMs())) : options.waitMs)) {
      throw options.failure({ ...seen, reason: raced ? "navigating" : seen.reason, waitedMs: waited(), frameMissing });
    }
    if (raced || frameMissing) await tab.guard(sleep(20), ANSWER_MS, busy);
  }
}

const RACED = "raced";

async function inFrames<T>(
  tab: Tab,
  frames: Frame[],
  op: string,
  input: { waitMs: number },
  options: PerformOptions,
): Promise<Performed<T> | Pending> {
  const [first, ...others] = frames;
  if (!first) return { matched: 0, reason: "" };
  const main = await tryIn(tab, first, op, input);
  const isEmpty = "ok" in main && options.isEmpty?.(main.ok) === true;
  if ("ok" in main && !(isEmpty && others.length > 0)) return { value: main.ok as T, frame: first };
  if ("pending" in main && (main.pending.matched > 0 || main.pending.reason === RACED)) return main.pending;
  const inner = await Promise.all(others.map((frame) => tryIn(tab, frame, op, { ...input, waitMs: 0 })));
  const at = inner.findIndex((outcome) => "ok" in outcome && options.isEmpty?.(outcome.ok) !== true);
  const hit = inner[at];
  const frame = others[at];
  if (frame && hit && "ok" in hit) return { value: hit.ok as T, frame };
  if ("ok" in main) return { value: main.ok as T, frame: first };
  return (
    inner.flatMap((outcome) => ("pending" in outcome && outcome.pending.matched > 0 ? [outcome.pending] : []))[0] ??
    main.pending
  );
}

async function tryIn(
  tab: Tab,
  frame: Frame,
  op: string,
  input: { waitMs: number; limitMs?: number },
): Promise<{ ok: unknown } | { pending: Pending }> {
  const limit = waitMs(tab.scope, input.waitMs + (input.limitMs ?? 0) + ANSWER_MS);
  try {
    let json = await tab.guard(evaluate(frame, callExpression(op, input)), limit, busy);
    if (json === "absent") json = await tab.guard(evaluate(frame, installAndCallExpression(op, input)), limit, busy);
    const outcome = JSON.parse(json) as Outcome;
    if ("bad" in outcome) throw invalidSelector(outcome.bad.selector, outcome.bad.message);
    if ("ok" in outcome) refuseTooLarge(outcome.ok);
    return outcome;
  } catch (error) {
    if (error instanceof ToolError && error.code === "Timeout") tab.watch.isStuck = true;
    if (!isRace(error)) throw error;
    return { pending: { matched: 0, reason: RACED } };
  }
}

/** The library keeps the world in which pages cannot see or change anything of ours out of its public types. */
interface FrameWithWorld {
  isolatedRealm(): Realm;
}

async function evaluate(frame: Frame, expression: string): Promise<string> {
  return String(await (frame as unknown as FrameWithWorld).isolatedRealm().evaluate(expression));
}

/** Ends when all that the frame's script has run so far has been reported. */
export async function settleScript(tab: Tab, frame: Frame): Promise<void> {
  const work = evaluate(frame, "new Promise((resolve) => setTimeout(() => setTimeout(resolve)))");
  await tab.guard(work, waitMs(tab.scope, Infinity), busy).catch((error: unknown) => {
    if (!isRace(error)) throw error;
  });
}

/** The document was replaced under the call's feet. */
export function isRace(error: unknown): boolean {
  return (
    !(error instanceof ToolError) &&
    /context (was|is) (destroyed|not available)|Cannot find context|detached|navigated or closed|Execution context/i.test(
      messageOf(error),
    )
  );
}

function refuseTooLarge(value: unknown): void {
  if (typeof value !== "object" || value === null || !("tooLarge" in value)) return;
  throw new ToolError(
    "ResultTooLarge",
    `The page's answer has ${String(value.tooLarge)} characters, which is too much`,
    {
      hint: "Read a part of the page: a narrower selector, or {maxRows}.",
    },
  );
}

/** Ends the page's running script where one was found not to end by itself: such a page could not even be left. */
export async function unblock({ watch }: Tab): Promise<void> {
  if (!watch.isStuck) return;
  watch.isStuck = false;
  await Promise.race([watch.main?.send("Runtime.terminateExecution").catch(() => {}), sleep(500)]);
}

const busy = () =>
  new ToolError("Timeout", "The page does not answer; a script of it is probably busy", {
    hint: "Try again, or open another page.",
  });
