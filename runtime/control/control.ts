/** The control channel: what an editor asks of the runtime of one folder, over its stdin and stdout. */
import type { Readable, Writable } from "node:stream";
import { serveChannel, type ServedChannel } from "../channel.ts";
import type { ControlEvents, ControlRequests, LastRun, RunRecord } from "../contract/control.ts";
import { errorData } from "../errors.ts";
import { VERSION } from "../version.ts";
import { watchState } from "./watchState.ts";
import type { ControlDeps } from "./deps.ts";
import { doctorHandlers } from "./doctorHandlers.ts";
import { documentHandlers } from "./documentHandlers.ts";
import { runHandlers } from "./runHandlers.ts";
import { secretsHandlers } from "./secretsHandlers.ts";
import { settingsHandlers } from "./settingsHandlers.ts";
import { toolsHandlers } from "./toolsHandlers.ts";

export interface ControlChannel {
  close(): void;
}

/** @param onClose the editor is gone */
export async function serveControl(
  input: Readable,
  output: Writable,
  options: Omit<ControlDeps, "notify">,
  onClose: () => void,
): Promise<ControlChannel> {
  let channel: ServedChannel<ControlEvents> | undefined;
  let client = "";
  const deps: ControlDeps = { ...options, notify: (event, params) => channel?.notify(event, params) };
  const shared = await deps.runtime.shared(deps.folder);
  const lastRuns = new Map<string, LastRun>();
  const lastRunOf = (tool: string): LastRun | undefined => lastRuns.get(tool);
  const remember = ({ tool, id, state, startedAt, durationMs }: RunRecord): void => {
    const known = lastRuns.get(tool);
    if (known && known.startedAt > startedAt) return;
    lastRuns.set(tool, { id, state, startedAt, ...(durationMs === undefined ? {} : { durationMs }) });
  };
  for (const record of await shared.runs.list()) remember(record);
  shared.runs.onDidChange(remember);
  shared.runs.onDidClear(() => {
    lastRuns.clear();
    deps.notify("tools/changed", { revision: deps.registry.current().revision });
  });

  channel = serveChannel<ControlRequests, ControlEvents>(
    input,
    output,
    {
      async initialize(params) {
        ({ client } = params);
        deps.log.info(`${client} is connected`);
        const { role } = await shared.join();
        return {
          version: VERSION,
          node: process.versions.node,
          pid: process.pid,
          folder: deps.folder,
          dataDirectory: deps.dataDir,
          role,
        };
      },
      ...toolsHandlers(deps, lastRunOf),
      ...documentHandlers(deps, lastRunOf),
      ...runHandlers(deps, shared.runs, () => client),
      ...secretsHandlers(deps),
      ...settingsHandlers(deps),
      ...doctorHandlers(deps),
    },
    (error) => errorData(error, "Internal"),
  );
  const stops = [
    deps.registry.onDidChange(({ revision }) => deps.notify("tools/changed", { revision })),
    watchState(deps),
  ];
  channel.onClose(() => {
    for (const stop of stops) stop();
    onClose();
  });
  return channel;
}
