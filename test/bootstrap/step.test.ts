import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { moduleUrl, root } from "./modules.ts";

/** Runs a module that imports step.mjs as `s`. */
function start(body: string): ChildProcess {
  const source = `import * as s from ${JSON.stringify(moduleUrl("step.mjs"))};\n${body}`;
  return spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "pipe"] });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const closed = once(child, "close") as Promise<[number | null]>;
  const read = (stream: ChildProcess["stdout"]) => (stream ? text(stream) : "");
  const [out, err] = await Promise.all([read(child.stdout), read(child.stderr)]);
  return { code: (await closed)[0], out, err };
}

describe("A command that the bootstrap runs", () => {
  it("gives its exit code and writes to the bootstrap's own stdout", async () => {
    const program = `process.exitCode = await s.run(process.execPath, ["-e", "console.log('hello'); process.exit(7)"]);`;
    assert.deepEqual(await ended(start(program)), { code: 7, out: "hello\n", err: "" });
  });

  it("gets the signal that the bootstrap gets, and its death is the bootstrap's exit code", async () => {
    const program = `process.exitCode = await s.run(process.execPath, ["-e", "console.log(process.pid); setInterval(() => {}, 1000)"]);`;
    const child = start(program);
    assert.ok(child.stdout);
    const [pid] = (await once(child.stdout, "data")) as [Buffer];
    child.kill("SIGTERM");
    const { code } = await ended(child);
    assert.equal(code, 143);
    assert.throws(() => process.kill(Number(String(pid)), 0), { code: "ESRCH" });
  });

  it("cannot be started: that is one sentence", async () => {
    const program = `try { await s.run("/no/such/program", []); } catch (error) { console.log(error.constructor.name, error.message); }`;
    const { out } = await ended(start(program));
    assert.match(out, /^Stop \/no\/such\/program cannot be started: .+ENOENT\.\n$/);
  });
});

describe("A long step", () => {
  it("says what it does and that it is done, on stderr, and keeps its own output to itself", async () => {
    const { out, err } = await ended(
      start(`await s.step("Making tea", process.execPath, ["-e", "console.log('noise')"]);`),
    );
    assert.equal(out, "");
    assert.match(err, /^Making tea\n {2}done in \d+\.\d s\n$/);
  });

  it("that fails shows both ends of its output and what to do", async () => {
    const noise = `for (let i = 1; i <= 100; i += 1) console.error("line " + i); process.exit(3)`;
    const program = `try { await s.step("Making tea", process.execPath, ["-e", ${JSON.stringify(noise)}], { advice: "Buy tea." }); }
      catch (error) { console.log(error.message); }`;
    const { out } = await ended(start(program));
    assert.match(
      out,
      /^line 1\n.*line 10\n {2}…\nline 83\n.*line 100\n\nMaking tea failed \(exit code 3\)\. Buy tea\.\n$/s,
    );
  });

  it("that is interrupted ends at once and nothing after it runs", async () => {
    const forever = `console.log("x"); setInterval(() => {}, 1000)`;
    const child = start(`
      try { await s.step("Making tea", process.execPath, ["-e", ${JSON.stringify(forever)}]); console.log("went on"); }
      catch (error) { console.log(error.message); process.exitCode = error.exitCode; }`);
    assert.ok(child.stderr);
    await once(child.stderr, "data");
    child.kill("SIGINT");
    assert.deepEqual(await ended(child).then(({ code, out }) => ({ code, out })), { code: 130, out: "Interrupted.\n" });
  });
});

describe("node bootstrap.mjs", () => {
  it("without a command it knows says which there are, with exit code 2", async () => {
    for (const args of [[], ["strat"], ["constructor"]]) {
      const child = spawn(process.execPath, [join(root, "bootstrap.mjs"), ...args], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      const { code, err } = await ended(child);
      assert.equal(code, 2);
      assert.match(err, /start\|test\|test:vscode\|build\|package\|bench\|docs\|check\|format\|guidon/);
    }
  });
});
