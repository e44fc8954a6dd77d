/** Messages of the Secrets panel. Names only: a value never comes here. */
import type { SecretRow, SecretsView } from "../../runtime/contract/control.ts";

export type ToView = { type: "state"; folders: SecretsFolder[] };

export type ToExtension =
  | { type: "ready" }
  | { type: "add" | "import" | "retry" | "showLog"; folder: string }
  | { type: "set" | "delete"; folder: string; name: string; from?: SecretRow["from"] }
  | { type: "openTool"; folder: string; tool: string };

export interface SecretsFolder {
  /** The folder's address; stands for it in messages. */
  folder: string;
  /** Shown where the window has several folders. */
  name: string;
  /** "unused": the folder has no tools.json, and its secrets were not looked for. */
  state: "loading" | "ready" | "failed" | "unused";
  /** Of a folder whose secrets could not be read. */
  problem?: string;
  store?: SecretsView["store"];
  rows: SecretRow[];
  /** Where the store is, as a whole sentence. */
  place: string;
  /** The name of the machine's kind, such as "ssh-remote", where the runtime runs on another one than the window. */
  remote?: string;
}

/** What the page keeps when it is hidden. */
export interface SecretsPageState {
  scrollY: number;
  folders: SecretsFolder[];
}
