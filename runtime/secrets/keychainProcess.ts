/**
 * The keychain helper, a process of its own: the only place that loads the keyring library. Its calls can block for seconds, wait for a
 * person, or crash; then the runtime ends this process and nothing else suffers.
 */
import type { AsyncEntry } from "@napi-rs/keyring";
import type { KeychainFailure, KeychainReply, KeychainRequest } from "./keychainMessages.ts";

/** More of them are more than the tools of a workspace need at a time. */
const MAX_ENTRIES = 64;

/** A new entry for each call would hold a connection until the garbage collector comes by. The one not used for longest comes first. */
const entries = new Map<string, AsyncEntry>();
let library: Promise<{ AsyncEntry: typeof AsyncEntry }> | undefined;

process.on("message", (request: KeychainRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.on("disconnect", () => process.exit(0));

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  const { id } = request;
  try {
    const entry = await entryOf(request.service, request.account);
    if (request.do === "set") {
      await entry.setPassword(request.value);
      return { id, ok: true };
    }
    if (request.do === "delete") return { id, ok: true, deleted: await entry.deleteCredential() };
    const value = await entry.getPassword();
    return { id, ok: true, ...(typeof value === "string" ? { value } : {}) };
  } catch (error) {
    // The connection may be what broke.
    entries.delete(keyOf(request.service, request.account));
    const reason = error instanceof Error ? error.message : String(error);
    return { id, ok: false, failure: failureOf(reason), reason };
  }
}

async function entryOf(service: string, account: string): Promise<AsyncEntry> {
  const key = keyOf(service, account);
  const kept = entries.get(key);
  if (kept) {
    entries.delete(key);
    entries.set(key, kept);
    return kept;
  }
  library ??= import("@napi-rs/keyring");
  const { AsyncEntry: Entry } = await library;
  // Without the pin, a missing keychain reads as "no such secret", and writes go to a store that a reboot wipes.
  const entry = new Entry(service, account, { linux: { store: "secret-service" } });
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
  return entry;
}

function keyOf(service: string, account: string): string {
  return `${service}\n${account}`;
}

function failureOf(reason: string): KeychainFailure {
  if (/dismissed|IsLocked|locked|interaction is not allowed|-25308|-128\b|canceled/i.test(reason)) return "locked";
  if (/longer than platform limit|too long/i.test(reason)) return "too-long";
  if (/on the device|no space|read-only file system/i.test(reason)) return "failed";
  return "unavailable";
}
