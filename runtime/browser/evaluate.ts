/** g.dom.evaluate: the author's own JavaScript in the page's own world. */
import { Script } from "node:vm";
import { messageOf, ToolError } from "../errors.ts";
import { acting } from "./acting.ts";
import { framesFor, inFrame, type FrameName } from "./frames.ts";
import { isRace, unblock } from "./perform.ts";
import type { Tab } from "./session.ts";
import { seconds, waitMs } from "./waits.ts";

const MOST_CHARACTERS = 8_000_000;
const NAVIGATION_MS = 5_000;

export async function evaluateInPage(
  tab: Tab,
  js: string,
  args: unknown[],
  { frame, limitMs }: { frame: FrameName; limitMs: number },
): Promise<unknown> {
  const { expression, isJson } = wrap(js, args);
  const late = () =>
    new ToolError("Timeout", `The page has not finished the JavaScript within ${seconds(limitMs)}`, {
      hint: "Allow more time, or do less in it.",
    });
  // Not run twice where the page goes elsewhere meanwhile: it may have done half of its work.
  await tab.guard(tab.watch.navigations.settled("page"), waitMs(tab.scope, NAVIGATION_MS), late);
  const [target] = await framesFor(tab.page, frame);
  if (!target)
    throw new ToolError("NotFound", `There is no frame${inFrame(frame).replace(" in frame", "")} on ${tab.page.url()}`);
  try {
    const answer: unknown = await acting(tab, target, () => tab.guard(target.evaluate(expression), limitMs, late));
    return isJson ? parse(answer) : answer;
  } catch (error) {
    if (error instanceof ToolError) {
      tab.watch.isStuck = error.code === "Timeout";
      await unblock(tab);
      throw error;
    }
    if (!isRace(error)) throw failed(error);
    throw new ToolError("NavigationFailed", "The page went elsewhere while the JavaScript ran", {
      hint: "Wait for the new page (g.nav.waitForUrl), then evaluate.",
      cause: error,
    });
  }
}

/** `isJson`: the expression gives the result as JSON text, its length where that is too much, or undefined. */
function wrap(js: string, args: unknown[]): { expression: string; isJson: boolean } {
  const asJson = (work: string) =>
    `(async () => { const value = await (${work}); const json = JSON.stringify(value); return json === undefined || json.length <= ${MOST_CHARACTERS} ? json : json.length; })()`;
  if (parses(`async () => (${js}\n)`)) {
    return {
      expression: asJson(
        `(async () => { const it = (${js}\n); return typeof it === "function" ? it(...${JSON.stringify(args)}) : it; })()`,
      ),
      isJson: true,
    };
  }
  // Statements: the value of the last one, or what they return.
  if (parses(`{${js}\n}`)) return { expression: `{${js}\n}`, isJson: false };
  if (parses(`async () => {${js}\n}`)) return { expression: asJson(`(async () => {${js}\n})()`), isJson: true };
  throw failed(syntaxError(js));
}

const failed = (error: unknown) =>
  new ToolError(
    "ScriptError",
    `JavaScript in the page failed: ${error instanceof Error ? `${error.name}: ` : ""}${messageOf(error)}`,
    { cause: error },
  );

const parses = (js: string): boolean => syntaxError(js) === undefined;

/** Only compiles. */
function syntaxError(js: string): unknown {
  try {
    void new Script(js);
    return undefined;
  } catch (error) {
    return error;
  }
}

function parse(answer: unknown): unknown {
  if (typeof answer === "number") {
    throw new ToolError("ResultTooLarge", `The JavaScript's result has ${answer} characters, which is too much`, {
      hint: "Give back less.",
    });
  }
  return typeof answer === "string" ? (JSON.parse(answer) as unknown) : undefined;
}
