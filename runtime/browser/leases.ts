/** Browser contexts for runs: a fresh one each, with one kept ready for the next run. */
import type { BrowserContext, Page } from "puppeteer-core";
import { ToolError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { ContextWatch } from "./targets.ts";

export interface OpenContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: ContextWatch;
  close(): Promise<void>;
}

export interface RunningBrowser {
  readonly pid: number | undefined;
  /** When the process is gone and its profile removed. */
  readonly ended: Promise<void>;
  isAlive(): boolean;
  openContext(): Promise<OpenContext>;
  close(): Promise<void>;
}

export interface Leases {
  /** A context that was never used. Throws BrowserUnavailable. */
  take(): Promise<OpenContext>;
  /** Closes it in the background. */
  giveBack(lease: OpenContext): void;
  pid(): number | undefined;
  dispose(): Promise<void>;
}

/** After a run, before the next context is made ready: the answer to the client goes first. */
const SPARE_DELAY_MS = 20;
/** A browser that nobody has used for so long is ended; the next use launches it again. */
const IDLE_MS = 10 * 60_000;

export function createLeases({ log, launch }: { log: Log; launch: () => Promise<RunningBrowser> }): Leases {
  let launching: Promise<RunningBrowser> | undefined;
  let running: RunningBrowser | undefined;
  let spare: Promise<OpenContext | undefined> | undefined;
  let spareTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const leased = new Set<OpenContext>();
  const closing = new Set<Promise<void>>();

  async function browser(): Promise<RunningBrowser> {
    if (isDisposed)
      throw new ToolError("BrowserUnavailable", "The runtime is ending; its browser is closed", {
        hint: "Start it again.",
      });
    if (running?.isAlive()) return running;
    running = undefined;
    launching ??= launch().finally(() => (launching = undefined));
    const started = await launching;
    if (isDisposed) await started.close();
    if (running !== started) {
      running = started;
      void started.ended.then(() => {
        if (running !== started) return;
        running = undefined;
        spare = undefined;
        if (!isDisposed) log.warn("The browser ended unexpectedly; the next use starts it again.");
      });
    }
    return started;
  }

  async function takeSpare(): Promise<OpenContext | undefined> {
    const ready = spare;
    spare = undefined;
    const context = await ready;
    if (!context) return undefined;
    if (running?.isAlive() && !context.page.isClosed()) return context;
    void context.close();
    return undefined;
  }

  function makeSpare(): void {
    const current = running;
    if (isDisposed || spare || !current?.isAlive()) return;
    spare = current.openContext().catch(() => undefined);
  }

  function restAfterUse(): void {
    clearTimeout(spareTimer);
    clearTimeout(idleTimer);
    if (leased.size > 0 || isDisposed) return;
    spareTimer = setTimeout(makeSpare, SPARE_DELAY_MS).unref();
    idleTimer = setTimeout(() => void endIdle(), IDLE_MS).unref();
  }

  async function endIdle(): Promise<void> {
    const idle = running;
    running = undefined;
    spare = undefined;
    await idle?.close();
  }

  return {
    pid: () => (running?.isAlive() ? running.pid : undefined),
    async take() {
      clearTimeout(idleTimer);
      clearTimeout(spareTimer);
      const context = (await takeSpare()) ?? (await openOn(browser));
      leased.add(context);
      return context;
    },
    giveBack(lease) {
      if (!leased.delete(lease)) return;
      const closed = lease.close().finally(() => closing.delete(closed));
      closing.add(closed);
      restAfterUse();
    },
    async dispose() {
      isDisposed = true;
      clearTimeout(spareTimer);
      clearTimeout(idleTimer);
      const last = running ?? (await launching?.catch(() => undefined));
      await last?.close();
      await Promise.allSettled(closing);
    },
  };
}

/** A browser can die between two uses without a word yet: once more on a new one. */
async function openOn(browser: () => Promise<RunningBrowser>): Promise<OpenContext> {
  const first = await browser();
  try {
    return await first.openContext();
  } catch (error) {
    if (first.isAlive())
      throw new ToolError("BrowserUnavailable", "The browser opened no page", {
        hint: "Try again.",
        retryable: true,
        cause: error,
      });
    return await (await browser()).openContext();
  }
}
