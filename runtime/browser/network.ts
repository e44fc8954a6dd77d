/** Whether a page's network is quiet. The library's own count keeps requests of documents that are gone. */
import type { HTTPRequest, Page } from "puppeteer-core";

export interface Network {
  /** Ends when there has been no request for `quietMs`. */
  quiet(quietMs: number, signal: AbortSignal): Promise<void>;
}

export function watchNetwork(page: Page): Network {
  const open = new Set<HTTPRequest>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const ended = (request: HTTPRequest) => {
    if (open.delete(request)) changed();
  };
  page.on("request", (request) => {
    open.add(request);
    changed();
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of open) if (!request.isNavigationRequest()) open.delete(request);
    changed();
  });

  return {
    quiet(quietMs, signal) {
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const check = () => {
          clearTimeout(timer);
          if (open.size === 0) timer = setTimeout(end, quietMs);
        };
        function end(): void {
          clearTimeout(timer);
          listeners.delete(check);
          signal.removeEventListener("abort", end);
          resolve();
        }
        listeners.add(check);
        signal.addEventListener("abort", end);
        if (signal.aborted) end();
        else check();
      });
    },
  };
}
