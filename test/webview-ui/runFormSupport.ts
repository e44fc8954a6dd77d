/** The form of a tool, and what a person does in it. */
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { panelBench, type PanelOptions, type PanelPage } from "./support.ts";

export const KEY = { folder: "file:///shop", tool: "place_order" };

export interface FormOptions {
  args?: JsonObject;
  initial?: JsonObject;
  replace?: boolean;
  opened?: boolean;
  why?: string;
}

export type FormBench = (parameters: JsonObject, options?: FormOptions & PanelOptions) => Promise<PanelPage>;

/** Sets up mocha's hooks. @returns opens a form for parameters */
export function formBench(): FormBench {
  const panels = panelBench("runForm");
  return async (parameters, options = {}) => {
    const { args, initial, replace, opened = true, ...rest } = options;
    const panel = await panels.open({ width: 700, height: 900, ...rest });
    await sendForm(panel, parameters, { opened, ...(args && { args }), ...(initial && { initial }), ...(replace && { replace }) }); // prettier-ignore
    return panel;
  };
}

export const sendForm = (panel: PanelPage, parameters: JsonObject, options: FormOptions = {}): Promise<void> =>
  panel.send({ type: "form", key: KEY, title: "Place order", description: "Orders.", parameters, args: {}, initial: {}, replace: false, opened: false, ...options }); // prettier-ignore

/** Parameters with one property, "it". */
export const property = (schema: JsonObject, required = false): JsonObject => ({
  type: "object",
  properties: { it: schema },
  ...(required ? { required: ["it"] } : {}),
});

/** Selector of the field "it". */
export const IT = '[data-pointer="/it"]';

export async function press(panel: PanelPage, ...keys: string[]): Promise<void> {
  const { keyboard } = panel.page;
  for (const key of keys) {
    const parts = key.split("+");
    for (const part of parts.slice(0, -1)) await keyboard.down(part as "Control");
    await keyboard.press(parts.at(-1) as "Enter");
    for (const part of parts.slice(0, -1)) await keyboard.up(part as "Control");
  }
}

/** The arguments that Run sends. */
export async function run(panel: PanelPage): Promise<JsonObject> {
  await press(panel, "Control+Enter");
  const { args } = await panel.posted("start");
  return args;
}

/** Those of another Run, after one that did not begin. */
export async function runAgain(panel: PanelPage): Promise<JsonObject> {
  await panel.send({ type: "notRun", problems: [] });
  await panel.forget();
  return await run(panel);
}

/** As a person does: the field is emptied, then typed into. */
export async function type(panel: PanelPage, selector: string, text: string): Promise<void> {
  await panel.page.locator(selector).click({ count: 3 });
  await press(panel, "Backspace");
  await panel.page.keyboard.type(text);
}

/** For what a picker gives. */
export const set = (panel: PanelPage, selector: string, value: string): Promise<void> =>
  panel.page.$eval(
    selector,
    (element, text) => {
      (element as HTMLInputElement).value = text;
      element.dispatchEvent(new Event("input", { bubbles: true }));
      element.dispatchEvent(new Event("change", { bubbles: true }));
    },
    value,
  );

export const clickButton = async (panel: PanelPage, name: string): Promise<void> => {
  await panel.page.locator(`aria/${name}[role="button"]`).click();
};

/** "" when none is shown. */
export const problemOf = (panel: PanelPage, pointer = "/it"): Promise<string> =>
  panel.page.$eval(`[data-pointer="${pointer}"] > .problem`, (node) => ((node as HTMLElement).hidden ? "" : (node.textContent ?? ""))); // prettier-ignore
