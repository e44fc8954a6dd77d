/** The functions that reach out of the isolate. They take and return primitives only, and do not throw unless the stack is used up. */
export interface Bridge {
  /** Asks the host; the answer comes by `enter("return", …)`. Gives "" or the reason why the call is refused. */
  call(id: number, name: string, argsJson: string): string;
  log(level: string, text: string): void;
  /** Ends the run. `text` is the result's JSON or, if `ok` is false, the error's. `lostJson` is a JSON list of paths. */
  finish(ok: boolean, text: string, lostJson: string): void;
  /** Arms a timer that comes back by `enter("timer", id)`; a negative delay clears it. Gives "" or the reason of a refusal. */
  timer(id: number, delayMs: number): string;
  /** Text work that the child's own Node does: URLs, decoding, base64, random bytes. "+" and the value, or "-" and the reason. */
  pure(operation: string, a: string, b: string): string;
}
