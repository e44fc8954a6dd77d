/**
 * Scripts that loop, flood, bomb, recurse, forge or try to escape. Each ends in a clean result or a clean error by its deadline, the
 * runtime's event loop stays responsive, the next call works, and no process is left.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../../runtime/errors.ts";
import type { SandboxPool } from "../../runtime/run/sandboxPool.ts";
import { isAlive, runScript, startPool, until, type Ran } from "../sandbox/support.ts";

interface HostileScript {
  set: string;
  name: string;
  script: string;
}

const FIXTURE = join(import.meta.dirname, "../fixtures/sandbox/hostile-scripts.json");
const { scripts } = JSON.parse(readFileSync(FIXTURE, "utf8")) as { scripts: HostileScript[] };

const TIMEOUT_MS = 1000;
/** The kill comes 250 ms after the deadline; the rest is for a busy machine. */
const END_MS = TIMEOUT_MS + 250 + 2500;
const LAG_MS = 750;
const AT_ONCE = 2;
const CODES = new Set(["Timeout", "MemoryLimit", "ScriptError", "ResultTooLarge", "InvalidArgument"]);

/** What is known of an end for sure, as JSON of the result or code and message of the error; the others may end in either way. */
const ENDS: Record<string, RegExp> = {
  sync_loop: /Timeout .*scripts\/tool\.js:3:/,
  toplevel_loop: /Timeout .*scripts\/tool\.js:2:/,
  sync_after_host: /Timeout .*scripts\/tool\.js:3:/,
  microtask_after_host: /Timeout .*(loop of awaits|scripts\/tool\.js:[13]:)/,
  never: /Timeout .*never settles/,
  neverResolve: /Timeout .*never settles/,
  timer_flood: /Timeout .*setTimeout at scripts\/tool\.js:2:/,
  regex: /Timeout .*scripts\/tool\.js:2:/,
  toJSON_loop: /Timeout .*scripts\/tool\.js:2:/,
  dispose_mid: /Timeout .*g\.http\.get at scripts\/tool\.js:2:/,
  bomb_ab_huge: /ScriptError Array buffer allocation failed/,
  bomb_sab: /SharedArrayBuffer is not available/,
  bomb_wasm: /WebAssembly is not available/,
  wasmMem: /WebAssembly is not available/,
  atomicsWait: /SharedArrayBuffer is not available/,
  deep_rec: /Maximum call stack/,
  deep_rec_async: /Maximum call stack/,
  deep_json: /nested deeper/,
  deepReturn: /nested deeper/,
  cyclic: /circular/,
  strBombReturn: /ResultTooLarge .*100 MB/,
  hostBigArg: /InvalidArgument .*30 MB/,
  syntax: /scripts\/tool\.js:2:13/,
  syntaxErr: /ScriptError Unexpected end of input/,
  breakout: /ScriptError Unexpected token/,
  throw_top: /ScriptError top$/,
  throw_cause: /ScriptError outer$/,
  throw_str: /ScriptError just a string/,
  throw_undef: /threw undefined/,
  throw_obj: /code: 5/,
  agg: /All promises were rejected/,
  stack_lines: /boom at line 2/,
  import_dyn: /import\(\) is not available/,
  ret_date: /^"1970-01-01T00:00:00\.000Z"$/,
  ret_undef: /^$/,
  ret_fn: /^$/,
  ret_nan: /^\{"a":null,"b":0,"c":null,"d":\[null,null\]\}$/,
  main_const: /^8$/,
  unhandled: /^1$/,
  unhandled_late: /^1$/,
  inflight: /^"returned early"$/,
  proto_pollute: /^"pwn"$/,
  code_gen: /^\[2,5\]$/,
  with_console: /^1$/,
  ctorChain: /^"undefinedundefined"$/,
  hostFnCtor: /^"undefined"$/,
  promiseCtor: /^"undefined"$/,
  resultCtor: /^"undefined"$/,
  asyncGenCtor: /^"undefined"$/,
  stackOverflowErr: /^"undefined"$/,
  argsFrozen: /^\["v","object",null,null,true\]$/,
  optsProto: /^\["\[object Object\]","undefined"\]$/,
  fakeDone: /^1$/,
  finReg: /^1$/,
};

/** No script may learn anything else of these than that they are not there. */
const HOST_VALUE = /"(object|function)(object|function|undefined)?"$/;

describe("hostile scripts", function () {
  this.timeout(120_000);
  let pool: SandboxPool;
  const results = new Map<string, Promise<{ ran: Ran; next: Ran; lag: number }>>();

  before(async () => {
    pool = await startPool({ max: 4 });
    const queue = [...scripts];
    const worker = async (): Promise<void> => {
      for (let script = queue.shift(); script !== undefined; script = queue.shift()) {
        const { name } = script;
        const result = attack(script);
        result.catch(() => {});
        results.set(name, result);
        await result.catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });

  after(() => pool.dispose());

  async function attack({ script }: HostileScript): Promise<{ ran: Ran; next: Ran; lag: number }> {
    const lag = watchLag();
    const ran = await runScript(pool, script, { timeoutMs: TIMEOUT_MS, args: { k: "v" }, call: answer });
    const worst = lag();
    const next = await runScript(pool, `async function main() { return [typeof process, typeof require]; }`);
    return { ran, next, lag: worst };
  }

  for (const { name } of scripts) {
    it(`${name} ends cleanly, and the next call works`, async () => {
      const { ran, next, lag } = await (results.get(name) ?? Promise.reject(new Error("it did not run")));
      const { outcome } = ran;
      const end = outcome.ok ? outcome.json : `${outcome.error.code} ${outcome.error.message}`;
      assert.ok(ran.ms < END_MS, `it took ${ran.ms} ms: ${end}`);
      if (!outcome.ok) assert.ok(CODES.has(outcome.error.code), end);
      assert.match(end, ENDS[name] ?? /^/);
      if (outcome.ok && name.endsWith("Ctor")) assert.doesNotMatch(outcome.json, HOST_VALUE);
      assert.deepEqual(next.outcome, { ok: true, json: '["undefined","undefined"]', lost: [] });
      assert.ok(lag < LAG_MS, `the event loop stood still for ${lag} ms`);
    });
  }

  it("leave no process", async () => {
    const pids = pool.pids();
    await pool.dispose();
    await until("all children are gone", () => !pids.some(isAlive));
    assert.deepEqual(childrenOfThisProcess(), []);
  });
});

async function answer(_name: string, argsJson: string): Promise<string> {
  if (argsJson.includes("boom")) throw new ToolError("NetworkError", "connect ECONNREFUSED");
  if (argsJson.includes("slow")) await new Promise((resolve) => setTimeout(resolve, 100));
  return '{"status":200}';
}

/** Starts to watch the event loop; the function it gives stops and tells the longest standstill in ms. */
function watchLag(): () => number {
  let last = performance.now();
  let worst = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 10);
    last = now;
  }, 10);
  return () => {
    clearInterval(timer);
    return Math.max(worst, performance.now() - last - 10);
  };
}

/** Sandbox children that are still in the process table, from /proc where there is one. */
function childrenOfThisProcess(): string[] {
  try {
    const list = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim();
    return list === ""
      ? []
      : list.split(" ").filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("sandbox.cjs"));
  } catch {
    return [];
  }
}
