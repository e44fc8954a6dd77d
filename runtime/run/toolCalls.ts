/** g.tool: what the runtime has to do itself. The rest of g.tool lives in the guest (guestCalls.ts). */
import * as z from "zod";
import { hostCallFor, type RunScope } from "../hostCall.ts";

export interface ProgressUpdate {
  message: string;
  current?: number | undefined;
  total?: number | undefined;
}

export interface ToolScope extends RunScope {
  reportProgress(update: ProgressUpdate): void;
}

const call = hostCallFor<ToolScope>();

export const toolCalls = [
  call({
    name: "tool.reportProgress",
    since: "0.1.0",
    doc: "Tells whoever waits how far the run is. The message is shown by clients that show progress, and it keeps them waiting.",
    params: {
      message: z.string().describe("One line in plain words"),
      options: z
        .object({
          current: z.number().optional().describe("How much is done, in any unit"),
          total: z.number().optional().describe("How much there is, in the same unit"),
        })
        .optional(),
    },
    returns: "void",
    example: `await g.tool.reportProgress("page 2 of 5", { current: 2, total: 5 });`,
    run: (scope, { message, options }) => scope.reportProgress({ message, ...options }),
  }),
];
