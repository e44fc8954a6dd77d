/** Goes to another document and waits until it can be read. */
import type { HTTPRequest, HTTPResponse } from "puppeteer-core";
import { messageOf, ToolError } from "../errors.ts";
import { navigationError, netCodeOf } from "./netErrors.ts";
import { perform, unblock } from "./perform.ts";
import type { Tab } from "./session.ts";
import { seconds, sleep, waitMs } from "./waits.ts";

type WaitUntil = "load" | "domReady" | "networkIdle" | "none";

interface Arrival {
  url: string;
  title: string;
  /** HTTP status; null where there was no request. */
  status: number | null;
}

/** Once a document is there, it gets so long to reach the wanted state, and never more than a third of what is left. */
const SETTLE_MS = 5_000;
const NOTICE_MS = 2_000;
const IDLE_MS = 500;
/** A status of 400 or more is data; these come of answers that the browser shows no page for. */
const STATUS_CODES = /ERR_(HTTP_RESPONSE_CODE_FAILURE|INVALID_AUTH_CREDENTIALS)/;

export async function navigate(
  tab: Tab,
  what: string,
  options: { waitUntil: WaitUntil; timeoutMs?: number | undefined },
  go: (limitMs: number) => Promise<HTTPResponse | null>,
): Promise<Arrival> {
  const limitMs = waitMs(tab.scope, options.timeoutMs ?? Infinity);
  const request = followRequest(tab);
  const downloadsBefore = tab.watch.downloads.length;
  const late = () =>
    new ToolError("Timeout", `${request.url() ?? what} did not answer within ${seconds(limitMs)}`, {
      hint: "Try again, or allow more time.",
    });
  let response: HTTPResponse | null = null;
  await unblock(tab);
  try {
    response = await tab.guard(go(limitMs + 1_000), limitMs, late);
  } catch (error) {
    const answered = await failed(tab, error, request, downloadsBefore, what);
    if (answered) return answered;
  } finally {
    request.stop();
  }
  const arrived = await settle(tab, options.waitUntil);
  const status = response?.status() ?? request.status();
  // The browser's own page stands where an answer of 400 or more had nothing to show.
  return arrived.url.startsWith("chrome-error:")
    ? { url: request.url() ?? what, title: "", status }
    : { ...arrived, status };
}

/** The page's own request of this navigation, through redirects. */
function followRequest({ page }: Tab) {
  let last: HTTPRequest | undefined;
  const seen = (request: HTTPRequest) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) last = request;
  };
  page.on("request", seen);
  return {
    url: () => last?.url(),
    status: () => last?.response()?.status() ?? null,
    stop: () => void page.off("request", seen),
  };
}

/** Gives an arrival where the failure is only a status; else throws. */
async function failed(
  tab: Tab,
  error: unknown,
  request: ReturnType<typeof followRequest>,
  downloadsBefore: number,
  what: string,
): Promise<Arrival | undefined> {
  if (error instanceof ToolError) {
    void tab.watch.main?.send("Page.stopLoading").catch(() => {});
    throw error;
  }
  const url = request.url() ?? what;
  const code = netCodeOf(messageOf(error));
  if (code === undefined)
    throw new ToolError("NavigationFailed", `Cannot open ${url}: ${messageOf(error)}`, { cause: error });
  // What there was instead of a page is told a moment later.
  const hasDownload = () => tab.watch.downloads.length > downloadsBefore;
  const isEmpty = () => request.status() === 204 || request.status() === 205;
  const isStatus = STATUS_CODES.test(code);
  if (!isStatus && code !== "ERR_ABORTED") throw navigationError(code, url);
  const isTakenOver = () => tab.watch.navigations.pending() === "page" || tab.page.url() === url;
  await soon(tab, () => (isStatus ? request.status() !== null : hasDownload() || isEmpty() || isTakenOver()));
  if (isStatus) {
    const status = request.status();
    if (status === null) throw navigationError(code, url);
    return { url, title: "", status };
  }
  const fileName = tab.watch.downloads.length > downloadsBefore ? tab.watch.downloads.at(-1) : undefined;
  if (fileName !== undefined) {
    throw new ToolError("NavigationFailed", `${url} is a file download (${fileName}), not a page`, {
      hint: "Downloads are refused in the browser; read the file with g.http.makeHttpRequest.",
      retryable: false,
      details: { url, fileName },
    });
  }
  if (isEmpty()) {
    throw new ToolError("NavigationFailed", `${url} answered ${request.status()}, which has no page`, {
      retryable: false,
      details: { url },
    });
  }
  // Another navigation took over, as a page does that sends its visitor on while it loads.
  if (isTakenOver()) return undefined;
  throw interrupted();
}

async function soon(tab: Tab, isSo: () => boolean): Promise<void> {
  const until = performance.now() + NOTICE_MS;
  while (!isSo() && performance.now() < until) await tab.guard(sleep(10), 1_000, interrupted);
}

const interrupted = () => new ToolError("NavigationFailed", "The navigation was interrupted", { hint: "Try again." });

/** Waits, but not for ever: what is there after its share of time is read as it is, and the log says so. */
export async function settle(tab: Tab, waitUntil: WaitUntil): Promise<{ url: string; title: string }> {
  const limitMs = Math.min(SETTLE_MS, tab.scope.remainingMs() / 3);
  const started = performance.now();
  const state = waitUntil === "networkIdle" ? "load" : waitUntil;
  const arrived = await arrive(tab, state, limitMs);
  const isIdle = waitUntil !== "networkIdle" || (await networkIdle(tab, limitMs - (performance.now() - started)));
  if (!arrived.enough || !isIdle) {
    tab.scope.log(
      "info",
      `${arrived.url} has not reached "${waitUntil}" within ${seconds(limitMs)}; going on with what is there.`,
    );
  }
  return { url: arrived.url, title: arrived.title };
}

/** @returns enough: whether the state was reached within the limit. */
export async function arrive(tab: Tab, state: "load" | "domReady" | "none", limitMs: number) {
  const failure = () =>
    new ToolError("NavigationFailed", `The page keeps loading other pages; now ${tab.page.url()}`, {
      hint: "Try again.",
    });
  const { value } = await perform<{ url: string; title: string; enough: boolean }>(
    tab,
    "arrived",
    { state, limitMs },
    { waitMs: 0, failure },
  );
  return value;
}

export async function networkIdle(tab: Tab, limitMs: number): Promise<boolean> {
  if (limitMs <= 0) return false;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), limitMs);
  await tab
    .guard(tab.network.quiet(IDLE_MS, stop.signal), limitMs + 1_000, interrupted)
    .finally(() => clearTimeout(timer));
  return !stop.signal.aborted;
}
