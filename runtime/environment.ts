/** The environment the runtime was started with. Clients pass everything they have, keys of other services among it. */
import { statSync, type Stats } from "node:fs";
import { join } from "node:path";

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

/** Where systemd makes a folder for each user who is logged in. */
const RUN_FOLDERS = "/run/user";

/** Call it once, first: gives a copy of everything, and leaves only what `KEPT` names in `environment` itself. */
export function takeEnvironment(environment: Environment, runFolders = RUN_FOLDERS): Environment {
  const copy = withSession(environment, runFolders);
  for (const name of Object.keys(environment)) if (!KEPT.has(name.toUpperCase())) delete environment[name];
  return copy;
}

/**
 * Some agents, services and SSH pass on neither the user's runtime folder nor the address of the session bus, without which no keychain
 * is found on Linux. What was passed on is never changed: it can be meant to lead elsewhere.
 */
export function withSession(environment: Environment, runFolders = RUN_FOLDERS): Environment {
  const uid = process.getuid?.();
  if (process.platform !== "linux" || uid === undefined || environment["DBUS_SESSION_BUS_ADDRESS"])
    return { ...environment };
  const folder = environment["XDG_RUNTIME_DIR"] || join(runFolders, String(uid));
  if (!isOwn(folder, uid, (stat) => stat.isDirectory())) return { ...environment };
  const bus = join(folder, "bus");
  return {
    ...environment,
    XDG_RUNTIME_DIR: folder,
    ...(isOwn(bus, uid, (stat) => stat.isSocket()) ? { DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` } : {}),
  };
}

function isOwn(path: string, uid: number, fits: (stat: Stats) => boolean): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.uid === uid && fits(stat);
  } catch {
    return false;
  }
}
