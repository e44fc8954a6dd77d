/** g.dom, acting. */
import * as z from "zod";
import { ToolError } from "../errors.ts";
import { hostCallFor } from "../hostCall.ts";
import { acting, clickOn, performOn, type Looked } from "./acting.ts";
import { setChecked, typeInto } from "./fields.ts";
import { frameParam } from "./frames.ts";
import { MODIFIERS, parseKeys } from "./keys.ts";
import { selectorParam } from "./selectors.ts";
import type { BrowserScope } from "./session.ts";
import { waitParam } from "./waits.ts";

const call = hostCallFor<BrowserScope>();
const timeoutMs = waitParam;
const where = { frame: frameParam, timeoutMs };
const options = z.strictObject(where).optional().describe("Options.");
const THROWS =
  " Throws NotFound when nothing matches, NotActionable (with the reason) when the element does not become ready.";
const NAVIGATES = " Where this starts a navigation, the new page is waited for.";
const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

type Where = { frame?: Looked["frame"]; timeoutMs?: number | undefined } | undefined;
const looked = (selector: Looked["selector"], given: Where, verb: string): Looked => ({
  selector,
  frame: given?.frame,
  timeoutMs: given?.timeoutMs,
  verb,
});

export const domActCalls = [
  call({
    name: "dom.click",
    since: "0.1.0",
    doc: `Clicks an element with the mouse, once it is visible, enabled, at rest and covered by nothing.${NAVIGATES}${THROWS}`,
    params: {
      selector: selectorParam,
      options: z
        .strictObject({
          button: z.enum(["left", "middle", "right"]).optional().describe("Default left."),
          count: z.number().int().min(1).max(3).optional().describe("2 is a double click."),
          modifiers: z.array(z.enum(MODIFIERS)).optional().describe("Keys held meanwhile."),
          ...where,
        })
        .optional()
        .describe("Options."),
    },
    returns: "void",
    example: "await g.dom.click('role=button[name=\"Add to cart\"]');",
    async run({ browser }, { selector, options: given }) {
      await clickOn(await browser.tab(), looked(selector, given, "be clicked"), given);
    },
  }),
  call({
    name: "dom.typeText",
    since: "0.1.0",
    doc: `Types text into a field with the keyboard, at the end of what stands in it.${NAVIGATES}${THROWS}`,
    params: {
      selector: selectorParam,
      text: z.string().describe("What to type; a line break presses Enter."),
      options: z
        .strictObject({
          clear: z.boolean().optional().describe("Remove first what stands in the field."),
          delayMs: z.number().int().min(0).max(1000).optional().describe("Milliseconds between keys."),
          submit: z.boolean().optional().describe("Press Enter afterwards."),
          ...where,
        })
        .optional()
        .describe("Options."),
    },
    returns: "void",
    example: 'await g.dom.typeText("#search", g.tool.args.keyword, { submit: true });',
    async run({ browser }, { selector, text, options: given }) {
      await typeInto(await browser.tab(), looked(selector, given, "be typed into"), text, given ?? {});
    },
  }),
  call({
    name: "dom.setValue",
    since: "0.1.0",
    doc: `Sets the value of a field at once, with the events of an edit: text, numbers, dates (yyyy-mm-dd), colours, a select.${THROWS} Throws InvalidArgument where the field does not take the value.`,
    params: {
      selector: selectorParam,
      value: z.union([z.string(), z.number()]).describe("The value, as the field keeps it."),
      options,
    },
    returns: "void",
    example: 'await g.dom.setValue("#arrival", "2026-02-28");',
    async run({ browser }, { selector, value, options: given }) {
      const tab = await browser.tab();
      const { frame } = await performOn(tab, "setValue", looked(selector, given, "be set"), { value: String(value) });
      await acting(tab, frame, async () => {});
    },
  }),
  call({
    name: "dom.fillForm",
    since: "0.1.0",
    doc: `Fills several fields, in the order given: text and numbers as \`setValue\` does, true and false as \`setChecked\`, selects by value or label.${THROWS}`,
    params: { fields: z.record(z.string().min(1), fieldValue).describe("Selector → value."), options },
    returns: "void",
    example: 'await g.dom.fillForm({ "#name": "Ana Ruiz", "#plan": "pro", "#terms": true });',
    async run({ browser }, { fields, options: given }) {
      const tab = await browser.tab();
      for (const [selector, value] of Object.entries(fields)) {
        const here = looked(selector, given, "be filled");
        if (typeof value === "boolean") {
          await setChecked(tab, here, value);
          continue;
        }
        const { frame } = Array.isArray(value)
          ? await performOn(tab, "selectOption", here, { values: value })
          : await performOn(tab, "setValue", here, { value: String(value) });
        await acting(tab, frame, async () => {});
      }
    },
  }),
  call({
    name: "dom.selectOption",
    since: "0.1.0",
    doc: `Chooses an option of a select by its value, or else by its label; several of a multiple one. Waits until it is there. Gives the values that are then chosen.${THROWS}`,
    params: {
      selector: selectorParam,
      option: z.union([z.string(), z.array(z.string())]).describe("Value or label, or several."),
      options,
    },
    returns: "string[]",
    example: 'await g.dom.selectOption("#plan", "Pro");',
    async run({ browser }, { selector, option, options: given }) {
      const tab = await browser.tab();
      const values = Array.isArray(option) ? option : [option];
      const { value, frame } = await performOn<{ values: string[] }>(
        tab,
        "selectOption",
        looked(selector, given, "be chosen from"),
        { values },
      );
      await acting(tab, frame, async () => {});
      return value.values;
    },
  }),
  call({
    name: "dom.setChecked",
    since: "0.1.0",
    doc: `Switches a checkbox, radio button or switch on or off; does nothing where it is so already. A hidden box is clicked by its label.${THROWS}`,
    params: { selector: selectorParam, checked: z.boolean().optional().describe("Default true."), options },
    returns: "void",
    example: 'await g.dom.setChecked("label=I agree");',
    async run({ browser }, { selector, checked = true, options: given }) {
      await setChecked(await browser.tab(), looked(selector, given, "be checked"), checked);
    },
  }),
  call({
    name: "dom.pressKey",
    since: "0.1.0",
    doc: `Presses a key, or several together, where the focus is.${NAVIGATES}`,
    params: {
      keys: z.string().min(1).max(100).describe('A key such as "Enter", "ArrowDown", "a", or several as "Control+A".'),
      options: z
        .strictObject({ selector: selectorParam.optional().describe("Put the focus here first."), ...where })
        .optional()
        .describe("Options."),
    },
    returns: "void",
    example: 'await g.dom.pressKey("Enter", { selector: "#search" });',
    async run({ browser }, { keys, options: given }) {
      const parsed = parseKeys(keys);
      const tab = await browser.tab();
      const needs = { visible: true, enabled: true };
      const focused =
        given?.selector === undefined
          ? undefined
          : await performOn(tab, "focus", looked(given.selector, given, "take a key"), { needs, select: false });
      const { keyboard } = tab.page;
      await acting(tab, focused?.frame ?? tab.page.mainFrame(), async () => {
        const [last, ...held] = parsed.toReversed();
        for (const key of held.toReversed()) await keyboard.down(key);
        if (last) await keyboard.press(last);
        for (const key of held) await keyboard.up(key);
      });
    },
  }),
  call({
    name: "dom.scrollTo",
    since: "0.1.0",
    doc: "Scrolls an element into the middle of the window, or the page to a position.",
    params: {
      target: z.union([selectorParam, z.strictObject({ top: z.number() })]).describe("Selector, or {top} in pixels."),
      options,
    },
    returns: "void",
    example: 'await g.dom.scrollTo("#reviews");',
    async run({ browser }, { target, options: given }) {
      const tab = await browser.tab();
      if (typeof target === "string" || Array.isArray(target))
        await performOn(tab, "scroll", looked(target, given, "be scrolled to"), {});
      else await performOn(tab, "scrollTop", looked("html", given, "be scrolled"), { top: target.top });
    },
  }),
  call({
    name: "dom.scrollToEnd",
    since: "0.1.0",
    doc: "Scrolls to the end of the page, again as long as the page grows by it, and gives how often it scrolled.",
    params: {
      options: z
        .strictObject({
          maxScrolls: z.number().int().min(1).max(1000).optional().describe("Default 20."),
          waitMs: z
            .number()
            .int()
            .min(0)
            .max(10_000)
            .optional()
            .describe("How long the page may take to grow after each; default 500."),
          frame: frameParam,
        })
        .optional()
        .describe("Options."),
    },
    returns: "number",
    example: "await g.dom.scrollToEnd({ maxScrolls: 30 });",
    async run({ browser, remainingMs }, { options: given }) {
      const tab = await browser.tab();
      const { maxScrolls = 20, waitMs: growMs = 500, frame } = given ?? {};
      const here: Looked = { selector: "html", frame, timeoutMs: undefined, verb: "be scrolled" };
      for (let times = 1; ; times++) {
        const { value } = await performOn<{ grew: boolean }>(tab, "scrollEnd", here, {
          limitMs: Math.min(growMs, remainingMs()),
        });
        if (!value.grew || times >= maxScrolls) return times;
        if (remainingMs() < growMs)
          throw new ToolError(
            "Timeout",
            `The page still grows after ${times} scrolls, and the run's time is nearly over`,
            { hint: "Set {maxScrolls}." },
          );
      }
    },
  }),
];
