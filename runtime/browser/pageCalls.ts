/** g.page: the page as a whole. */
import * as z from "zod";
import { ToolError } from "../errors.ts";
import { hostCallFor } from "../hostCall.ts";
import { runEnded, type BrowserScope } from "./session.ts";
import { seconds, waitMs } from "./waits.ts";

const call = hostCallFor<BrowserScope>();

export const pageCalls = [
  call({
    name: "page.handleNextDialog",
    since: "0.1.0",
    doc: "Decides over the page's next dialog (alert, confirm, prompt, or the question before leaving). It is armed when called: call it first, do what brings the dialog, then await it. Gives what the dialog said. Without it, alerts and leaving are accepted, confirm and prompt are dismissed, and the log says so. Throws Timeout when no dialog came.",
    params: {
      answer: z.enum(["accept", "dismiss"]).describe("OK or Cancel."),
      options: z
        .strictObject({
          text: z.string().optional().describe("What to type into a prompt; default is what stands in it."),
          timeoutMs: z
            .number()
            .int()
            .positive()
            .optional()
            .describe("Milliseconds to wait at most; default is all that is left of the run."),
        })
        .optional()
        .describe("Options."),
    },
    returns: '{ type: "alert" | "confirm" | "prompt" | "beforeunload"; message: string }',
    example:
      'const dialog = g.page.handleNextDialog("accept");\nawait g.dom.click("#delete");\nconst { message } = await dialog;',
    run(scope, { answer, options }) {
      const limitMs = waitMs(scope, options?.timeoutMs ?? Infinity);
      const expected = scope.browser.dialogs.expectNext({ accept: answer === "accept", text: options?.text });
      const end = () => expected.cancel(runEnded(scope));
      const timer = setTimeout(
        () =>
          expected.cancel(
            new ToolError("Timeout", `No dialog came within ${seconds(limitMs)}`, {
              hint: "Do what brings the dialog between this call and its await.",
            }),
          ),
        limitMs,
      );
      scope.signal.addEventListener("abort", end, { once: true });
      return expected.shown.finally(() => {
        clearTimeout(timer);
        scope.signal.removeEventListener("abort", end);
      });
    },
  }),
];
