/** Which scripts of the tools are there. Looked at again and again, so it is kept cheap: a few stats at a time. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { shownPath } from "./scriptPath.ts";

/** At most so many files are looked at in one go. */
const BATCH = 200;
const EVERY_MS = 250;

interface ScriptStates {
  /** "script scripts/a.js does not exist", undefined where it does. */
  problemOf(script: string): string | undefined;
  /** Looks at all scripts of a new set of tools. */
  reset(scripts: Iterable<string>): void;
  /** Looks at some again if a moment has passed. @returns whether anything is different now */
  refresh(): boolean;
  /** Looks at one now. @returns whether it is different now */
  check(script: string): boolean;
}

export function createScriptStates(folder: string): ScriptStates {
  let problems = new Map<string, string | undefined>();
  let order: string[] = [];
  let next = 0;
  let lookedAt = 0;

  const look = (script: string) => {
    const stat = statSync(join(folder, shownPath(script)), { throwIfNoEntry: false });
    return stat?.isFile() ? undefined : `script ${shownPath(script)} ${stat ? "is not a file" : "does not exist"}`;
  };
  const lookSafely = (script: string) => {
    try {
      return look(script);
    } catch {
      return `script ${shownPath(script)} cannot be read`;
    }
  };
  const check = (script: string) => {
    const problem = lookSafely(script);
    const different = problems.get(script) !== problem;
    problems.set(script, problem);
    return different;
  };
  return {
    problemOf: (script) => problems.get(script),
    reset(scripts) {
      order = [...new Set(scripts)];
      problems = new Map(order.map((script) => [script, lookSafely(script)]));
      next = 0;
      lookedAt = performance.now();
    },
    refresh() {
      if (performance.now() - lookedAt < EVERY_MS) return false;
      lookedAt = performance.now();
      let different = false;
      for (let count = Math.min(BATCH, order.length); count > 0; count--, next++) {
        const script = order[next % order.length];
        if (script !== undefined && check(script)) different = true;
      }
      return different;
    },
    check,
  };
}
