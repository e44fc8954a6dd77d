/**
 * Listens to every page of the browser from its first moment: dialogs, downloads, navigations. The library tells of a popup only when it
 * has asked it several things; a popup that shows a dialog at once would by then have stopped its opener too.
 */
import type { CDPSession, Connection } from "puppeteer-core";
import type { Dialog, DialogAnswer } from "./dialogs.ts";
import { createNavigations, type Navigations } from "./navigations.ts";

/** What happens in one browser context, which is one run's. */
export interface ContextWatch {
  readonly navigations: Navigations;
  /** The session of the context's first page. */
  main: CDPSession | undefined;
  /** Names of the downloads that were refused, newest last. */
  readonly downloads: string[];
  /** A script of the page did not come to an end. */
  isStuck: boolean;
  onDialog(dialog: Dialog): DialogAnswer;
  onDownload(fileName: string): void;
  onPopup(count: number): void;
  onBrowserEnd(): void;
}

export const MOST_POPUPS = 10;

export function createContextWatch(): ContextWatch {
  return {
    navigations: createNavigations(),
    main: undefined,
    downloads: [],
    isStuck: false,
    onDialog: ({ type }) => ({ accept: type === "alert" || type === "beforeunload" }),
    onDownload: () => {},
    onPopup: () => {},
    onBrowserEnd: () => {},
  };
}

/** @param watchOf the watch of a context; undefined: not ours, only its dialogs are answered. */
export function watchTargets(
  connection: Connection,
  watchOf: (contextId: string | undefined) => ContextWatch | undefined,
): void {
  const popups = new WeakMap<ContextWatch, number>();

  function attached({
    sessionId,
    targetInfo,
  }: {
    sessionId: string;
    targetInfo: { type: string; targetId: string; browserContextId?: string };
  }): void {
    const cdp = connection.session(sessionId);
    const isPage = targetInfo.type === "page";
    if (!cdp || !(isPage || targetInfo.type === "iframe")) return;
    const watch = watchOf(targetInfo.browserContextId);
    cdp.on("Page.javascriptDialogOpening", (event) => {
      const dialog: Dialog = {
        type: event.type,
        message: event.message,
        defaultText: event.defaultPrompt ?? "",
      };
      const { accept, text } = watch?.onDialog(dialog) ?? { accept: false };
      void quietly(
        cdp.send("Page.handleJavaScriptDialog", { accept, ...(text === undefined ? {} : { promptText: text }) }),
      );
    });
    if (!watch) return;
    cdp.on("Page.downloadWillBegin", (event) => {
      watch.downloads.push(event.suggestedFilename);
      watch.onDownload(event.suggestedFilename);
    });
    if (!isPage || !watch.main) {
      if (isPage) watch.main = cdp;
      watch.navigations.follow(cdp, isPage ? targetInfo.targetId : undefined);
      return;
    }
    const count = (popups.get(watch) ?? 0) + 1;
    popups.set(watch, count);
    if (count > MOST_POPUPS) void quietly(cdp.send("Page.close"));
    watch.onPopup(count);
  }

  connection.on("Target.attachedToTarget", attached);
  connection.on("sessionattached", (cdp) => {
    void quietly(cdp.send("Page.enable"));
    cdp.on("Target.attachedToTarget", attached);
  });
}

/** Targets that are no pages, or are gone, refuse: nothing is lost. */
const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => {});
