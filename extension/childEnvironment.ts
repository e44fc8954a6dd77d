/** The environment of the processes that the extension starts. */

type Environment = Record<string, string | undefined>;

/** What the editor sets for its own processes; in another Node it does harm. */
const INTERNAL =
  /^(ELECTRON_RUN_AS_NODE|ELECTRON_NO_ATTACH_CONSOLE|NODE_OPTIONS|NODE_CHANNEL_FD|NODE_UNIQUE_ID|VSCODE_.*)$/i;

/** @param extra a value of undefined or "" leaves what is there. */
export function childEnvironment(from: Environment, extra: Environment = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && !INTERNAL.test(name)) environment[name] = value;
  }
  for (const [name, value] of Object.entries(extra)) if (value) environment[name] = value;
  return environment;
}
