/** Whether the store of secrets works. Asking can make the system ask the person to unlock it, so it is not done all the time. */
import type { SecretsView } from "../contract/control.ts";
import { errorData } from "../errors.ts";
import type { StoreStatus } from "../secrets/secretStore.ts";

const KEPT_MS = 10_000;
/** One that is locked can ask the person each time. */
const BROKEN_KEPT_MS = 30_000;
/** A list of names does not wait longer for the store: the system may be asking the person, who takes a minute. */
const PATIENCE_MS = 1500;

type State = SecretsView["store"];

export interface StoreState {
  /** Never rejects. @param fresh an answer that is known already does not do */
  now(fresh?: boolean): Promise<State>;
  /** Somebody used the store, and this is how it went. */
  learn(status: StoreStatus): void;
}

/** @param onLate the store's answer came after somebody had been told that there is none yet */
export function createStoreState(ask: () => Promise<StoreStatus>, onLate: () => void): StoreState {
  let known: { state: State; since: number } | undefined;
  let asking: Promise<State> | undefined;

  const keep = (state: State): void => void (known = { state, since: performance.now() });
  const start = (): Promise<State> => {
    let late = false;
    const settled = ask()
      .then(stateOf, broken)
      .then((state) => {
        keep(state);
        asking = undefined;
        if (late) onLate();
        return state;
      });
    const patience = new Promise<State>((resolve) => {
      const timer = setTimeout(() => {
        late = true;
        resolve(WAITING);
      }, PATIENCE_MS);
      void settled.then(() => clearTimeout(timer));
    });
    return Promise.race([settled, patience]);
  };

  return {
    now(fresh = false) {
      const keptMs = known?.state.ok === false ? BROKEN_KEPT_MS : KEPT_MS;
      if (!fresh && known && performance.now() - known.since < keptMs) return Promise.resolve(known.state);
      return (asking ??= start());
    },
    learn: (status) => keep(stateOf(status)),
  };
}

const WAITING: State = {
  kind: "keychain",
  ok: false,
  code: "KeychainLocked",
  message: "The system's keychain has not answered yet",
  hint: "It may be asking you to unlock it.",
};

function stateOf(status: StoreStatus): State {
  return status.ok ? { kind: "keychain", ok: true } : broken(status.error);
}

function broken(error: unknown): State {
  const { code, message, hint } = errorData(error, "Internal");
  return { kind: "keychain", ok: false, code, message, ...(hint ? { hint } : {}) };
}
