import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, processes } from "../support/processes.ts";
import { root } from "./modules.ts";

describe("A test that leaves a process running", () => {
  it("fails the run, which names and ends the process and itself ends", async () => {
    const folder = mkdtempSync(join(tmpdir(), "guidon-bootstrap-"));
    try {
      const file = join(folder, "leak.test.mjs");
      const left = `spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]).pid`;
      writeFileSync(
        file,
        `import { spawn } from "node:child_process"; it("leaks", () => console.log("pid", ${left}));`,
      );
      const mocha = join(root, "node_modules/mocha/bin/mocha.js");
      const required = join(root, "bootstrap/leftOver.mjs");
      const { status, stdout, stderr } = spawnSync(process.execPath, [mocha, "--require", required, file], {
        encoding: "utf8",
        env: { ...process.env, GUIDON_TEST_PATIENCE_MS: "100" },
      });
      assert.match(stdout, /1 passing/);
      assert.equal(status, 1);
      const pid = /pid (\d+)/.exec(stdout)?.[1] ?? "";
      assert.match(stderr, new RegExp(`The tests left this open, which is a failure: .*ChildProcess .* ${pid}\n`));
      await eventually("the process is gone", () => !processes().some((row) => row.pid === Number(pid)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
