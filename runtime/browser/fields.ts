/** Typing into fields, and checkboxes. */
import type { KeyInput } from "puppeteer-core";
import { ToolError } from "../errors.ts";
import { acting, clickOn, performOn, type Looked } from "./acting.ts";
import { selectorName } from "./selectors.ts";
import type { Tab } from "./session.ts";

/** Longer text goes in at once: a key takes two exchanges with the browser. */
const MOST_KEYS = 500;

export async function typeInto(
  tab: Tab,
  looked: Looked,
  text: string,
  options: { clear?: boolean | undefined; delayMs?: number | undefined; submit?: boolean | undefined },
): Promise<void> {
  const needs = { visible: true, enabled: true, editable: true };
  const { frame } = await performOn(tab, "focus", looked, { needs, select: options.clear ?? false });
  const { keyboard } = tab.page;
  await acting(tab, frame, async () => {
    if (options.clear) await keyboard.press("Backspace");
    if (text.length > MOST_KEYS && options.delayMs === undefined) await keyboard.sendCharacter(text);
    else await keyboard.type(text.replace(/\r\n?/g, "\n"), { delay: options.delayMs ?? 0 });
    if (options.submit) await keyboard.press("Enter" satisfies KeyInput);
  });
}

interface Control {
  kind: string;
  checked?: boolean;
  /** Its own box is hidden; people click its label. */
  byLabel?: boolean;
  what?: string;
}

export async function setChecked(tab: Tab, looked: Looked, wanted: boolean): Promise<void> {
  const read = async () => (await performOn<Control>(tab, "control", looked, {})).value;
  const before = await read();
  const name = selectorName(looked.selector);
  if (before.checked === undefined)
    throw new ToolError("InvalidArgument", `${name} is ${before.what ?? before.kind}, which cannot be checked`, {
      details: { selector: looked.selector },
    });
  if (before.checked === wanted) return;
  if (/radio/.test(before.kind) && !wanted) {
    throw new ToolError("InvalidArgument", `${name} is a radio button: it is switched off by choosing another`, {
      details: { selector: looked.selector },
    });
  }
  const url = tab.page.url();
  await clickOn(tab, looked, before.byLabel ? { op: "labelTarget" } : {});
  if (tab.page.url() !== url) return; // the choice led to another page
  const after = await read();
  if (after.checked !== wanted) {
    throw new ToolError("NotActionable", `${name} stays ${wanted ? "unchecked" : "checked"} when it is clicked`, {
      hint: "The page undoes it; look for another condition on the page.",
      details: { selector: looked.selector },
    });
  }
}
