/** g.dom, structured data. */
import * as z from "zod";
import { ToolError } from "../errors.ts";
import { hostCallFor } from "../hostCall.ts";
import { performOn } from "./acting.ts";
import { lookFailure } from "./failures.ts";
import { frameParam } from "./frames.ts";
import { perform } from "./perform.ts";
import { parseSelectors, selectorParam } from "./selectors.ts";
import type { BrowserScope } from "./session.ts";
import { parseShape } from "./shape.ts";
import { waitMs, waitParam } from "./waits.ts";

const call = hostCallFor<BrowserScope>();
const timeoutMs = waitParam;

export const domExtractCalls = [
  call({
    name: "dom.extract",
    since: "0.1.0",
    doc: 'Reads the page into data of the given shape, in one go. A shape is a selector (its text, or null when nothing matches); `["selector"]` (the texts of all matches); `["selector", shape]` (a list, the shape read inside each match); `{select, attr, as, decimal, required}` (one value: `attr` an attribute instead of the text, `as` one of text, number, integer, boolean, html, url; without `select` the match itself); or an object of names and shapes. Addresses (href, src) come out whole. Numbers are understood as they are written ("€ 3.450,50", "1,204.5"); where "1.204" could be either, the page\'s language decides, or `decimal`. Does not wait, but for `root`. Throws NotFound for a `required` value that is missing.',
    params: {
      shape: z.unknown().describe("What to read: a selector, a list, a value, or an object of these."),
      options: z
        .strictObject({
          root: selectorParam.optional().describe("Read inside the first match only; waits until it is there."),
          frame: frameParam,
          timeoutMs,
        })
        .optional()
        .describe("Options."),
    },
    returns: "any",
    example:
      'const { items } = await g.dom.extract({\n  items: [".card", { name: "h2", price: { select: ".price", as: "number" }, url: { select: "a", attr: "href" } }],\n});',
    async run(scope, { shape, options }) {
      const plan = parseShape(shape);
      const tab = await scope.browser.tab();
      const root = options?.root;
      const missing = lookFailure(tab, { selector: root ?? "html", frame: options?.frame });
      const { value } = await perform<{ value: unknown }>(tab, "extract", { shape: plan, ...(root ? { root: parseSelectors(root) } : {}) }, {
        frame: options?.frame,
        waitMs: root === undefined ? 0 : waitMs(scope, options?.timeoutMs),
        failure: (seen) => (seen.reason.startsWith("required: ") ? requiredMissing(seen.reason.slice(10), tab.page.url()) : missing(seen)),
      }); // prettier-ignore
      return value.value;
    },
  }),
  call({
    name: "dom.extractTable",
    since: "0.1.0",
    doc: "Reads a table into a list of objects, one for each row, with the column names as keys. A cell that spans rows or columns is in each of them; a heading of several rows is joined (\"Q1 Units\"); hidden rows and the table's foot are left out; a table inside a cell is that cell's text; text that the page's style puts before or after a cell belongs to it. Waits until the table is there; throws NotFound.",
    params: {
      selector: selectorParam,
      options: z
        .strictObject({
          headers: z
            .union([z.array(z.string()), z.literal(false)])
            .optional()
            .describe(
              "Names to use instead of the table's own, in order of its columns; false: the table has no heading, every row is data.",
            ),
          maxRows: z.number().int().positive().optional().describe("Read so many rows at most."),
          frame: frameParam,
          timeoutMs,
        })
        .optional()
        .describe("Options."),
    },
    returns: "Record<string, string>[]",
    example: 'const rows = await g.dom.extractTable("#sales", { maxRows: 50 });',
    async run(scope, { selector, options }) {
      const tab = await scope.browser.tab();
      const { headers, maxRows, frame, timeoutMs: limit } = options ?? {};
      const looked = { selector, frame, timeoutMs: limit, verb: "be read" };
      const { value } = await performOn<{ value: Record<string, string>[]; left: number }>(
        tab,
        "extractTable",
        looked,
        { headers, maxRows },
      );
      if (value.left > 0) scope.log("info", `The table has ${value.left} more rows than were asked for.`);
      return value.value;
    },
  }),
];

const requiredMissing = (paths: string, url: string) =>
  new ToolError("NotFound", `Required values are missing on ${url}: ${paths}`, {
    hint: "Check the selectors, or wait for the content first (g.dom.waitForElement).",
    details: { paths, url },
  });
