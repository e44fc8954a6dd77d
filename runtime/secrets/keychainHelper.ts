/** The parent's side of the keychain helper: starts it at first need, ends it when it hangs or is idle. */
import { fork, type ChildProcess } from "node:child_process";
import { ToolError } from "../errors.ts";
import { SECRET_NAME } from "../headerTemplate.ts";
import type { Log } from "../log.ts";
import type { KeychainOperation, KeychainReply, KeychainRequest } from "./keychainMessages.ts";

/** Milliseconds for one answer. With a display the system may be asking the person to unlock. */
const DEADLINE_MS = 5_000;
const DEADLINE_WITH_DISPLAY_MS = 60_000;
/** The helper holds some 40 MB, and secrets are needed for a moment at the start of a run. */
const IDLE_MS = 30_000;

export interface KeychainHelper {
  /** @throws ToolError KeychainUnavailable, KeychainLocked, SecretTooLong, IoError */
  ask(request: KeychainOperation): Promise<Extract<KeychainReply, { ok: true }>>;
  dispose(): void;
}

export interface KeychainHelperOptions {
  /** The script to run: keychainProcess, built or from source. */
  file: string;
  log: Log;
  environment?: Readonly<Record<string, string | undefined>>;
  deadlineMs?: number;
  idleMs?: number;
}

interface Ask {
  request: KeychainRequest;
  /** performance.now() */
  since: number;
  resolve(reply: Extract<KeychainReply, { ok: true }>): void;
  reject(error: ToolError): void;
}

export function createKeychainHelper(options: KeychainHelperOptions): KeychainHelper {
  const { file, log, idleMs = IDLE_MS } = options;
  const environment = helperEnvironment(options.environment ?? process.env);
  const asksPerson = process.platform !== "linux" || Boolean(environment["DISPLAY"] ?? environment["WAYLAND_DISPLAY"]);
  const deadlineMs = options.deadlineMs ?? (asksPerson ? DEADLINE_WITH_DISPLAY_MS : DEADLINE_MS);
  /** One at a time is with the helper: its deadline is its own, whoever else asks. */
  let current: (Ask & { timer: NodeJS.Timeout }) | undefined;
  const waiting: Ask[] = [];
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;
  let state: "open" | "disposed" = "open";

  const next = (): void => {
    const ask = current ? undefined : waiting.shift();
    if (!ask) return;
    clearTimeout(idle);
    current = { ...ask, timer: setTimeout(hung, deadlineMs) };
    child ??= start();
    child.send(ask.request, (error) => {
      if (error) settle(ask.request.id)?.reject(broken(`its helper process cannot be reached (${error.message})`, ask));
    });
  };
  /** Whoever is answered still has to be told. */
  const settle = (id: number | undefined): Ask | undefined => {
    if (!current || current.request.id !== id) return undefined;
    const settled = current;
    current = undefined;
    clearTimeout(settled.timer);
    if (waiting.length === 0) idle = setTimeout(stop, idleMs).unref();
    else queueMicrotask(next);
    return settled;
  };
  const hung = (): void => {
    stop();
    const error = (ask: Ask): ToolError =>
      asksPerson ? notUnlocked(deadlineMs) : broken(`it did not answer within ${deadlineMs / 1000} s`, ask);
    // Those who have waited as long need not find out for themselves; the others are asked for in a new helper.
    const longest = waiting.findLastIndex(({ since }) => performance.now() - since >= deadlineMs);
    for (const ask of waiting.splice(0, longest + 1)) ask.reject(error(ask));
    const asked = settle(current?.request.id);
    asked?.reject(error(asked));
  };
  const stop = (): void => {
    clearTimeout(idle);
    const old = child;
    child = undefined;
    // Also ends a helper that is stopped or deep in a native call.
    old?.kill("SIGKILL");
  };

  const start = (): ChildProcess => {
    const started = fork(file, [], { env: environment, execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
    started.on("message", (reply: KeychainReply) => {
      const asked = settle(reply.id);
      if (reply.ok) asked?.resolve(reply);
      else {
        log.debug(`keychain: ${reply.reason}`);
        asked?.reject(failureError(reply, asked.request.account));
      }
    });
    const gone = (why: string): void => {
      if (child !== started) return;
      child = undefined;
      log.debug(`keychain helper: ${why}`);
      const asked = settle(current?.request.id);
      asked?.reject(broken(`its helper process ended (${why})`, asked));
    };
    started.on("error", (error) => gone(error.message));
    started.on("exit", (code, signal) => gone(signal ?? `exit code ${code}`));
    started.unref();
    started.channel?.unref();
    return started;
  };

  return {
    ask(request) {
      return new Promise((resolve, reject) => {
        if (state === "disposed") return reject(new ToolError("Canceled", "Guidon is shutting down"));
        waiting.push({ request: { ...request, id: nextId++ }, since: performance.now(), resolve, reject });
        next();
      });
    },
    dispose() {
      state = "disposed";
      stop();
      const error = new ToolError("Canceled", "Guidon is shutting down");
      for (const ask of waiting.splice(0)) ask.reject(error);
      settle(current?.request.id)?.reject(error);
      clearTimeout(idle);
    },
  };
}

/** What the keychains of the systems need, and nothing else: no NODE_OPTIONS, no secret of anybody. */
const PASSED_ON: ReadonlySet<string> = new Set([
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "XDG_DATA_HOME",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "HOME",
  "USER",
  "LOGNAME",
  "PATH",
  "LANG",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
  "SYSTEMROOT",
  "TEMP",
]);

export function helperEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && PASSED_ON.has(name.toUpperCase()) ? [[name, value]] : [],
    ),
  );
}

