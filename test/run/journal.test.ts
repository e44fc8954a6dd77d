/** The journal by itself: what it keeps, what it tells, and what it lets go of. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attention, RunRecord } from "../../runtime/contract/control.ts";
import type { ErrorData } from "../../runtime/contract/guest.ts";
import { ToolError } from "../../runtime/errors.ts";
import { silentLog } from "../../runtime/log.ts";
import { createJournal, type Journal, type JournalEntry, type RunStart } from "../../runtime/run/journal.ts";
import { createRedactor, type Redactor } from "../../runtime/secrets/redact.ts";
import { eventually } from "../support/processes.ts";

const KEEP = 5;
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

describe("The journal of runs", () => {
  let dataDir: string;
  let redactor: Redactor;
  let journal: Journal;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "guidon-journal-"));
    redactor = createRedactor();
    journal = createJournal({ keep: KEEP, dataDir, redactor, log: silentLog });
  });
  afterEach(() => {
    journal.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const begin = (id: string, more: Partial<RunStart> = {}): JournalEntry =>
    journal.begin({ id, tool: "search", origin: "Mcp", client: "Test 1.0", args: {}, cancel() {}, ...more });
  const ok = (json: string) => ({ ok: true as const, json, lost: [] });
  const failed = (error: Partial<ErrorData>) => ({
    ok: false as const,
    error: { name: "ToolError", code: "ScriptError", message: "it broke", ...error },
  });
  const record = (id: string): RunRecord => journal.find(id) ?? assert.fail(`no run ${id}`);
  const refused = (work: () => unknown): ToolError => {
    try {
      work();
    } catch (error) {
      if (error instanceof ToolError) return error;
      throw error;
    }
    return assert.fail("was not refused");
  };

  it("has a run from its beginning, and how it ended", () => {
    const entry = begin("a", { args: { page: 2 } });
    assert.equal(record("a").state, "running");
    assert.equal(record("a").durationMs, undefined);
    entry.progress({ message: "page 2 of 5", current: 2, total: 5 });
    entry.log("info", "found 3");
    entry.end(ok(`{"n":3}`));
    const { startedAt, durationMs, progress, log, ...rest } = record("a");
    assert.deepEqual(rest, {
      id: "a",
      tool: "search",
      origin: "Mcp",
      client: "Test 1.0",
      args: { json: `{"page":2}`, length: 10, whole: true, redacted: false },
      state: "ok",
      requests: [],
      result: { json: `{"n":3}`, length: 7, whole: true },
    });
    assert.ok(Math.abs(Date.parse(startedAt) - Date.now()) < 5000);
    assert.equal(typeof durationMs, "number");
    assert.deepEqual(
      progress.map(({ atMs: _, ...said }) => said),
      [{ message: "page 2 of 5", current: 2, total: 5 }],
    );
    assert.deepEqual(
      log.map(({ atMs: _, ...line }) => line),
      [{ level: "info", text: "found 3" }],
    );
  });

  it("lists the newest first", () => {
    begin("a").end(ok("1"));
    begin("b", { tool: "other" }).end(failed({}));
    begin("c").end(failed({ code: "Canceled" }));
    assert.deepEqual(
      journal.list().map(({ id, state }) => `${id} ${state}`),
      ["c canceled", "b failed", "a ok"],
    );
  });

  it("keeps so many runs, and forgets none that goes on while there is another", () => {
    begin("on");
    for (let at = 0; at < KEEP + 2; at++) begin(`r${at}`).end(ok(""));
    assert.equal(journal.list().length, KEEP);
    assert.equal(journal.list().at(-1)?.id, "on");
    assert.equal(journal.find("r0"), undefined);
  });

  it("keeps the newest lines, steps and requests of a run", () => {
    const entry = begin("a");
    for (let at = 1; at <= 700; at++) {
      entry.log("info", `line ${at}`);
      entry.progress({ message: `step ${at}` });
      entry.request({ method: "GET", url: `http://site.test/${at}` })({ status: 200 });
    }
    const { log, progress, requests } = record("a");
    assert.deepEqual([log.length, progress.length, requests.length], [500, 200, 500]);
    assert.deepEqual(
      [log.at(-1)?.text, progress.at(-1)?.message, requests.at(-1)?.url],
      ["line 700", "step 700", "http://site.test/700"],
    );
  });

  it("keeps no more text than fits, however long the lines are", () => {
    const entry = begin("a");
    for (let at = 0; at < 300; at++) entry.log("info", "x".repeat(100_000));
    const chars = record("a").log.reduce((sum, { text }) => sum + text.length, 0);
    assert.ok(chars <= 256 * 1024, `${chars}`);
    assert.ok(record("a").log[0]?.text.endsWith("x…"));
  });

  it("shows the beginning of a long result, and gives the whole", () => {
    const json = JSON.stringify("r".repeat(100_000));
    begin("a").end(ok(json));
    const { result } = record("a");
    assert.deepEqual([result?.json.length, result?.length, result?.whole], [65_536, json.length, false]);
    assert.equal(journal.resultOf("a"), json);
  });

  it("lets go of the oldest whole results when all together are too long", () => {
    const json = JSON.stringify("r".repeat(6 * 1024 * 1024));
    for (const id of ["a", "b", "c"]) begin(id).end(ok(json));
    assert.equal(refused(() => journal.resultOf("a")).code, "NotFound");
    assert.equal(record("a").result?.json.length, 65_536);
    assert.equal(record("a").result?.length, json.length);
    assert.equal(journal.resultOf("b").length, json.length);
    assert.equal(journal.resultOf("c").length, json.length);
  });

  it("says why there is no result to give", () => {
    begin("on");
    begin("bad").end(failed({}));
    assert.match(refused(() => journal.resultOf("on")).message, /not over yet/);
    assert.match(refused(() => journal.resultOf("bad")).message, /no result/);
    assert.equal(refused(() => journal.resultOf("never")).code, "NotFound");
  });

  it("shows arguments without the secrets in them, also one that became known later", async () => {
    let told = 0;
    journal.onDidChange(() => told++);
    const entry = begin("a", { args: { token: "hunter2-hunter2", page: 1 } });
    entry.end(ok("1"));
    await eventually("it is settled", () => told > 0);
    redactor.add("API_TOKEN", "hunter2-hunter2");
    const json = `{"token":"«secret:API_TOKEN»","page":1}`;
    assert.deepEqual(record("a").args, { json, length: 36, whole: true, redacted: true });
  });

  it("shows the beginning of large arguments, and nothing of those that are nested too deep to look for secrets", () => {
    redactor.add("API_TOKEN", "hunter2-hunter2");
    begin("large", { args: { text: "hunter2-hunter2".repeat(10_000) } });
    const { json, ...large } = record("large").args;
    assert.deepEqual(large, { length: 150_011, whole: false, redacted: true });
    assert.ok(json.length < 66_000);
    assert.doesNotMatch(json, /hunter2/);
    let deep: unknown = "hunter2-hunter2";
    for (let level = 0; level < 20_000; level++) deep = [deep];
    begin("deep", { args: deep });
    assert.deepEqual(record("deep").args, { json: "", length: 40_017, whole: false, redacted: false });
  });

  it("leaves out the arguments that the tool's parameters call secret, and says so", async () => {
    const parameters = { type: "object", properties: { user: {}, password: { type: "string", format: "password" } } };
    const given = { user: "ada", password: "hunter2-hunter2" };
    begin("a", { args: given, parameters });
    const shown = { json: `{"user":"ada","password":"«secret»"}`, length: 36, whole: true, redacted: true };
    assert.deepEqual(record("a").args, shown);
    assert.equal(given.password, "hunter2-hunter2");
    begin("b", { args: { user: "u".repeat(100_000), password: "hunter2-hunter2" }, parameters }).end(ok("1"));
    const { json, ...large } = record("b").args;
    assert.deepEqual(large, { length: 100_033, whole: false, redacted: true });
    assert.doesNotMatch(json, /hunter2/);
    begin("c", { args: { user: "ada" }, parameters });
    assert.equal(record("c").args.redacted, false);
  });

  it("bounds an error that holds very much", async () => {
    const told: RunRecord[] = [];
    journal.onDidChange((one) => told.push(one));
    begin("a").end(failed({ message: "m".repeat(50_000), details: "d".repeat(50_000), hint: "Do this." }));
    await eventually("it is told", () => told.length > 0);
    const { error } = record("a");
    assert.equal(error?.details, undefined);
    assert.equal(error?.message.length, 8000);
    assert.equal(error?.hint, "Do this.");
  });

  it("cancels a run that goes on, and no other", () => {
    let canceled = 0;
    const entry = begin("a", { cancel: () => canceled++ });
    assert.equal(journal.cancel("a"), true);
    entry.end(failed({ code: "Canceled" }));
    assert.equal(journal.cancel("a"), false);
    assert.equal(journal.cancel("never"), false);
    assert.equal(canceled, 1);
  });

  it("forgets what is over when it is cleared, and says so", () => {
    let told = 0;
    const stop = journal.onDidClear(() => told++);
    begin("on");
    begin("over").end(ok("1"));
    journal.clear();
    stop();
    assert.equal(told, 1);
    assert.deepEqual(
      journal.list().map(({ id }) => id),
      ["on"],
    );
  });

  it("tells of a busy run about ten times a second, and at last how it ended", async () => {
    const told: RunRecord[] = [];
    journal.onDidChange((one) => told.push(one));
    const entry = begin("a");
    const started = performance.now();
    await eventually("half a second passed", () => {
      for (let at = 0; at < 50; at++) entry.log("info", "busy");
      return performance.now() - started > 500;
    });
    entry.end(ok("7"));
    await eventually("the end is told", () => told.at(-1)?.state === "ok");
    const most = Math.ceil((performance.now() - started) / 100) + 1;
    assert.ok(told.length >= 2 && told.length <= most, `${told.length} of ${most}`);
    assert.equal(told.at(-1)?.result?.json, "7");
  });

  it("tells each listener until it stops to listen", async () => {
    const [one, other]: [string[], string[]] = [[], []];
    const stop = journal.onDidChange(({ id }) => one.push(id));
    journal.onDidChange(({ id }) => other.push(id));
    begin("a");
    await eventually("both know", () => one.length > 0 && other.length > 0);
    stop();
    begin("b");
    await eventually("the other knows", () => other.includes("b"));
    assert.ok(!one.includes("b"));
  });

  it("gives records that later changes leave alone", () => {
    const entry = begin("a");
    const answered = entry.request({ method: "GET", url: "http://site.test/" });
    const before = record("a");
    answered({ status: 200 });
    entry.log("info", "later");
    assert.equal(before.requests[0]?.status, undefined);
    assert.equal(before.log.length, 0);
  });

  it("asks for a person when an agent's call needs one, and not again at once", () => {
    const raised: Attention[] = [];
    journal.onAttention((attention) => raised.push(attention));
    begin("a").end(failed({ code: "NotApproved" }));
    begin("b").end(failed({ code: "NotApproved" }));
    begin("c", { tool: "other" }).end(failed({ code: "SecretNotSet", details: { secrets: ["API_TOKEN"] } }));
    begin("d", { tool: "other" }).end(failed({ code: "KeychainLocked", message: "It is locked", hint: "Unlock it." }));
    begin("e", { tool: "mine", origin: "User" }).end(failed({ code: "NotApproved" }));
    begin("f", { tool: "third" }).end(failed({ code: "NetworkError" }));
    assert.deepEqual(raised, [
      { kind: "approval", tool: "search", client: "Test 1.0" },
      { kind: "secret", tool: "other", client: "Test 1.0", secrets: ["API_TOKEN"] },
      {
        kind: "keychain",
        tool: "other",
        client: "Test 1.0",
        code: "KeychainLocked",
        message: "It is locked",
        hint: "Unlock it.",
      },
    ]);
  });

  describe("pictures of pages", () => {
    const folder = (): string => join(dataDir, "screenshots");

    it("are private files of the user, whatever the id of the run is", () => {
      const entry = begin("../../out");
      entry.screenshot(PNG);
      const file = record("../../out").screenshot ?? assert.fail("no picture");
      assert.ok(file.startsWith(folder() + "/"), file);
      if (process.platform !== "win32") assert.equal(statSync(file).mode & 0o777, 0o600);
    });

    it("go when their run is forgotten", () => {
      const entry = begin("a");
      entry.screenshot(PNG);
      entry.end(failed({}));
      const file = record("a").screenshot ?? assert.fail("no picture");
      journal.clear();
      assert.ok(!existsSync(file));
    });

    it("are swept after a week, and fifty are kept", () => {
      const entry = begin("old");
      entry.screenshot(PNG);
      const old = record("old").screenshot ?? assert.fail("no picture");
      const weekAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
      utimesSync(old, weekAgo, weekAgo);
      begin("new").screenshot(PNG);
      assert.ok(!existsSync(old));
      for (let at = 0; at < 60; at++) begin(`r${at}`).screenshot(PNG);
      assert.ok(readdirSync(folder()).length <= 50);
    });
  });

  it("costs a run very little", () => {
    const runs = 5000;
    const args = { keyword: "lamp", page: 1 };
    const all = createJournal({ keep: 200, dataDir, redactor, log: silentLog });
    const start = (id: string): RunStart => ({ id, tool: "search", origin: "Mcp", client: "Test", args, cancel() {} });
    for (let at = 0; at < runs; at++) all.begin(start(`w${at}`)).end(ok("1"));
    const started = performance.now();
    for (let at = 0; at < runs; at++) all.begin(start(`r${at}`)).end(ok("1"));
    const each = ((performance.now() - started) / runs) * 1000;
    all.dispose();
    // Some 2 µs on a machine that does nothing else.
    assert.ok(each < 100, `${each.toFixed(1)} µs`);
  });
});
