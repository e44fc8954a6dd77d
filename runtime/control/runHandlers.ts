/** A person's own runs, and the journal of all runs. */
import type { Attention, RunRecord } from "../contract/control.ts";
import { ToolError } from "../errors.ts";
import type { ControlDeps, HandlersOf } from "./deps.ts";

/** The runs of one folder, of whatever processes. */
export interface JournalView {
  /** Newest first. */
  list(): Promise<RunRecord[]>;
  /** @throws ToolError NotFound */
  resultOf(id: string): Promise<string>;
  cancel(id: string): Promise<boolean>;
  clear(): Promise<void>;
  onDidChange(listener: (record: RunRecord) => void): () => void;
  onDidClear(listener: () => void): () => void;
  onAttention(listener: (attention: Attention) => void): () => void;
}

type Methods = "run/start" | "run/cancel" | "runs/list" | "runs/result" | "runs/clear";

const ID = /^[\w-]{1,64}$/;

/** From now on the channel is told of every change. @param client name and version of the editor */
export function runHandlers(deps: ControlDeps, journal: JournalView, client: () => string): HandlersOf<Methods> {
  const { folder, runtime } = deps;
  /** Of runs that were asked for, in the journal or not yet. */
  const started = new Set<string>();
  journal.onDidChange((record) => deps.notify("runs/changed", record));
  journal.onDidClear(() => deps.notify("runs/cleared", {}));
  journal.onAttention((attention) => deps.notify("attention", attention));

  return {
    async "run/start"({ id, tool, args, confirmed, once }, signal) {
      const { journalOf } = await runtime.services();
      checkId(id, started.has(id) || journalOf(folder).find(id) !== undefined);
      started.add(id);
      try {
        await runtime.run({
          id,
          tool,
          args,
          confirmed,
          // Only of what was shown.
          once: once !== undefined && deps.shown.has(once) ? once : undefined,
          origin: "User",
          client: client(),
          workspace: folder,
          signal,
        });
        const record = journalOf(folder).find(id);
        if (record) return record;
        throw new ToolError("NotFound", `The run of "${tool}" is over, and was removed from the list of runs`);
      } finally {
        started.delete(id);
      }
    },
    "run/cancel": async ({ id }) => ({ canceled: await journal.cancel(id) }),
    "runs/list": () => journal.list(),
    "runs/result": async ({ id }) => ({ json: await journal.resultOf(id) }),
    async "runs/clear"() {
      await journal.clear();
      return {};
    },
  };
}

function checkId(id: unknown, isTaken: boolean): void {
  if (typeof id !== "string" || !ID.test(id))
    throw new ToolError("InvalidArgument", "A run's id has letters, digits, _ and - only, 64 at most");
  if (isTaken) throw new ToolError("InvalidArgument", `There is a run with the id ${id} already`);
}
