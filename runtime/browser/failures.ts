/** Errors of calls that look for elements: what was looked for, how long, how many there were. */
import { ToolError } from "../errors.ts";
import { inFrame, type FrameName } from "./frames.ts";
import type { PerformOptions } from "./perform.ts";
import { selectorName, type SelectorText } from "./selectors.ts";
import type { Tab } from "./session.ts";
import { seconds } from "./waits.ts";

type Seen = Parameters<PerformOptions["failure"]>[0];

interface Looked {
  selector: SelectorText;
  frame: FrameName;
  /** What could not be done, as in "be clicked". */
  verb?: string;
  /** Calls that only wait fail with Timeout; others with NotFound or NotActionable. */
  waiting?: "visible" | "hidden" | "attached" | "detached";
}

export function lookFailure(tab: Tab, { selector, frame, verb, waiting }: Looked): (seen: Seen) => ToolError {
  return ({ matched, reason, waitedMs, frameMissing }) => {
    const name = selectorName(selector);
    const where = inFrame(frame);
    const url = tab.page.url();
    const after = waitedMs >= 50 ? ` after ${seconds(waitedMs)}` : "";
    const details = { selector, waitedMs: Math.round(waitedMs), matched, url, ...(reason ? { reason } : {}) };
    if (frameMissing) {
      const frames = tab.page.frames().flatMap((f) => (f === tab.page.mainFrame() ? [] : [f.url()]));
      const hint =
        frames.length > 0 ? `The page's frames: ${frames.slice(0, 10).join(", ")}.` : "The page has no frames.";
      return new ToolError(
        waiting ? "Timeout" : "NotFound",
        `There is no frame${where.replace(" in frame", "")} on ${url}${after}`,
        { hint, details },
      );
    }
    const matches = matched === 1 ? "1 match" : `${matched} matches`;
    if (waiting && matched > 0) {
      return new ToolError("Timeout", `${name}${where} is ${reason}${after} (${matches}) on ${url}`, {
        hint: reason.endsWith("no size")
          ? 'Is it empty, such as a list without results? { state: "attached" } waits only until it is in the page. Or wait for what stands in it.'
          : "Give it more time with {timeoutMs}, or wait for another sign.",
        details,
      });
    }
    if (matched > 0) {
      const covered = reason.startsWith("covered");
      const message = `${name}${where} cannot ${verb ?? "be used"}: it is ${reason} (${matches}, waited ${seconds(waitedMs)}) on ${url}`;
      return new ToolError("NotActionable", message, {
        hint: covered
          ? "Close what covers it first, such as a cookie banner."
          : "Wait for the page to make it ready, or choose a narrower selector.",
        details,
      });
    }
    return new ToolError(waiting ? "Timeout" : "NotFound", `Nothing matches ${name}${where}${after} on ${url}`, {
      hint:
        reason === "navigating"
          ? "The page kept loading other pages."
          : "Check the selector against the page; content that comes late can be waited for with g.dom.waitForElement.",
      details,
    });
  };
}
