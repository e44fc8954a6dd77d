/** A place that keeps secrets. */
import type { ToolError } from "../errors.ts";

export interface SecretStore {
  readonly kind: "keychain" | "environment";
  /** undefined only when the store works and has no such secret. @throws ToolError KeychainUnavailable, KeychainLocked, SecretInvalid */
  get(name: string): Promise<string | undefined>;
  /** @param value prepared (values.ts). @throws ToolError */
  set(name: string, value: string): Promise<void>;
  /** @returns whether there was one. @throws ToolError */
  delete(name: string): Promise<boolean>;
  /** Names only; needs no unlocking. */
  list(): Promise<StoredSecret[]>;
  /** Whether it can be used now: writes and deletes something. */
  status(): Promise<StoreStatus>;
  dispose(): void;
}

export interface StoredSecret {
  name: string;
  /** ISO time. */
  setAt?: string;
}

export type StoreStatus = { ok: true } | { ok: false; error: ToolError };
