/** Files of the user data directory, with real folders, disks that are full, and several processes. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ToolError } from "../runtime/errors.ts";
import { withFileLock, writePrivateFile } from "../runtime/files.ts";
import { workspaceId } from "../runtime/workspaceId.ts";

const exec = promisify(execFile);
const RUNTIME = join(import.meta.dirname, "..", "runtime");

const isIoError = (error: unknown): boolean =>
  error instanceof ToolError && error.code === "IoError" && (error.hint ?? "").includes("GUIDON_HOME");

describe("Files of the user data directory", () => {
  let dataDir: string;
  beforeEach(() => (dataDir = realpathSync(mkdtempSync(join(tmpdir(), "guidon-files-")))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it("are whole, however long", () => {
    const text = "ä".repeat(3_000_000);
    writePrivateFile(join(dataDir, "long.txt"), text);
    assert.ok(readFileSync(join(dataDir, "long.txt"), "utf8") === text);
  });

  it("leave nothing behind where they cannot take their place", () => {
    mkdirSync(join(dataDir, "taken", "full"), { recursive: true });
    assert.throws(() => writePrivateFile(join(dataDir, "taken"), "text"), isIoError);
    assert.deepEqual(readdirSync(dataDir), ["taken"]);
  });

  it("say which folder cannot be written to, and what to do", async () => {
    writeFileSync(join(dataDir, "file"), "");
    const file = join(dataDir, "file", "sub", "a.json");
    const named = (error: unknown): boolean => isIoError(error) && String(error).includes(join(dataDir, "file", "sub"));
    assert.throws(() => writePrivateFile(file, ""), named);
    await assert.rejects(
      withFileLock(file, () => undefined),
      named,
    );
  });

  it("are changed by one at a time", async () => {
    const file = join(dataDir, "count.json");
    writePrivateFile(file, "0");
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withFileLock(file, () => writePrivateFile(file, String(Number(readFileSync(file, "utf8")) + 1))),
      ),
    );
    assert.equal(readFileSync(file, "utf8"), "8");
    assert.deepEqual(readdirSync(dataDir), ["count.json"], "the lock is gone");
  });

  it("are not held back by a lock that a dead process left, whatever its time", async () => {
    const file = join(dataDir, "a.json");
    const { pid: dead } = spawnSync(process.execPath, ["--version"]);
    writeFileSync(`${file}.lock`, String(dead));
    const began = performance.now();
    assert.equal(await withFileLock(file, () => "done"), "done");
    // A clock that was set back, a file from another machine.
    writeFileSync(`${file}.lock`, "");
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(`${file}.lock`, later, later);
    assert.equal(await withFileLock(file, () => "done"), "done");
    assert.ok(performance.now() - began < 2000);
  });

  it("say who is in the way when a lock does not go", async () => {
    const file = join(dataDir, "a.json");
    mkdirSync(`${file}.lock`);
    await assert.rejects(
      withFileLock(file, () => "done", 200),
      (error) => error instanceof ToolError && error.code === "IoError" && error.message.includes(`${file}.lock`),
    );
  });

  it("keep what several processes write at once: ids of workspaces, approvals", async () => {
    const folders = ["a", "b", "c", "d"].map((name) => join(dataDir, name));
    for (const folder of folders) mkdirSync(folder);
    const code = `const [dataDir, folder] = process.argv.slice(1);
      const { createWorkspaceId } = await import(${JSON.stringify(join(RUNTIME, "workspaceId.ts"))});
      const { createApprovals } = await import(${JSON.stringify(join(RUNTIME, "consent", "approvals.ts"))});
      const id = await createWorkspaceId(dataDir, folder);
      if (await createWorkspaceId(dataDir, folder) !== id) throw new Error("another id");
      await createApprovals(dataDir).approve(folder, []);
      console.log(id);`;
    const started = folders.map((folder) =>
      exec(process.execPath, ["--input-type=module", "-e", code, dataDir, folder]),
    );
    const ids = (await Promise.all(started)).map(({ stdout }) => stdout.trim());
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual(
      folders.map((folder) => workspaceId(dataDir, folder)),
      ids,
    );
    const { workspaces } = JSON.parse(readFileSync(join(dataDir, "approvals.json"), "utf8"));
    assert.deepEqual(workspaces.map(({ folder }: { folder: string }) => folder).toSorted(), folders);
  }).timeout(30_000);
});
