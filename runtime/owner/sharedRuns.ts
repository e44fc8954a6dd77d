/** The runs of one folder, wherever they happen: here, or in the process that owns the folder. */
import { randomUUID } from "node:crypto";
import type { Attention, RunRecord } from "../contract/control.ts";
import type { PeerCard, PeerRunResult } from "../contract/owner.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { ChannelError } from "../channel.ts";
import type { RunOrigin } from "../contract/guest.ts";
import { errorData, ToolError } from "../errors.ts";
import type { RunRequest } from "../run/run.ts";
import { OwnerGone, type OwnerConnection } from "./ownerConnection.ts";
import { createOwnership, type OwnershipOptions, type Place } from "./ownership.ts";
import type { OwnerSide } from "./ownerServer.ts";

/** What happens in this process; the same as an owner does for its peers. */
export interface LocalRuns extends Omit<OwnerSide, "run"> {
  run(request: RunRequest & { id: string }, peer?: PeerCard): Promise<PeerRunResult>;
}

export interface SharedRuns {
  run(request: RunRequest): Promise<PeerRunResult>;
  /** Of this process and of the owner. */
  readonly runs: OwnerSide["runs"];
  /** Replaces what was given before; given again to each later owner. */
  relay(secrets: Record<string, string>): Promise<void>;
  /** Secrets that an editor keeps, here or at the owner. */
  relayedNames(): Promise<string[]>;
  join(): Promise<Place>;
  onPlace(listener: (place: Place) => void): void;
  dispose(): Promise<void>;
}

export interface SharedRunsOptions extends Omit<OwnershipOptions, "side" | "onPlace"> {
  local: LocalRuns;
  /** For a run that has to be repeated: whether that does no harm. */
  tool(name: string): WorkspaceTool | undefined;
  /** Whether the events of all runs are wanted, not only the results of one's own. */
  follow: boolean;
}

export function createSharedRuns({ local, tool, follow, ...options }: SharedRunsOptions): SharedRuns {
  const runListeners = new Set<(record: RunRecord) => void>();
  const clearListeners = new Set<() => void>();
  const attentionListeners = new Set<(attention: Attention) => void>();
  const placeListeners = new Set<(place: Place) => void>();
  let relayed: Record<string, string> | undefined;
  /** Of the owner, under way. */
  const elsewhere = new Map<string, RunRecord>();
  const heard = (record: RunRecord): void => {
    if (record.state === "running") elsewhere.set(record.id, record);
    else elsewhere.delete(record.id);
    for (const listener of runListeners) listener(record);
  };

  const ownership = createOwnership({
    ...options,
    side: {
      ...local,
      run: (brought, peer, events) => local.run({ ...brought, ...events }, peer),
    },
    onPlace(place) {
      if (place.role === "attached") void greet(place.owner);
      for (const listener of placeListeners) listener(place);
    },
  });

  async function greet(owner: OwnerConnection): Promise<void> {
    try {
      if (relayed) await owner.request("secrets/relay", { secrets: relayed });
      if (!follow) return;
      owner.onRunChanged(heard);
      owner.onRunsCleared(() => clearListeners.forEach((listener) => listener()));
      owner.onAttention((attention) => attentionListeners.forEach((listener) => listener(attention)));
      owner.onClose(() => {
        for (const record of elsewhere.values()) heard(cutOff(record));
      });
      for (const record of await owner.request("runs/follow", {})) heard(record);
    } catch (error) {
      options.log.debug(`the owner did not answer: ${String(error)}`);
    }
  }

  const owner = (): OwnerConnection | undefined => {
    const place = ownership.place();
    return place?.role === "attached" ? place.owner : undefined;
  };

  async function run(request: RunRequest, again = false): Promise<PeerRunResult> {
    const id = request.id ?? randomUUID();
    // A person's own run stays in the person's own process: no peer could prove that it was one.
    const place = request.origin === "User" ? undefined : await ownership.join();
    if (place?.role !== "attached" || request.origin === "User") return local.run({ ...request, id });
    const { tool: name, args, origin, client, confirmed = false, signal } = request;
    const started = performance.now();
    try {
      return await place.owner.run(
        { id, tool: name, args, origin, confirmed, ...(client === undefined ? {} : { client }) },
        request,
        signal,
      );
    } catch (error) {
      const failed = (data: ReturnType<typeof errorData>): PeerRunResult => {
        return { tool: name, callId: id, durationMs: performance.now() - started, ok: false, error: data };
      };
      if (signal.aborted) return failed(errorData(new ToolError("Canceled", "The call was canceled")));
      if (error instanceof ChannelError) return failed(error.data);
      if (!(error instanceof OwnerGone)) throw error;
      if (!again && mayRunAgain(tool(name))) return run({ ...request, id: randomUUID() }, true);
      return failed(errorData(ended(name, origin)));
    }
  }

  return {
    run: (request) => run(request),
    runs: {
      async list() {
        const [here, there] = await Promise.all([
          local.runs.list(),
          owner()?.request("runs/list", {}).catch(none) ?? [],
        ]);
        return [...here, ...there].toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
      },
      async resultOf(id) {
        const from = owner();
        const isHere = (await local.runs.list()).some((record) => record.id === id);
        return from && !isHere ? (await from.request("runs/result", { id })).json : local.runs.resultOf(id);
      },
      cancel: async (id) =>
        (await local.runs.cancel(id)) || ((await owner()?.request("runs/cancel", { id }))?.canceled ?? false),
      async clear() {
        await Promise.all([local.runs.clear(), owner()?.request("runs/clear", {})]);
      },
      onDidChange: (listener) => both(local.runs.onDidChange(listener), listen(runListeners, listener)),
      onDidClear: (listener) => both(local.runs.onDidClear(listener), listen(clearListeners, listener)),
      onAttention: (listener) => both(local.runs.onAttention(listener), listen(attentionListeners, listener)),
    },
    async relay(secrets) {
      relayed = secrets;
      local.relay(secrets, local);
      await owner()?.request("secrets/relay", { secrets });
    },
    async relayedNames() {
      // Whoever asks first may do so before it is known who owns the folder.
      await ownership.join();
      const there = await (owner()?.request("secrets/relayedNames", {}).catch(none) ?? []);
      return [...new Set([...local.relayedNames(), ...there])];
    },
    join: () => ownership.join(),
    onPlace: (listener) => void placeListeners.add(listener),
    dispose: () => ownership.dispose(),
  };
}

const none = (): never[] => [];

function listen<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Only what the author declared to be without effect, or the same when done twice. */
function mayRunAgain(tool: WorkspaceTool | undefined): boolean {
  return tool?.annotations.readOnly === true || tool?.annotations.idempotent === true;
}

function ended(tool: string, origin: RunOrigin): ToolError {
  const again = origin === "Mcp" ? "call it again, which another process will answer" : "run it again";
  return new ToolError("Unavailable", `The process that ran "${tool}" ended before it answered`, {
    hint: `What the tool did by then is not known. Check that first; then ${again}.`,
    retryable: true,
  });
}

/** What is known of a run whose process ended. */
function cutOff(record: RunRecord): RunRecord {
  const durationMs = Math.max(0, Date.now() - Date.parse(record.startedAt));
  return { ...record, state: "failed", durationMs, error: errorData(ended(record.tool, record.origin)) };
}

function both(...stops: (() => void)[]): () => void {
  return () => stops.forEach((stop) => stop());
}
