/** Which navigations of a page are under way, from the browser's events. */
import type { CDPSession } from "puppeteer-core";

export interface Navigations {
  isPending(): boolean;
  /** Ends when none is under way. */
  settled(): Promise<void>;
  follow(cdp: CDPSession): void;
}

export function createNavigations(): Navigations {
  /** Frame → "asked": a script, link or form asked for it; "started": the browser is fetching. */
  const pending = new Map<string, "asked" | "started">();
  const waiting = new Set<() => void>();

  function end(frameId: string): void {
    if (!pending.delete(frameId) || pending.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  return {
    isPending: () => pending.size > 0,
    settled: () => (pending.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
    follow(cdp) {
      cdp.on("Page.frameRequestedNavigation", (event) => {
        if (event.disposition === "currentTab") pending.set(event.frameId, "asked");
      });
      cdp.on("Page.frameStartedNavigating", (event) => {
        if (event.navigationType === "sameDocument" || event.navigationType === "historySameDocument")
          end(event.frameId);
        else if (pending.has(event.frameId)) pending.set(event.frameId, "started");
      });
      // Cleared before it started: the browser refuses the address.
      cdp.on(
        "Page.frameClearedScheduledNavigation",
        (event) => void (pending.get(event.frameId) === "asked" && end(event.frameId)),
      );
      // Stopped without a new document: a download, or an answer without a page.
      cdp.on(
        "Page.frameStoppedLoading",
        (event) => void (pending.get(event.frameId) === "started" && end(event.frameId)),
      );
      cdp.on("Page.frameNavigated", (event) => end(event.frame.id));
      cdp.on("Page.navigatedWithinDocument", (event) => end(event.frameId));
      cdp.on("Page.frameDetached", (event) => end(event.frameId));
      cdp.on("Page.downloadWillBegin", (event) => end(event.frameId));
    },
  };
}
