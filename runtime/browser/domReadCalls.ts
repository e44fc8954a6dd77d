/** g.dom, waiting and reading. */
import * as z from "zod";
import { ToolError } from "../errors.ts";
import { hostCallFor } from "../hostCall.ts";
import { noteMatches } from "./acting.ts";
import { evaluateInPage } from "./evaluate.ts";
import { lookFailure } from "./failures.ts";
import { frameParam, inFrame, type FrameName } from "./frames.ts";
import { perform } from "./perform.ts";
import { parseSelectors, selectorParam, type SelectorText } from "./selectors.ts";
import type { BrowserScope } from "./session.ts";
import { seconds, waitMs, waitParam } from "./waits.ts";

const call = hostCallFor<BrowserScope>();
const timeoutMs = waitParam;
const waiting = z.strictObject({ frame: frameParam, timeoutMs }).optional().describe("Options.");
const inOne = z.strictObject({ frame: frameParam }).optional().describe("Options.");
const READS = " Waits until an element matches; throws NotFound when none does in time.";

/** One value of the first match, with waiting. */
async function readFirst(
  scope: BrowserScope,
  op: string,
  selector: SelectorText,
  options: { frame?: FrameName; timeoutMs?: number | undefined } | undefined,
  input: object = {},
) {
  const tab = await scope.browser.tab();
  const frame = options?.frame;
  const { value } = await perform<{ value: unknown; matched: number }>(tab, op, { ...input, selectors: parseSelectors(selector) }, {
    frame,
    waitMs: waitMs(scope, options?.timeoutMs),
    failure: lookFailure(tab, { selector, frame }),
  }); // prettier-ignore
  noteMatches(tab, selector, value.matched);
  return value.value;
}

/** What is there now, without waiting. */
async function readNow<T>(
  scope: BrowserScope,
  op: string,
  selector: SelectorText,
  frame: FrameName,
  isEmpty: (value: unknown) => boolean,
): Promise<T> {
  const tab = await scope.browser.tab();
  const { value } = await perform<T>(
    tab,
    op,
    { selectors: parseSelectors(selector) },
    { frame, waitMs: 0, isEmpty, failure: lookFailure(tab, { selector, frame }) },
  );
  return value;
}

const isZero = (value: unknown) => value === 0;

