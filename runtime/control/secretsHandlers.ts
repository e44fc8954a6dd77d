/** Secrets of the folder: names and states go to the editor, values only come from it. */
import { isAbsolute } from "node:path";
import type { SecretReach } from "../contract/control.ts";
import { ToolError, type ErrorCode } from "../errors.ts";
import { readEnvText, type EnvFile } from "../secrets/envFile.ts";
import { relayProblem } from "../secrets/relayedSecrets.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { readTextFile } from "../tools/textFile.ts";
import { createWorkspaceId } from "../workspaceId.ts";
import type { ControlDeps, HandlersOf } from "./deps.ts";
import { secretRows } from "./secretRows.ts";
import { createStoreState } from "./storeState.ts";

type Methods =
  | "secrets/list"
  | "secrets/set"
  | "secrets/delete"
  | "secrets/rename"
  | "secrets/readEnvFile"
  | "secrets/importEnvFile"
  | "secrets/relay";

const STORE_FAILURES: ReadonlySet<ErrorCode> = new Set(["KeychainLocked", "KeychainUnavailable"]);
const MAX_FILE_BYTES = 1 << 20;

export function secretsHandlers(deps: ControlDeps): HandlersOf<Methods> {
  const { folder, dataDir, registry, runtime, notify } = deps;
  const secrets = async (): Promise<Secrets> => (await runtime.services()).secretsOf(folder);
  const store = createStoreState(
    async () => (await secrets()).status(),
    () => notify("secrets/changed", {}),
  );
  const changed = (): void => {
    notify("secrets/changed", {});
    // A tool that waited for its secret is ready now, or the other way round.
    notify("tools/changed", { revision: registry.current().revision });
  };
  /** Only what stores something gives a workspace its id. */
  const secretsToSet = async (reach: SecretReach): Promise<Secrets> => {
    if (reach === "workspace") await createWorkspaceId(dataDir, folder);
    return secrets();
  };
  /** How it ends tells of the store, so that it need not be asked, which could make it ask the person once more. */
  const change = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ToolError && STORE_FAILURES.has(error.code)) store.learn({ ok: false, error });
      throw error;
    } finally {
      changed();
    }
  };

  return {
    async "secrets/list"({ fresh }) {
      const [entries, state] = await Promise.all([runtime.secretEntries(folder), store.now(fresh)]);
      return { store: state, rows: await secretRows(folder, registry.current().tools, entries) };
    },
    "secrets/set": ({ name, value, reach }) =>
      change(async () => {
        const notes = await (await secretsToSet(reach)).set(name, value, reach);
        store.learn({ ok: true });
        return { notes };
      }),
    "secrets/delete": ({ name, reach }) =>
      change(async () => ({ deleted: await (await secrets()).delete(name, reach) })),
    "secrets/rename": ({ from, to }) => change(async () => ({ renamed: await (await secrets()).rename(from, to) })),
    "secrets/readEnvFile"({ file }) {
      const { usable, unusable } = readEnvFile(file);
      return { names: [...usable.keys()], unusable };
    },
    "secrets/importEnvFile": ({ file, names, reach }) =>
      change(async () => {
        const { usable } = readEnvFile(file);
        const target = await secretsToSet(reach);
        const imported: string[] = [];
        const notes: string[] = [];
        for (const name of new Set(names)) {
          const value = usable.get(name);
          if (value === undefined) {
            notes.push(`${name} was left out: the file does not have it, or not as a value that can be a secret.`);
            continue;
          }
          notes.push(...(await target.set(name, value, reach)));
          imported.push(name);
        }
        return { imported, notes };
      }),
    "secrets/relay": ({ secrets: relayed }) =>
      change(async () => {
        await (await runtime.shared(folder)).relay(relayed);
        const problems = Object.entries(relayed).map(([name, value]) => relayProblem(name, value));
        const problem = problems.find((each) => each !== undefined);
        if (problem) throw problem;
        return {};
      }),
  };
}

/** @throws ToolError with nothing in it of what the file says */
function readEnvFile(file: string): EnvFile {
  if (!isAbsolute(file)) throw new ToolError("InvalidArgument", `${JSON.stringify(file)} is not an absolute path`);
  const read = readTextFile(file, MAX_FILE_BYTES, true);
  if (read.ok) return readEnvText(read.text);
  throw new ToolError(read.failure === "missing" ? "NotFound" : "InvalidArgument", `${file} ${read.reason}`, {
    hint: "Choose a text file with lines such as API_TOKEN=…",
  });
}
