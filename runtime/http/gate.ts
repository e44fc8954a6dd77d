/** How much of a run's HTTP goes on at once: what the bodies of all its requests may hold of the runtime's memory. */
import type { Deadline } from "./deadline.ts";
import { DEFAULT_MAX_BYTES } from "./request.ts";

/** Requests at a time, when none asks for more than the usual size. */
const MAX_REQUESTS = 10;
const MAX_BYTES = MAX_REQUESTS * DEFAULT_MAX_BYTES;

export interface Gate {
  /**
   * Waits, in the order of asking, until there is room for a body of this size.
   * @param maxBytes the most that it can have @returns what gives the room back @throws ToolError Timeout, Canceled
   */
  enter(maxBytes: number, deadline: Deadline): Promise<() => void>;
}

interface Waiting {
  size: number;
  begin(): void;
}

export function createGate(): Gate {
  const queue: Waiting[] = [];
  let taken = 0;

  const admit = (): void => {
    for (let first = queue[0]; first && taken + first.size <= MAX_BYTES; first = queue[0]) {
      queue.shift();
      taken += first.size;
      first.begin();
    }
  };

  return {
    async enter(maxBytes, deadline) {
      const size = Math.max(maxBytes, DEFAULT_MAX_BYTES);
      const leave = (): void => {
        taken -= size;
        admit();
      };
      if (queue.length === 0 && taken + size <= MAX_BYTES) {
        taken += size;
        return leave;
      }
      deadline.phase("it waited for its turn behind other requests of this run");
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting: Waiting = { size, begin: resolve };
      queue.push(waiting);
      deadline.signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      const at = queue.indexOf(waiting);
      if (at === -1) return leave;
      queue.splice(at, 1);
      admit();
      throw deadline.over();
    },
  };
}
