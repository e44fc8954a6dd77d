/** What the handlers of a control channel work with. */
import type { ToolAsShown } from "../consent/approvals.ts";
import type { ControlEvents, ControlRequests } from "../contract/control.ts";
import type { Environment } from "../environment.ts";
import type { Handlers } from "../channel.ts";
import type { LeveledLog } from "../log.ts";
import type { Runtime } from "../runtime.ts";
import type { Registry } from "../tools/registry.ts";

export interface ControlDeps {
  /** The one folder that this channel is about. */
  folder: string;
  registry: Registry;
  runtime: Runtime;
  dataDir: string;
  environment: Environment;
  /** What was shown to a person who is asked for an approval, by its token. */
  shown: Map<string, ToolAsShown>;
  log: LeveledLog;
  notify<Event extends keyof ControlEvents>(event: Event, params: ControlEvents[Event]): void;
}

/** The handlers of some of the methods. */
export type HandlersOf<Method extends keyof ControlRequests> = Handlers<Pick<ControlRequests, Method>>;
