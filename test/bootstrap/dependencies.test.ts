import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { dependenciesModule, moduleUrl, root } from "./modules.ts";

const { dependenciesFit, isNewer } = dependenciesModule;

function useFolder(): () => string {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "guidon-bootstrap-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

describe("Installed dependencies", () => {
  const lock = (packages: object) =>
    JSON.stringify({ lockfileVersion: 3, packages: { "": { name: "x" }, ...packages } });
  const installed = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });
  const wanted = lock({
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b": { version: "2.0.0", optional: true },
  });

  it("fit when each package has the version of the lock file", () => {
    assert.equal(dependenciesFit(wanted, installed({ "node_modules/a": { version: "1.0.0" } })), true);
  });

  it("do not fit when one is missing, or has another version", () => {
    assert.equal(dependenciesFit(wanted, installed({})), false);
    assert.equal(dependenciesFit(wanted, installed({ "node_modules/a": { version: "1.0.1" } })), false);
    const other = installed({ "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "1.0.0" } });
    assert.equal(dependenciesFit(wanted, other), false);
  });

  it("do not fit when nothing is installed", () => {
    assert.equal(dependenciesFit(wanted, ""), false);
  });

  it("fit in this checkout, where these tests run", () => {
    const text = (path: string) => readFileSync(join(root, path), "utf8");
    assert.equal(dependenciesFit(text("package-lock.json"), text("node_modules/.package-lock.json")), true);
  });
});

describe("The build", () => {
  const folder = useFolder();
  const write = (path: string, seconds: number) => {
    writeFileSync(join(folder(), path), "");
    utimesSync(join(folder(), path), seconds, seconds);
  };
  const age = (path: string, seconds: number) => utimesSync(join(folder(), path), seconds, seconds);
  const fresh = () => isNewer(join(folder(), "built.js"), [join(folder(), "sources"), join(folder(), "absent")]);

  beforeEach(() => {
    mkdirSync(join(folder(), "sources/deep"), { recursive: true });
    write("sources/deep/a.ts", 100);
    age("sources/deep", 100);
    age("sources", 100);
  });

  it("is fresh when no source was changed after it", () => {
    write("built.js", 200);
    assert.equal(fresh(), true);
  });

  it("is stale when it is missing, when a source changed, and when one was deleted", () => {
    assert.equal(fresh(), false);
    write("built.js", 200);
    write("sources/deep/a.ts", 300);
    assert.equal(fresh(), false);
    write("built.js", 400);
    age("sources/deep", 100);
    assert.equal(fresh(), true);
    rmSync(join(folder(), "sources/deep/a.ts"));
    age("sources/deep", 500);
    assert.equal(fresh(), false);
  });
});

describe("Set-up", () => {
  const folder = useFolder();

  it("is done by one process at a time, and goes on after one that died with the lock", async () => {
    const lock = join(folder(), "lock");
    const log = join(folder(), "log");
    writeFileSync(lock, String(spawnSync(process.execPath, ["--version"]).pid));
    const script = `
      import { alone } from ${JSON.stringify(moduleUrl("dependencies.mjs"))};
      import { appendFileSync } from "node:fs";
      await alone(${JSON.stringify(lock)}, async () => {
        appendFileSync(${JSON.stringify(log)}, "in ");
        await new Promise((resolve) => setTimeout(resolve, 50));
        appendFileSync(${JSON.stringify(log)}, "out ");
      });`;
    const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    await Promise.all([start(), start(), start()]);
    assert.equal(readFileSync(log, "utf8"), "in out in out in out ");
  });
});