function failureError({ failure, reason }: Extract<KeychainReply, { ok: false }>, name: string): ToolError {
  if (failure === "locked")
    return new ToolError("KeychainLocked", `The system's keychain is locked (${reason})`, { hint: UNLOCK_HINT });
  if (failure === "too-long")
    return new ToolError("SecretTooLong", `The value of secret "${name}" is too long for the system's keychain`);
  if (failure === "failed")
    return new ToolError("IoError", `The system's keychain could not store "${name}" (${reason})`);
  return keychainUnavailable(noKeychain(reason), name);
}

const UNLOCK_HINT = "Unlock it by logging in to the desktop, or in its own program, and try again.";

function notUnlocked(ms: number): ToolError {
  return new ToolError("KeychainLocked", `The system's keychain was not unlocked within ${ms / 1000} s`, {
    hint: UNLOCK_HINT,
  });
}

function broken(why: string, { request }: Ask): ToolError {
  return keychainUnavailable(`The system's keychain cannot be used: ${why}`, request.account);
}

/** The system's own words name calls and addresses that help nobody; they are in the log. */
function noKeychain(reason: string): string {
  const none = NO_KEYCHAIN.find(([pattern]) => pattern.test(reason));
  return none
    ? `This machine has no keychain that Guidon can reach (${none[1]})`
    : `The system's keychain cannot be used: ${reason}`;
}

const NO_KEYCHAIN: readonly (readonly [RegExp, string])[] = [
  [/freedesktop\.secrets|ServiceUnknown|\.service files/i, "no program of the D-Bus session keeps secrets"],
  [/d-?bus|autolaunch|session bus/i, "no D-Bus session"],
  [/no result found/i, "it has no keyring yet, or cannot open one here"],
];

/** @param name the secret that was asked for; a name that no secret can have stands for any */
export function keychainUnavailable(message: string, name: string): ToolError {
  const variable = `GUIDON_SECRET_${SECRET_NAME.test(name) ? name : "<NAME>"}`;
  const install = process.platform === "linux" ? ", or install gnome-keyring and dbus" : "";
  return new ToolError("KeychainUnavailable", message, {
    hint: `Set ${variable} in the environment in which the agent or guidon is started${install}.`,
  });
}
