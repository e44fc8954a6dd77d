/** A Secret Service of its own for tests: a private D-Bus and a gnome-keyring-daemon, in a temporary home. Never the user's. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PROGRAMS = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon"] as const;
const START_MS = 15_000;
const PASSWORD = "for tests only";

export interface Keyring {
  /** What a process needs to reach it: address, home, folders. No display. */
  readonly environment: Record<string, string>;
  /** SIGSTOP: it takes requests and answers none. */
  freeze(): void;
  thaw(): void;
  /** Starts the daemon again on the same data, locked: nobody gives it the password. */
  restartLocked(): Promise<void>;
  stop(): Promise<void>;
}

/** Skips the suite, with the reason, where this machine cannot have a keyring; on a CI machine that is a failure. */
export function needKeyring(suite: Mocha.Context): void {
  const missing = process.platform === "linux" ? PROGRAMS.filter((program) => !onPath(program)) : ["Linux"];
  if (missing.length === 0) return;
  const reason = `the keychain tests need ${missing.join(", ")} (Debian: apt-get install dbus dbus-daemon gnome-keyring)`;
  if (process.env["CI"]) throw new Error(reason);
  console.warn(`    skipped: ${reason}`);
  suite.skip();
}

export async function startKeyring(): Promise<Keyring> {
  const home = mkdtempSync(join(tmpdir(), "guidon-keyring-"));
  const folder = (name: string): string => {
    mkdirSync(join(home, name), { mode: 0o700 });
    return join(home, name);
  };
  const base = {
    HOME: home,
    PATH: process.env["PATH"] ?? "",
    XDG_RUNTIME_DIR: folder("run"),
    XDG_DATA_HOME: folder("data"),
    XDG_CONFIG_HOME: folder("config"),
    XDG_CACHE_HOME: folder("cache"),
  };
  // No service folders: the bus must not start a keyring daemon of its own.
  const configuration = join(home, "bus.conf");
  writeFileSync(
    configuration,
    `<busconfig><type>session</type><listen>unix:dir=${base.XDG_RUNTIME_DIR}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  );
  const bus = spawn("dbus-daemon", [`--config-file=${configuration}`, "--nofork", "--nopidfile", "--print-address=1"], {
    env: base,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [address] = (await once(bus.stdout, "data")) as [Buffer];
  const environment = { ...base, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() };
  const removeBus = async (): Promise<void> => {
    await end(bus);
    rmSync(home, { recursive: true, force: true });
  };
  let daemon = await startDaemon(environment, "unlocked").catch(async (error: unknown) => {
    await removeBus();
    throw error;
  });
  return {
    environment,
    freeze: () => void daemon.kill("SIGSTOP"),
    thaw: () => void daemon.kill("SIGCONT"),
    async restartLocked() {
      await end(daemon);
      daemon = await startDaemon(environment, "locked");
    },
    async stop() {
      await end(daemon);
      await removeBus();
    },
  };
}

async function startDaemon(environment: Record<string, string>, state: "unlocked" | "locked"): Promise<ChildProcess> {
  const args = ["--foreground", "--components=secrets", ...(state === "unlocked" ? ["--unlock"] : [])];
  const daemon = spawn("gnome-keyring-daemon", args, { env: environment, stdio: ["pipe", "ignore", "ignore"] });
  daemon.stdin.end(state === "unlocked" ? PASSWORD : "");
  const deadline = performance.now() + START_MS;
  while (!hasDefaultCollection(environment)) {
    if (performance.now() > deadline) {
      await end(daemon);
      throw new Error(`gnome-keyring-daemon did not start within ${START_MS / 1000} s`);
    }
    await sleep(50);
  }
  return daemon;
}

function hasDefaultCollection(environment: Record<string, string>): boolean {
  const service = ["--dest=org.freedesktop.secrets", "/org/freedesktop/secrets"];
  const read = ["org.freedesktop.Secret.Service.ReadAlias", "string:default"];
  const asked = spawnSync("dbus-send", ["--session", "--print-reply", ...service, ...read], { env: environment });
  return asked.stdout.includes("collection/login");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

function onPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
