/** Attach to the process that owns a workspace folder, or be it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { newAddress, socketFolders, sweepSockets } from "./ownerAddress.ts";
import type { PeerCard } from "../contract/owner.ts";
import { connectToOwner, type OwnerConnection } from "./ownerConnection.ts";
import { createOwnerFile, PROTOCOL, sweepRecords, type OwnerRecord } from "./ownerFile.ts";
import { listenForPeers, type OwnerServer, type OwnerSide } from "./ownerServer.ts";
import { newKey } from "./proof.ts";

/** "owner": the runs happen here, others may come. "alone": they happen here, and nobody can come (no folder for a socket). */
export type Place = { role: "owner" } | { role: "alone" } | { role: "attached"; owner: OwnerConnection };

export interface Ownership {
  /** Costs nothing once there is a place; finds a new one after the owner is gone. Never rejects. */
  join(): Promise<Place>;
  /** What join() gave last, if that still holds. */
  place(): Place | undefined;
  dispose(): Promise<void>;
}

export interface OwnershipOptions {
  folder: string;
  dataDir: string;
  /** "attach": never the owner, for a process that lives for one run. "alone": neither. */
  mode: "share" | "attach" | "alone";
  card: PeerCard;
  side: OwnerSide;
  log: Log;
  /** A new place was found. */
  onPlace?(place: Place): void;
}

/** So often somebody else may be quicker, or let nobody in, before this process stays alone. */
const TRIES = 5;
const TRY_AGAIN_MS = 100;
/** So often an owner looks whether it is the owner still: one that stood still for a while may have been taken for dead. */
const LOOK_MS = 1000;

export function createOwnership(options: OwnershipOptions): Ownership {
  const { folder, dataDir, mode, card, side, log } = options;
  const file = createOwnerFile(dataDir, folder);
  let joining: Promise<Place> | undefined;
  let place: Place | undefined;
  let listening: { server: OwnerServer; record: OwnerRecord } | undefined;
  let looking: NodeJS.Timeout | undefined;
  let state: "open" | "disposed" = "open";

  async function find(): Promise<Place> {
    if (mode === "alone") return { role: "alone" };
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (state === "disposed") break;
      const seen = file.read();
      const owner = seen ? await connectToOwner(seen, card) : "gone";
      if (typeof owner === "object") return attached(owner);
      if (owner === "refused") {
        await sleep(TRY_AGAIN_MS);
        continue;
      }
      if (mode === "attach") return { role: "alone" };
      listening ??= await listen();
      if (!listening) return { role: "alone" };
      if ((await file.claim(listening.record, seen)) === "claimed") return { role: "owner" };
    }
    return { role: "alone" };
  }

  function stopListening(): void {
    listening?.server.close();
    listening = undefined;
  }

  /** The folder changed hands while this process stood still: what runs here ends here, what comes goes to the new owner. */
  function look(): void {
    if (place?.role !== "owner" || !listening || file.read()?.key === listening.record.key) return;
    log.info(`${folder} has another owner now`);
    listening.server.retire();
    listening = undefined;
    place = undefined;
    joining = undefined;
    void ownership.join();
  }

  function attached(owner: OwnerConnection): Place {
    log.info(`the tools of ${folder} run in process ${owner.pid}, which owns it`);
    return { role: "attached", owner };
  }

  function settle(found: Place): Place {
    place = found;
    if (found.role !== "owner") stopListening();
    else looking ??= setInterval(look, LOOK_MS).unref();
    options.onPlace?.(found);
    if (found.role === "attached")
      found.owner.onClose(() => {
        place = undefined;
        joining = undefined;
        if (state === "disposed") return;
        log.info(`process ${found.owner.pid}, which owned ${folder}, is gone`);
        void ownership.join();
      });
    return found;
  }

  async function listen(): Promise<typeof listening> {
    sweepRecords(dataDir);
    for (const folderOfSocket of socketFolders(dataDir).concat(process.platform === "win32" ? [""] : [])) {
      sweepSockets(folderOfSocket);
      try {
        const address = newAddress(folderOfSocket);
        const key = newKey();
        const server = await listenForPeers(address, key, side, log);
        return { server, record: { protocol: PROTOCOL, pid: process.pid, address, key, folder } };
      } catch (error) {
        log.debug(`no socket in ${folderOfSocket}: ${String(error)}`);
      }
    }
    log.warn(`${folder} is not shared with other processes: no folder for a private socket can be used`);
    return undefined;
  }

  const ownership: Ownership = {
    join() {
      joining ??= find()
        .catch((error: unknown): Place => {
          log.warn(`${folder} is not shared with other processes: ${String(error)}`);
          return { role: "alone" };
        })
        .then(settle);
      return joining;
    },
    place: () => place,
    async dispose() {
      if (state === "disposed") return;
      state = "disposed";
      clearInterval(looking);
      const last = await joining;
      if (last?.role === "attached") last.owner.close();
      if (!listening) return;
      await file.release(listening.record);
      listening.server.close();
    },
  };
  return ownership;
}