export const domReadCalls = [
  call({
    name: "dom.waitForElement",
    since: "0.1.0",
    doc: "Waits until an element is there, or gone. Throws Timeout, which says how many matched.",
    params: {
      selector: selectorParam,
      options: z
        .strictObject({
          state: z
            .enum(["visible", "hidden", "attached", "detached"])
            .optional()
            .describe(
              "`visible` one can be seen (default), `hidden` none can be seen, `attached` one is in the page, `detached` none is.",
            ),
          frame: frameParam,
          timeoutMs,
        })
        .optional()
        .describe("Options."),
    },
    returns: "void",
    example:
      'await g.dom.waitForElement("#results", { state: "attached" }); // a list without results has no size, so it cannot be seen',
    async run(scope, { selector, options }) {
      const tab = await scope.browser.tab();
      const { state = "visible", frame } = options ?? {};
      await perform(tab, "wait", { selectors: parseSelectors(selector), state }, {
        frame,
        waitMs: waitMs(scope, options?.timeoutMs),
        failure: lookFailure(tab, { selector, frame, waiting: state }),
      }); // prettier-ignore
    },
  }),
  call({
    name: "dom.waitForText",
    since: "0.1.0",
    doc: "Waits until a text can be read on the page, or until it is gone. Case and blanks do not matter. Throws Timeout.",
    params: {
      text: z.string().min(1).describe("The text."),
      options: z
        .strictObject({ gone: z.boolean().optional().describe("Wait until it is gone."), frame: frameParam, timeoutMs })
        .optional()
        .describe("Options."),
    },
    returns: "void",
    example: 'await g.dom.waitForText("Order placed");',
    async run(scope, { text, options }) {
      const tab = await scope.browser.tab();
      const { gone = false, frame } = options ?? {};
      await perform(tab, "waitText", { text, gone }, {
        frame,
        waitMs: waitMs(scope, options?.timeoutMs),
        failure: ({ waitedMs }) =>
          new ToolError("Timeout", `The text "${text}"${inFrame(frame)} is ${gone ? "still" : "not"} on ${tab.page.url()} after ${seconds(waitedMs)}`, {
            hint: "Read the page (g.dom.getText('body')) to see what it says instead.",
            details: { text, waitedMs: Math.round(waitedMs), url: tab.page.url() },
          }),
      }); // prettier-ignore
    },
  }),
  call({
    name: "dom.exists",
    since: "0.1.0",
    doc: "Whether an element matches now, seen or not. Does not wait.",
    params: { selector: selectorParam, options: inOne },
    returns: "boolean",
    example: 'if (await g.dom.exists("#cookie-banner")) await g.dom.click("text=Accept");',
    run: async (scope, { selector, options }) =>
      (await readNow<number>(scope, "count", selector, options?.frame, isZero)) > 0,
  }),
  call({
    name: "dom.isVisible",
    since: "0.1.0",
    doc: "Whether an element that matches can be seen now. Does not wait.",
    params: { selector: selectorParam, options: inOne },
    returns: "boolean",
    example: 'const open = await g.dom.isVisible("#menu");',
    run: (scope, { selector, options }) =>
      readNow<boolean>(scope, "visible", selector, options?.frame, (value) => value === false),
  }),
  call({
    name: "dom.count",
    since: "0.1.0",
    doc: "How many elements match now. Does not wait.",
    params: { selector: selectorParam, options: inOne },
    returns: "number",
    example: 'const rows = await g.dom.count("tbody tr");',
    run: (scope, { selector, options }) => readNow<number>(scope, "count", selector, options?.frame, isZero),
  }),
  call({
    name: "dom.getText",
    since: "0.1.0",
    doc: `The text of the first match as a reader sees it: line breaks kept, other blanks made one.${READS}`,
    params: { selector: selectorParam, options: waiting },
    returns: "string",
    example: 'const total = await g.dom.getText("#total");',
    run: (scope, { selector, options }) => readFirst(scope, "text", selector, options),
  }),
  call({
    name: "dom.getTexts",
    since: "0.1.0",
    doc: "The texts of all matches, as `getText` gives them; an empty list when nothing matches. Does not wait.",
    params: { selector: selectorParam, options: inOne },
    returns: "string[]",
    example: 'const names = await g.dom.getTexts("#results h2");',
    run: (scope, { selector, options }) =>
      readNow<string[]>(
        scope,
        "texts",
        selector,
        options?.frame,
        (value) => Array.isArray(value) && value.length === 0,
      ),
  }),
  call({
    name: "dom.getAttribute",
    since: "0.1.0",
    doc: `An attribute of the first match as it is written, or null where it has none. (\`extract\` gives whole addresses.)${READS}`,
    params: { selector: selectorParam, name: z.string().min(1).describe("Name of the attribute."), options: waiting },
    returns: "string | null",
    example: 'const sku = await g.dom.getAttribute(".product", "data-sku");',
    run: (scope, { selector, name, options }) => readFirst(scope, "attribute", selector, options, { name }),
  }),
  call({
    name: "dom.getValue",
    since: "0.1.0",
    doc: `The value of a field: text, or true and false for a checkbox, or a list for a multiple choice.${READS}`,
    params: { selector: selectorParam, options: waiting },
    returns: "string | boolean | string[] | null",
    example: 'const quantity = await g.dom.getValue("#quantity");',
    run: (scope, { selector, options }) => readFirst(scope, "value", selector, options),
  }),
  call({
    name: "dom.evaluate",
    since: "0.1.0",
    doc: "Runs JavaScript in the page and gives its result as JSON. The text is an expression, statements whose last value counts, or a function that gets `args`. It sees the page's own variables, and nothing of the script around it. Throws ScriptError with the page's message.",
    params: {
      js: z.string().min(1).describe("Expression, statements or function, as text."),
      args: z.array(z.unknown()).optional().describe("Arguments of the function; plain data."),
      options: waiting,
    },
    returns: "any",
    example: 'const state = await g.dom.evaluate("(key) => window.appState[key]", ["user"]);',
    async run(scope, { js, args, options }) {
      const tab = await scope.browser.tab();
      return await evaluateInPage(tab, js, args ?? [], {
        frame: options?.frame,
        limitMs: waitMs(scope, options?.timeoutMs ?? Infinity),
      });
    },
  }),
];
