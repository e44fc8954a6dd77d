/** Changes of the person's settings that need no other process. */
import type { ControlDeps, HandlersOf } from "./deps.ts";

export function settingsHandlers({ runtime, log }: ControlDeps): HandlersOf<"settings/set"> {
  return {
    async "settings/set"({ logLevel, keepRuns }) {
      log.setLevel(logLevel);
      (await runtime.services()).keepRuns(keepRuns);
      return {};
    },
  };
}
