import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { findNode, type NodePlaces, probeNode } from "../../extension/nodeBinary.ts";
import { createFakeVscode } from "../support/fakeVscode.ts";

describe("The Node that runs the runtime", () => {
  let root: string;
  beforeEach(() => void (root = realpathSync(mkdtempSync(join(tmpdir(), "guidon-node-")))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const program = (path: string, text: string): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  /** A program that says what `node -p` of that version says. */
  const node = (path: string, abi: string, version: string, more = ""): string =>
    program(path, `echo '{"node":"${version}","modules":"${abi}","path":"'"$0"'"${more}}'`);
  const { l10n } = createFakeVscode().vscode;
  const places = (more: Partial<NodePlaces> = {}): NodePlaces => ({
    l10n,
    setting: "",
    extensionPath: join(root, "extension"),
    execPath: join(root, "host", "code"),
    versions: { node: "24.1.0", modules: "148", electron: "43.0.0" },
    path: "",
    ...more,
  });
  const problemOf = async (more: Partial<NodePlaces>): Promise<string> => {
    const found = await findNode(places(more));
    assert.ok("problem" in found, JSON.stringify(found));
    return found.problem;
  };

  it("is the one of the setting, before all others", async () => {
    const setting = node("mine/node", "147", "26.1.0");
    node("extension/node/bin/node", "137", "24.1.0");
    assert.deepEqual(await findNode(places({ setting })), {
      path: setting,
      source: "setting",
      abi: "147",
      version: "26.1.0",
    });
  });

  it("is never another one when the setting names what is not there", async () => {
    node("extension/node/bin/node", "147", "26.1.0");
    const problem = await problemOf({ setting: join(root, "nothing") });
    assert.match(problem, /guidon\.nodePath is “.*nothing”, and there is no such program/);
  });

  it("is never another one when the setting names a folder", async () => {
    node("extension/node/bin/node", "147", "26.1.0");
    assert.match(await problemOf({ setting: root }), /there is no such program/);
  });

  it("is never another one when the setting is not a full path", async () => {
    node("bin/node", "147", "26.1.0");
    assert.match(await problemOf({ setting: "node", path: join(root, "bin") }), /“node”, which is not a full path/);
  });

  it("is never another one when the setting names a Node of the wrong kind; both versions are told", async () => {
    const setting = node("old/node", "115", "20.11.1");
    node("extension/node/bin/node", "147", "26.1.0");
    const problem = await problemOf({ setting });
    assert.match(problem, /it is Node 20\.11\.1 \(ABI 115\), and ABI 147 \(Node 26\) or 137 \(Node 24\) is needed/);
    assert.match(problem, /guidon\.nodePath is “.*old\/node”/);
  });

  it("is never the program of an editor, even when the setting names it", async () => {
    const setting = node("code", "147", "24.1.0", ',"electron":"43.0.0"');
    assert.match(await problemOf({ setting }), /the program of an editor, not a Node/);
  });

  it("is never a program that the setting names and that fails", async () => {
    assert.match(await problemOf({ setting: program("broken", "exit 3") }), /it does not run \(3\)/);
  });

  it("is never a program that the setting names and that says something else", async () => {
    assert.match(await problemOf({ setting: program("other", "echo hello") }), /it does not run \(not a Node\)/);
  });

  it("is never a file that the setting names and that cannot be run", async () => {
    const setting = node("locked/node", "147", "26.1.0");
    chmodSync(setting, 0o644);
    assert.match(await problemOf({ setting }), /it does not run \(EACCES\)/);
  });

  it("is the bundled one when nothing is set", async () => {
    const path = node("extension/node/bin/node", "147", "26.1.0");
    node("bin/node", "137", "24.1.0");
    const found = await findNode(places({ path: join(root, "bin") }));
    assert.deepEqual(found, { path, source: "bundled", abi: "147", version: "26.1.0" });
  });

  it("is node.exe on Windows", async () => {
    const path = node("extension/node/bin/node.exe", "147", "26.1.0");
    node("extension/node/bin/node", "137", "24.1.0");
    const found = await findNode(places({ platform: "win32" }));
    assert.deepEqual(found, { path, source: "bundled", abi: "147", version: "26.1.0" });
  });

  it("is the editor's own where that is a Node", async () => {
    const execPath = node("server/node", "137", "24.1.0");
    node("bin/node", "147", "26.1.0");
    const found = await findNode(
      places({ execPath, versions: { node: "24.1.0", modules: "137" }, path: join(root, "bin") }),
    );
    assert.deepEqual(found, { path: execPath, source: "own", abi: "137", version: "24.1.0" });
  });

  it("is not the editor's own where that is Electron or too old", async () => {
    const execPath = node("server/node", "137", "24.1.0");
    const path = node("bin/node", "147", "26.1.0");
    for (const versions of [
      { node: "24.1.0", modules: "137", electron: "43.0.0" },
      { node: "22.1.0", modules: "127" },
    ]) {
      const found = await findNode(places({ execPath, versions, path: join(root, "bin") }));
      assert.deepEqual(found, { path, source: "path", abi: "147", version: "26.1.0" });
    }
  });

  it("is the first on the PATH that fits; the same program is asked once, relative folders never", async () => {
    const old = node("a/node", "115", "20.1.0");
    mkdirSync(join(root, "b"));
    symlinkSync(old, join(root, "b", "node"));
    const path = node("c/node", "147", "26.1.0");
    const asked: string[] = [];
    const found = await findNode(
      places({
        path: [".", join(root, "a"), join(root, "b"), join(root, "none"), join(root, "c")].join(delimiter),
        probe: (file) => {
          asked.push(file);
          return probeNode(file, l10n);
        },
      }),
    );
    assert.deepEqual(found, { path, source: "path", abi: "147", version: "26.1.0" });
    assert.deepEqual(asked, [old, path]);
  });

  it("goes on to the next when the bundled one does not run here", async () => {
    program("extension/node/bin/node", "exit 1");
    const path = node("bin/node", "147", "26.1.0");
    const found = await findNode(places({ path: join(root, "bin") }));
    assert.deepEqual(found, { path, source: "path", abi: "147", version: "26.1.0" });
  });

  it("is the one that a version manager starts here, not the manager's program, which starts another one elsewhere", async () => {
    const real = node("versions/26/node", "147", "26.1.0");
    const old = node("versions/20/node", "115", "20.1.0");
    const shim = program("shims/node", `[ -e .nvmrc ] && exec ${old} "$@"\nexec ${real} "$@"`);
    const expected = { path: real, abi: "147", version: "26.1.0" };
    assert.deepEqual(await findNode(places({ path: dirname(shim) })), { ...expected, source: "path" });
    assert.deepEqual(await findNode(places({ setting: shim })), { ...expected, source: "setting" });
  });

  it("is missing where there is none: one text says what to do", async () => {
    assert.equal(
      await problemOf({}),
      "Guidon needs Node 26 or 24 to run tools, and none was found. Install one, or name its program in the setting guidon.nodePath.",
    );
  });

  it("is missing where none fits: the text says what was found", async () => {
    const old = node("bin/node", "115", "20.1.0");
    const found = await findNode(places({ path: join(root, "bin") }));
    assert.ok("problem" in found);
    assert.match(found.problem, /what was found does not fit \(.*Node 20\.1\.0 \(ABI 115\).*\)\. Install one/);
    assert.deepEqual(found.lookedAt.length, 1);
    assert.ok(found.lookedAt[0]?.startsWith(old));
  });

  it("is asked for a limited time", async () => {
    const slow = program("slow", "exec sleep 30");
    const before = Date.now();
    assert.deepEqual(await probeNode(slow, l10n, 200), { failure: "no answer within 0.2 s" });
    assert.ok(Date.now() - before < 5000);
  });

  it("is asked without what the editor sets for its own processes", async () => {
    process.env["NODE_OPTIONS"] = "--no-such-option";
    try {
      assert.ok("abi" in (await probeNode(process.execPath, l10n)));
    } finally {
      delete process.env["NODE_OPTIONS"];
    }
  });

  it("is this very program, when it is asked for real", async () => {
    assert.deepEqual(await probeNode(process.execPath, l10n), {
      path: process.execPath,
      version: process.versions.node,
      abi: process.versions.modules,
      electron: false,
    });
  });
});
