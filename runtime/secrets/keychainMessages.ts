/** What runtime and keychain helper say to each other. Types only. */

export type KeychainOperation = { service: string; account: string } & (
  { do: "get" } | { do: "set"; value: string } | { do: "delete" }
);

export type KeychainRequest = KeychainOperation & { id: number };

/** Why the system's keychain could not do it. */
export type KeychainFailure = "unavailable" | "locked" | "too-long" | "failed";

export type KeychainReply =
  /** `value`: of get, undefined when there is none. `deleted`: of delete. */
  | { id: number; ok: true; value?: string; deleted?: boolean }
  /** `reason`: the system's own words. They never hold a value: they are the keychain library's, about the store. */
  | { id: number; ok: false; failure: KeychainFailure; reason: string };
