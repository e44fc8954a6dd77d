/** Acting on a page: where to click, and waiting for the navigation that an action started. */
import type { Frame } from "puppeteer-core";
import { ToolError } from "../errors.ts";
import { lookFailure } from "./failures.ts";
import type { FrameName } from "./frames.ts";
import { arrive } from "./navigate.ts";
import type { Needs } from "./page/lib.ts";
import { isRace, perform, settleScript } from "./perform.ts";
import { parseSelectors, selectorName, type SelectorText } from "./selectors.ts";
import type { Tab } from "./session.ts";
import { seconds, sleep, waitMs } from "./waits.ts";

export interface Looked {
  selector: SelectorText;
  frame: FrameName;
  timeoutMs: number | undefined;
  /** For messages: "be clicked". */
  verb: string;
}

interface Point {
  x: number;
  y: number;
  matched: number;
}

/** After an action: how long the navigation that it started may take, of the page or of a frame, and the new document to be read to its end. */
const NAVIGATION_MS = { page: 15_000, frame: 3_000 };
const READY_MS = 5_000;

/** Does something to the page, then waits for what it set off: its own scripts, and a navigation if it started one. */
export async function acting<T>(tab: Tab, frame: Frame, act: () => Promise<T>): Promise<T> {
  const { navigations } = tab.watch;
  const before = navigations.mark();
  const value = await tab.guard(
    act(),
    tab.scope.remainingMs(),
    () => new ToolError("Timeout", "The page did not react before the run's time was over"),
  );
  await settleScript(tab, frame);
  const kind = navigations.pending(before);
  if (kind === "none") return value;
  await tab
    .guard(navigations.settled(kind, before), waitMs(tab.scope, NAVIGATION_MS[kind]), noAnswer)
    .catch((error: unknown) => {
      if (!(error instanceof ToolError && error.code === "Timeout")) throw error;
      tab.scope.log("warn", `${error.message}; going on with the page as it is.`);
    });
  if (kind === "page") await arrive(tab, "domReady", waitMs(tab.scope, READY_MS));
  return value;
}

const noAnswer = () => new ToolError("Timeout", "The action started a navigation that has not been answered yet");

/** Looks for an element and does something to it inside the page. */
export async function performOn<T extends object>(
  tab: Tab,
  op: string,
  looked: Looked,
  input: object,
): Promise<{ value: T; frame: Frame }> {
  const { selector, frame, timeoutMs, verb } = looked;
  const failure = lookFailure(tab, { selector, frame, verb });
  const found = await perform<T & { refused?: string; matched?: number }>(
    tab,
    op,
    { ...input, selectors: parseSelectors(selector) },
    { frame, waitMs: waitMs(tab.scope, timeoutMs), failure },
  );
  if (found.value.refused !== undefined) {
    throw new ToolError("InvalidArgument", `${selectorName(selector)} ${found.value.refused}`, {
      details: { selector },
    });
  }
  noteMatches(tab, selector, found.value.matched);
  return found;
}

/** The first is used; the log helps who did not expect others. */
export function noteMatches(tab: Tab, selector: SelectorText, matched: number | undefined): void {
  if (matched !== undefined && matched > 1)
    tab.scope.log("debug", `${selectorName(selector)} matches ${matched} elements; the first is used.`);
}

/** Clicks with the real mouse, once the element is visible, enabled, at rest and not covered. */
export async function clickOn(
  tab: Tab,
  looked: Looked,
  options: {
    button?: "left" | "middle" | "right" | undefined;
    count?: number | undefined;
    modifiers?: readonly ("Alt" | "Control" | "Meta" | "Shift")[] | undefined;
    op?: string;
  } = {},
): Promise<void> {
  const needs: Needs = { visible: true, enabled: true };
  const started = performance.now();
  const limit = waitMs(tab.scope, looked.timeoutMs);
  for (;;) {
    const left = Math.max(0, limit - (performance.now() - started));
    const { value: target, frame } = await performOn<Point>(
      tab,
      options.op ?? "target",
      { ...looked, timeoutMs: left },
      { needs },
    );
    const point = await onPage(frame, target);
    if ("x" in point) {
      const { mouse, keyboard } = tab.page;
      const modifiers = options.modifiers ?? [];
      return await acting(tab, frame, async () => {
        for (const key of modifiers) await keyboard.down(key);
        await mouse.click(point.x, point.y, { button: options.button ?? "left", count: options.count ?? 1 });
        for (const key of modifiers) await keyboard.up(key);
      });
    }
    if (performance.now() - started >= limit) {
      throw new ToolError(
        "NotActionable",
        `${selectorName(looked.selector)} cannot ${looked.verb}: its frame is ${point.blocked} (waited ${seconds(limit)})`,
        {
          hint: "Close what covers it first, such as a cookie banner.",
          details: { selector: looked.selector },
        },
      );
    }
    await sleep(100);
  }
}

/** A point of a frame, as a point of the page; a frame can be covered as well. */
async function onPage(frame: Frame, point: Point): Promise<{ x: number; y: number } | { blocked: string }> {
  let { x, y } = point;
  for (let inner: Frame = frame, outer = inner.parentFrame(); outer; inner = outer, outer = inner.parentFrame()) {
    try {
      await using element = await inner.frameElement();
      if (!element) return { blocked: "gone" };
      const place = await element.evaluate(
        (box, px, py) => {
          const { left, top } = box.getBoundingClientRect();
          const style = getComputedStyle(box);
          const at = {
            x: left + box.clientLeft + parseFloat(style.paddingLeft) + px,
            y: top + box.clientTop + parseFloat(style.paddingTop) + py,
          };
          const scope = box.getRootNode() as Document | ShadowRoot;
          const hit = scope.elementFromPoint(at.x, at.y);
          return { ...at, hit: hit === box ? "" : (hit?.tagName.toLowerCase() ?? "nothing"), id: hit?.id ?? "" };
        },
        x,
        y,
      );
      if (place.hit !== "")
        return {
          blocked:
            place.hit === "nothing"
              ? "outside of the window"
              : `covered by <${place.hit}${place.id ? ` id="${place.id}"` : ""}>`,
        };
      ({ x, y } = place);
    } catch (error) {
      if (isRace(error)) return { blocked: "being replaced" };
      throw error;
    }
  }
  return { x, y };
}
