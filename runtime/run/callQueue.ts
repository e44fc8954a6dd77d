/** Host calls of one run, started a few per turn of the event loop: a script that makes a thousand at once does not stop the runtime. */

const PER_TURN = 20;

export interface CallQueue {
  /** Calls that are not answered yet. */
  readonly size: number;
  add(id: number, name: string, argsJson: string): void;
  /** Calls not started are dropped. */
  clear(): void;
}

export function createCallQueue(start: (id: number, name: string, argsJson: string) => Promise<void>): CallQueue {
  const waiting: (() => void)[] = [];
  let open = 0;
  let startedThisTurn = 0;
  let turn: NodeJS.Immediate | undefined;

  function startSome(): void {
    while (startedThisTurn < PER_TURN) {
      const next = waiting.shift();
      if (next === undefined) return;
      startedThisTurn++;
      next();
    }
  }

  function nextTurn(): void {
    turn = undefined;
    startedThisTurn = 0;
    startSome();
    if (waiting.length > 0) turn = setImmediate(nextTurn);
  }

  return {
    get size() {
      return open;
    },
    add(id, name, argsJson) {
      open++;
      waiting.push(() => void start(id, name, argsJson).finally(() => open--));
      turn ??= setImmediate(nextTurn);
      startSome();
    },
    clear() {
      waiting.length = 0;
    },
  };
}
