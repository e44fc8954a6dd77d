/** What the handlers of a control channel work with. */
import type { ControlEvents, ControlRequests } from "../contract/control.ts";
import type { Environment } from "../environment.ts";
import type { Handlers } from "../channel.ts";
import type { Log } from "../log.ts";
import type { Runtime } from "../runtime.ts";
import type { Registry } from "../tools/registry.ts";

export interface ControlDeps {
  /** The one folder that this channel is about. */
  folder: string;
  registry: Registry;
  runtime: Runtime;
  dataDir: string;
  environment: Environment;
  environmentSecrets: ReadonlyMap<string, string>;
  log: Log;
  notify<Event extends keyof ControlEvents>(event: Event, params: ControlEvents[Event]): void;
}

/** The handlers of some of the methods. */
export type HandlersOf<Method extends keyof ControlRequests> = Handlers<Pick<ControlRequests, Method>>;
