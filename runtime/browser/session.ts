/** A run's browser: a fresh context and page, opened at first use, closed when the run ends. */
import type { Page } from "puppeteer-core";
import { messageOf, ToolError } from "../errors.ts";
import type { RunScope } from "../hostCall.ts";
import { createDialogs, type Dialogs } from "./dialogs.ts";
import type { Leases, OpenContext } from "./leases.ts";
import { pictureOf } from "./picture.ts";
import { watchNetwork, type Network } from "./network.ts";
import { MOST_POPUPS, type ContextWatch } from "./targets.ts";

export interface BrowserScope extends RunScope {
  readonly browser: BrowserSession;
}

export interface BrowserSession {
  readonly dialogs: Dialogs;
  /** The page to go somewhere with; opens one where there is none. Throws BrowserUnavailable. */
  openTab(): Promise<Tab>;
  /** The page to read or act on. Throws PageClosed where none was opened yet, or where it is gone. */
  tab(): Promise<Tab>;
}

/** A page of a run, with what its calls need of the run. */
export interface Tab {
  readonly page: Page;
  readonly watch: ContextWatch;
  readonly network: Network;
  readonly scope: RunScope;
  /**
   * Waits for work of the browser: no longer than `ms`, and not beyond the run or the page.
   * @param late the error when `ms` is over.
   */
  guard<T>(work: Promise<T>, ms: number, late: () => ToolError): Promise<T>;
}

/** Called when the run is over, before its page is closed. @param picture PNG of the page, where it can be had soon; never rejects. */
export type BeforeClose = (picture: () => Promise<Uint8Array | undefined>) => Promise<void>;

export function createSession(scope: RunScope, leases: Leases, beforeClose?: BeforeClose): BrowserSession {
  const dialogs = createDialogs((level, text) => scope.log(level, text));
  let state: "none" | "opening" | "open" | "lost" = "none";
  let opening: Promise<Tab> | undefined;

  async function open(): Promise<Tab> {
    const lease = await untilRunEnds(leases.take(), scope, (late) => leases.giveBack(late));
    const close = () => leases.giveBack(lease);
    if (beforeClose) {
      scope.own(() => beforeClose(() => pictureOf(lease.page)).finally(close));
    } else {
      scope.own(close);
      scope.signal.addEventListener("abort", close, { once: true });
    }
    const opened = createTab(scope, lease, () => {
      state = "lost";
      opening = undefined;
    });
    lease.watch.onDialog = (dialog) => dialogs.answer(dialog);
    state = "open";
    return opened;
  }

  async function openTab(): Promise<Tab> {
    if (!opening) {
      state = "opening";
      const attempt = open();
      opening = attempt;
      attempt.catch(() => {
        if (opening === attempt) opening = undefined;
        if (state === "opening") state = "none";
      });
    }
    return await opening;
  }

  async function tab(): Promise<Tab> {
    if (opening) return await opening;
    const message = state === "lost" ? "The page is gone: it was closed, or it crashed" : "No page is open yet";
    throw new ToolError("PageClosed", message, {
      hint: "Call g.nav.navigateToUrl first.",
      retryable: state === "lost",
    });
  }

  return { dialogs, openTab, tab };
}

function createTab(scope: RunScope, { page, watch }: OpenContext, onLost: () => void): Tab {
  const waiting = new Set<(error: ToolError) => void>();
  let lost: ToolError | undefined;

  function lose(message: string): void {
    if (lost) return;
    lost = new ToolError("PageClosed", message, { hint: "Call g.nav.navigateToUrl again; it opens a new page." });
    onLost();
    for (const reject of waiting) reject(lost);
    waiting.clear();
  }

  page.once("close", () => lose(page.browser().connected ? "The page was closed" : "The browser ended unexpectedly"));
  page.once("error", () => lose("The page crashed"));
  watch.onBrowserEnd = () => lose("The browser ended unexpectedly");
  watch.onDownload = (name) =>
    scope.log("info", `The page started a download of "${name}"; downloads are refused in this version.`);
  watch.onPopup = (count) => {
    if (count === MOST_POPUPS + 1)
      scope.log("warn", `The page opened more than ${MOST_POPUPS} windows; further ones are closed.`);
  };

  function guard<T>(work: Promise<T>, ms: number, late: () => ToolError): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const stop = (error: ToolError) => {
        done();
        reject(error);
      };
      const abort = () => stop(runEnded(scope));
      const timer = setTimeout(() => stop(late()), Math.max(ms, 0));
      function done(): void {
        clearTimeout(timer);
        waiting.delete(stop);
        scope.signal.removeEventListener("abort", abort);
      }
      waiting.add(stop);
      scope.signal.addEventListener("abort", abort);
      if (scope.signal.aborted) abort();
      else if (lost) stop(lost);
      work.then(
        (value) => (done(), resolve(value)),
        (error: unknown) => (done(), reject(isPageGone(error) ? (lost ?? goneError(error)) : error)),
      );
    });
  }

  return { page, watch, network: watchNetwork(page), scope, guard };
}

const isPageGone = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "TargetCloseError" ||
    error.name === "ConnectionClosedError" ||
    /Target closed|Session closed|Connection closed/.test(error.message));

const goneError = (cause: unknown) =>
  new ToolError("PageClosed", "The page was closed while it was in use", {
    hint: "Call g.nav.navigateToUrl again.",
    cause,
  });

/** What a wait ends with when its run does. */
export function runEnded(scope: RunScope): ToolError {
  const reason: unknown = scope.signal.reason;
  if (reason instanceof ToolError) return reason;
  if (scope.remainingMs() <= 0) return new ToolError("Timeout", "The run's time is over");
  return new ToolError("Canceled", `The run has ended${reason instanceof Error ? "" : `: ${messageOf(reason)}`}`);
}

/** @param unwanted gets what arrives after the run has ended. */
async function untilRunEnds<T>(work: Promise<T>, scope: RunScope, unwanted: (late: T) => void): Promise<T> {
  if (scope.signal.aborted) {
    work.then(unwanted, () => {});
    throw runEnded(scope);
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => {
    work.then(unwanted, () => {});
    reject(runEnded(scope));
  };
  scope.signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    scope.signal.removeEventListener("abort", abort);
  }
}
