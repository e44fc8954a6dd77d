/** Which navigations of a page are under way, from the browser's events. */
import type { CDPSession } from "puppeteer-core";

export interface Navigations {
  /** A point in time, for the others: what was asked for before it is not counted. */
  mark(): number;
  /** "page": the page itself is on its way; "frame": only frames in it are. */
  pending(since?: number): "page" | "frame" | "none";
  /** Ends when none of that kind is under way. */
  settled(kind: "page" | "frame", since?: number): Promise<void>;
  /** @param pageFrameId frame that is the page itself. */
  follow(cdp: CDPSession, pageFrameId?: string): void;
}

interface Navigation {
  order: number;
  /** "asked": a script, link or form asked for it; "started": the browser is fetching. */
  state: "asked" | "started";
}

export function createNavigations(): Navigations {
  const underway = new Map<string, Navigation>();
  const waiting = new Set<() => void>();
  let order = 0;
  let pageFrame: string | undefined;

  function pending(since = 0): "page" | "frame" | "none" {
    const frames = [...underway].flatMap(([frameId, navigation]) => (navigation.order > since ? [frameId] : []));
    if (pageFrame !== undefined && frames.includes(pageFrame)) return "page";
    return frames.length > 0 ? "frame" : "none";
  }

  function end(frameId: string): void {
    if (!underway.delete(frameId)) return;
    for (const check of waiting) check();
  }

  return {
    mark: () => order,
    pending,
    settled(kind, since = 0) {
      const isDone = () => pending(since) === "none" || (kind === "page" && pending(since) === "frame");
      if (isDone()) return Promise.resolve();
      return new Promise((resolve) => {
        const check = () => {
          if (!isDone()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
      });
    },
    follow(cdp, pageFrameId) {
      pageFrame ??= pageFrameId;
      cdp.on("Page.frameRequestedNavigation", ({ frameId, disposition, reason }) => {
        if (disposition === "currentTab" && reason !== "initialFrameNavigation")
          underway.set(frameId, { order: ++order, state: "asked" });
      });
      cdp.on("Page.frameStartedNavigating", ({ frameId, navigationType }) => {
        const navigation = underway.get(frameId);
        if (navigationType === "sameDocument" || navigationType === "historySameDocument") end(frameId);
        else if (navigation) navigation.state = "started";
      });
      // Cleared before it started: the browser refuses the address.
      cdp.on(
        "Page.frameClearedScheduledNavigation",
        ({ frameId }) => void (underway.get(frameId)?.state === "asked" && end(frameId)),
      );
      // Stopped without a new document: a download, or an answer without a page.
      cdp.on(
        "Page.frameStoppedLoading",
        ({ frameId }) => void (underway.get(frameId)?.state === "started" && end(frameId)),
      );
      cdp.on("Page.frameNavigated", ({ frame }) => end(frame.id));
      cdp.on("Page.navigatedWithinDocument", ({ frameId }) => end(frameId));
      cdp.on("Page.frameDetached", ({ frameId }) => end(frameId));
      cdp.on("Page.downloadWillBegin", ({ frameId }) => end(frameId));
    },
  };
}
