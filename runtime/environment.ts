/** The environment the runtime was started with. Clients pass everything they have, keys of other services among it. */

export type Environment = Record<string, string | undefined>;

/** What a process of ours needs to run at all; all the rest is taken away, so that no child inherits it by default. */
const KEPT = new Set([
  "PATH",
  "PATHEXT",
  "HOME",
  "USERPROFILE",
  "SYSTEMROOT",
  "WINDIR",
  "TEMP",
  "TMP",
  "TMPDIR",
  "LANG",
  "TERM",
  "NO_COLOR",
]);

/** Call it once, first: gives a copy of everything, and leaves only what `KEPT` names in `environment` itself. */
export function takeEnvironment(environment: Environment): Environment {
  const copy = { ...environment };
  for (const name of Object.keys(environment)) if (!KEPT.has(name.toUpperCase())) delete environment[name];
  return copy;
}
