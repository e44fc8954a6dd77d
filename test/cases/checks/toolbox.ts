/** What the judges of `check` sentences look at. */
import type { Tool } from "@modelcontextprotocol/client";
import { setTimeout as sleep } from "node:timers/promises";
import { written } from "../actions.ts";
import type { RunningCase } from "../actions.ts";
import { survivors } from "../processes.ts";
import type { Outcome } from "../types.ts";
import { listedTools, withoutToolTexts } from "./lists.ts";

/** True, or what is wrong. */
export type Verdict = true | string;
export type Check = (outcome: Outcome, toolbox: Toolbox) => Verdict | Promise<Verdict>;
export type Toolbox = ReturnType<typeof createToolbox>;

export function createToolbox(running: RunningCase, toolsBefore: Tool[]) {
  const { workspace, servers } = running;
  const stderr = () => servers.map(({ transport }) => transport.stderr).join("");
  return {
    running,
    workspace,
    servers,
    toolsBefore,
    places: workspace.places,
    setup: running.given.setup,
    outcomes: (name: string) => running.outcomes.get(name) ?? [],
    last: (name: string) => running.outcomes.get(name)?.at(-1),
    names: (outcome: Outcome) => listedTools(outcome).map(({ name }) => name),
    /** tools/list as it is now. */
    toolsNow: async () => (await running.server()).listTools(),
    list: async (args = {}) => (await running.server()).tool("GetWorkspaceTools", args),
    call: async (name: string, parameters = {}) =>
      (await running.server()).tool("ExecuteWorkspaceTool", { name, parameters }),
    written: () => written(running),
    /** Problems and notices of a list, and stderr. */
    report: (outcome: Outcome) => withoutToolTexts(outcome) + stderr(),
    /** Does the report point at entry `index` of tools.json: /tools/1, tools[1], or a line inside the entry? */
    pointsAt: (report: string, index: number): boolean => {
      if (new RegExp(`/tools/${index}(?!\\d)|tools\\[${index}\\]`).test(report)) return true;
      const lines = workspace.toolsText.split("\n");
      const starts = lines.flatMap((line, at) => (/^ {4}[^ }]/.test(line) ? [at + 1] : []));
      const [from = Infinity, to = lines.length] = starts.slice(index);
      return [...report.matchAll(/(?:line"?:? ?|\.json:)(\d+)/gi)].some(
        ([, line]) => Number(line) >= from && Number(line) < to,
      );
    },
    /** Waits until what should be gone is gone. */
    gone: async (limitMs: number): Promise<Verdict> => {
      if (running.ended.length === 0) return "no process was seen";
      let left = survivors(running.ended);
      for (let waited = 0; left.length > 0 && waited < limitMs; waited += 250) {
        await sleep(250);
        left = survivors(left);
      }
      return (
        left.length === 0 ||
        `still there after ${limitMs} ms: ${left.map(({ command }) => command.slice(0, 80)).join("; ")}`
      );
    },
  };
}

/** True when nothing is in `wrong`. */
export const noneOf = (wrong: string[]): Verdict => wrong.length === 0 || wrong.join("; ");

export const words = ({ all, text }: Outcome): string => all ?? text;

export const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 240);
