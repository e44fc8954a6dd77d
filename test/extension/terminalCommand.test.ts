import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Program } from "../../extension/program.ts";
import { createTerminalCommand } from "../../extension/terminalCommand.ts";
import { until } from "./support.ts";
import { createWindow, type Window } from "./toolsSupport.ts";

const BIN = join(import.meta.dirname, "../../extension/bin");

describe("The command guidon of the terminals", () => {
  const cleanUp: (() => void)[] = [];
  afterEach(() => cleanUp.splice(0).forEach((each) => each()));

  const open = (): Window & { use(node: string): void } => {
    const window = createWindow();
    let node = "/first/node";
    const program: Program = {
      node: () => Promise.resolve({ path: node, source: "path", abi: "147", version: "26.0.0" }),
      script: "/extension/dist/guidon.js",
      settings: () => ({}),
      environment: () => ({}),
      dispose: () => {},
    };
    const part = createTerminalCommand(window.deps, program);
    cleanUp.push(() => part.dispose(), window.dispose);
    return { ...window, use: (path) => void (node = path) };
  };

  it("is on their PATH as soon as a runtime runs, with the Node that runs it, and not beyond the window", async () => {
    const { fake, runtimes, first, use, deps } = open();
    runtimes.change();
    assert.equal(fake.terminalVariables.size, 0);
    runtimes.start(first);
    await until(() => fake.terminalVariables.size === 2);
    assert.deepEqual(Object.fromEntries(fake.terminalVariables), {
      PATH: "/extension/dist/bin:…",
      GUIDON_NODE: "/first/node",
    });
    assert.equal(deps.context.environmentVariableCollection.persistent, false);
    use("/second/node");
    runtimes.start(first);
    await until(() => fake.terminalVariables.get("GUIDON_NODE") === "/second/node");
  });

  describe("as a program", () => {
    /** An installed extension in a folder with a name of its own kind. */
    const install = (): string => {
      const root = mkdtempSync(join(tmpdir(), "guidon «José» 100% "));
      cleanUp.push(() => rmSync(root, { recursive: true }));
      cpSync(BIN, join(root, "dist/bin"), { recursive: true });
      writeFileSync(join(root, "dist/guidon.js"), "console.log(JSON.stringify(process.argv.slice(2)))");
      return root;
    };
    const program = (file: string, said: string): string => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\necho ${said}\n`);
      chmodSync(file, 0o755);
      return file;
    };
    const run = (root: string, env: Record<string, string>): string =>
      execFileSync(join(root, "dist/bin/guidon"), ["a b", "--x"], { env: { PATH: "/usr/bin:/bin", ...env }, encoding: "utf8" }).trim(); // prettier-ignore

    it("runs the runtime that it lies beside, with the Node that it is told", () => {
      assert.equal(run(install(), { GUIDON_NODE: process.execPath }), '["a b","--x"]');
    });

    it("takes the bundled Node, else the one on the PATH, where its variable was not passed on", () => {
      const root = install();
      const path = dirname(program(join(root, "other/node"), "of the PATH"));
      assert.equal(run(root, { PATH: `${path}:/usr/bin:/bin` }), "of the PATH");
      program(join(root, "node/bin/node"), "bundled");
      assert.equal(run(root, { PATH: `${path}:/usr/bin:/bin` }), "bundled");
    });

    it("has nothing in it that depends on the machine, since cmd.exe reads it in the code page of the machine", () => {
      const text = readFileSync(join(BIN, "guidon.cmd"), "latin1");
      assert.match(text, /^[\r\n\x20-\x7e]+$/);
      assert.ok(text.split("\n").slice(0, -1).every((line) => line.endsWith("\r"))); // prettier-ignore
      assert.ok((statSync(join(BIN, "guidon")).mode & 0o111) !== 0);
    });
  });
});
