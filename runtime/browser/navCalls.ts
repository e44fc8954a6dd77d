/** g.nav: going to pages, and where the page is. */
import * as z from "zod";
import { ToolError } from "../errors.ts";
import { hostCallFor } from "../hostCall.ts";
import { arrive, navigate, networkIdle } from "./navigate.ts";
import type { BrowserScope } from "./session.ts";
import { checkUrl } from "./urlPolicy.ts";
import { seconds, sleep, waitMs } from "./waits.ts";

const call = hostCallFor<BrowserScope>();

const timeoutMs = z
  .number()
  .int()
  .positive()
  .optional()
  .describe("Milliseconds to wait at most; always cut to what is left of the run.");
const state = z.enum(["load", "domReady", "networkIdle"]);
const waitUntil = state
  .or(z.literal("none"))
  .optional()
  .describe(
    "How far the page must have got: `domReady` its text is there, `load` its images too, `networkIdle` half a second without requests, `none` its beginning. Default load.",
  );
const going = z.strictObject({ waitUntil, timeoutMs }).optional().describe("Options.");
const ARRIVAL = "{ url: string; title: string; status: number | null }";

export const navCalls = [
  call({
    name: "nav.navigateToUrl",
    since: "0.1.0",
    doc: "Opens an address and waits for the page. Only http, https and about:blank can be opened. A status of 400 or more is no error: the page can be read, and `status` tells. Once the page has begun to arrive, `load` (or what `waitUntil` asks for) is waited for at most 5 s and at most a third of the time left; after that the call goes on with what is there and the log says so, because some pages never finish loading. Throws NavigationFailed (no answer, or a file download), Timeout (no answer in time), BlockedByPolicy, BrowserUnavailable.",
    params: { url: z.string().describe("Whole address, with https://."), options: going },
    returns: ARRIVAL,
    example: 'const { status } = await g.nav.navigateToUrl("https://store.example.com/search?q=lamp");',
    async run({ browser }, { url, options }) {
      const address = checkUrl(url);
      const tab = await browser.openTab();
      return await navigate(
        tab,
        address,
        { waitUntil: options?.waitUntil ?? "load", timeoutMs: options?.timeoutMs },
        (timeout) => tab.page.goto(address, { waitUntil: [], timeout }),
      );
    },
  }),
  call({
    name: "nav.goBack",
    since: "0.1.0",
    doc: "Goes to the page before this one. Throws NavigationFailed when there is none.",
    params: { options: going },
    returns: ARRIVAL,
    example: "await g.nav.goBack();",
    run: (scope, { options }) => travel(scope, "goBack", options),
  }),
  call({
    name: "nav.goForward",
    since: "0.1.0",
    doc: "Goes forward again after `goBack`. Throws NavigationFailed when there is no such page.",
    params: { options: going },
    returns: ARRIVAL,
    example: "await g.nav.goForward();",
    run: (scope, { options }) => travel(scope, "goForward", options),
  }),
  call({
    name: "nav.reloadPage",
    since: "0.1.0",
    doc: "Loads the page anew.",
    params: { options: going },
    returns: ARRIVAL,
    example: "await g.nav.reloadPage();",
    async run({ browser }, { options }) {
      const tab = await browser.tab();
      return await navigate(
        tab,
        tab.page.url(),
        { waitUntil: options?.waitUntil ?? "load", timeoutMs: options?.timeoutMs },
        (timeout) => tab.page.reload({ waitUntil: [], timeout }),
      );
    },
  }),
  call({
    name: "nav.getCurrentUrl",
    since: "0.1.0",
    doc: "The address of the page as it is now.",
    params: {},
    returns: "string",
    example: "const url = await g.nav.getCurrentUrl();",
    run: async ({ browser }) => (await browser.tab()).page.url(),
  }),
  call({
    name: "nav.getPageTitle",
    since: "0.1.0",
    doc: "The title of the page as it is now.",
    params: {},
    returns: "string",
    example: "const title = await g.nav.getPageTitle();",
    async run({ browser }) {
      const tab = await browser.tab();
      const { title } = await arrive(tab, "none", 0);
      return title;
    },
  }),
  call({
    name: "nav.waitForUrl",
    since: "0.1.0",
    doc: "Waits until the page's address fits, also where the page changes it by itself without loading anew. Gives the address. Throws Timeout.",
    params: {
      pattern: z.string().min(1).describe("A part of the address; or with `*` for any characters, the whole address."),
      options: z.strictObject({ timeoutMs }).optional().describe("Options. Default 10 s."),
    },
    returns: "string",
    example: 'await g.nav.waitForUrl("/account"); // or "https://*.example.com/orders/*"',
    async run(scope, { pattern, options }) {
      const tab = await scope.browser.tab();
      const limitMs = waitMs(scope, options?.timeoutMs);
      const started = performance.now();
      const fits = urlTest(pattern);
      const late = () =>
        new ToolError(
          "Timeout",
          `The address has not become "${pattern}" within ${seconds(limitMs)}; it is ${tab.page.url()}`,
          { hint: "Check the pattern, or what should have led there.", details: { url: tab.page.url() } },
        );
      while (!fits(tab.page.url())) {
        if (performance.now() - started >= limitMs) throw late();
        await tab.guard(sleep(25), limitMs + 1_000, late);
      }
      await arrive(tab, "domReady", Math.max(0, limitMs - (performance.now() - started)));
      return tab.page.url();
    },
  }),
  call({
    name: "nav.waitForLoad",
    since: "0.1.0",
    doc: "Waits until the page has got as far as asked. Unlike `navigateToUrl` it throws Timeout when that does not happen.",
    params: {
      state: state
        .optional()
        .describe(
          "`domReady` its text is there, `load` its images too, `networkIdle` half a second without requests. Default load.",
        ),
      options: z.strictObject({ timeoutMs }).optional().describe("Options. Default 10 s."),
    },
    returns: "void",
    example: 'await g.nav.waitForLoad("networkIdle");',
    async run(scope, { state: wanted = "load", options }) {
      const tab = await scope.browser.tab();
      const limitMs = waitMs(scope, options?.timeoutMs);
      const started = performance.now();
      const { enough } = await arrive(tab, wanted === "networkIdle" ? "load" : wanted, limitMs);
      const isThere =
        enough && (wanted !== "networkIdle" || (await networkIdle(tab, limitMs - (performance.now() - started))));
      if (isThere) return;
      throw new ToolError("Timeout", `${tab.page.url()} has not reached "${wanted}" within ${seconds(limitMs)}`, {
        hint: "Some pages never do; wait for an element of the page instead (g.dom.waitForElement).",
      });
    },
  }),
];

async function travel({ browser }: BrowserScope, way: "goBack" | "goForward", options: z.infer<typeof going>) {
  const tab = await browser.tab();
  const words = way === "goBack" ? "earlier" : "later";
  return await navigate(
    tab,
    tab.page.url(),
    { waitUntil: options?.waitUntil ?? "load", timeoutMs: options?.timeoutMs },
    async (timeout) => {
      try {
        return await tab.page[way]({ waitUntil: [], timeout });
      } catch (error) {
        if (!(error instanceof Error) || !/history entry/i.test(error.message)) throw error;
        throw new ToolError("NavigationFailed", `There is no ${words} page to go to`, {
          retryable: false,
          cause: error,
        });
      }
    },
  );
}

function urlTest(pattern: string): (url: string) => boolean {
  if (!pattern.includes("*")) return (url) => url.includes(pattern);
  const whole = new RegExp(
    `^${pattern
      .split(/\*+/)
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
    "s",
  );
  return (url) => whole.test(url);
}
