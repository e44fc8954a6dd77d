import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isAlive, sandboxFile, until, useSandbox } from "./support.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/sandbox");
const onLinux = process.platform === "linux" ? it : it.skip;

describe("a sandbox process", () => {
  const sandbox = useSandbox();
  const { value } = sandbox;

  it("hands the guest plain functions only, and no way into its own objects", async () => {
    const child = spawn(process.execPath, ["--no-node-snapshot", "--no-warnings", join(FIXTURES, "bridges.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk as string;
    const result = JSON.parse(text) as { state: string; value: string };
    assert.equal(result.state, "returned");
    const given = JSON.parse(result.value) as string[];
    assert.equal(given.length, 6);
    for (const each of given.slice(0, 5)) {
      assert.match(each, /^function true length,name (string|undefined|own error) undefinedundefined$/);
    }
    assert.equal(given[5], "string");
  });

  it("leaves no object of isolated-vm within a script's reach", async () => {
    const body = `
      const seen = new Set(), found = [], names = /^(Reference|ExternalCopy|Callback|Isolate|Context|Script|Module|Dereference|NativeModule)$/;
      const walk = (v, path) => {
        if ((typeof v !== "object" && typeof v !== "function") || v === null || seen.has(v)) return;
        seen.add(v);
        let name; try { name = v.constructor?.name; } catch {}
        if (names.test(name) || "applySync" in v || "derefInto" in v || "copyInto" in v) found.push(path);
        walk(Object.getPrototypeOf(v), path + ".__proto__");
        for (const key of Reflect.ownKeys(v)) {
          const d = Reflect.getOwnPropertyDescriptor(v, key);
          for (const part of [d?.value, d?.get, d?.set]) walk(part, path + "." + String(key));
        }
      };
      walk(globalThis, "globalThis"); walk(g, "g"); walk(await g.http.get("x"), "result");
      try { await g.http.get(1n); } catch (e) { walk(e, "error"); }
      return [found, seen.size > 500];`;
    assert.deepEqual(await value(body), [[], true]);
  });

  it("gives functions whose constructor makes functions of the isolate", async () => {
    const makers = [
      "g.http.get",
      "g.log",
      "setTimeout",
      "URL",
      "(await g.http.get('x')).constructor",
      "g.http.get('x').constructor",
      "console.log",
      "TextEncoder",
    ];
    const body = `return [${makers.map((maker) => `${maker}.constructor("return typeof process + typeof require")()`).join(", ")}]`;
    assert.deepEqual(
      await value(body),
      makers.map(() => "undefinedundefined"),
    );
  });

  onLinux("has no environment, no folder and the permission model", async () => {
    await value("return 1");
    const [pid] = sandbox.pool.pids();
    const environment = (await readFile(`/proc/${pid}/environ`, "utf8"))
      .split("\0")
      .map((entry) => entry.split("=")[0]);
    // What Node itself adds for the channel to its parent.
    assert.deepEqual(
      environment.toSorted((a = "", b = "") => (a < b ? -1 : 1)),
      ["", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"],
    );
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
    for (const flag of ["--permission", "--no-node-snapshot", "--allow-addons", "--allow-worker"])
      assert.ok(command.includes(flag), flag);
    assert.equal(command.filter((part) => part.startsWith("--allow-fs-read=")).length, 2);
    assert.ok(!command.some((part) => /allow-(fs-write|child-process|net|wasi|inspector)/.test(part)));
  });

  it("ends when the runtime is gone, even while a script spins", async () => {
    const parent = spawn(
      process.execPath,
      ["--no-warnings", join(FIXTURES, "spinningRuntime.ts"), await sandboxFile()],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [line] = (await once(createInterface(parent.stdout), "line")) as [string];
    const pids = JSON.parse(line) as number[];
    assert.ok(pids.length >= 2 && pids.every(isAlive));
    parent.kill("SIGKILL");
    await until("all its children are gone", () => !pids.some(isAlive), 4000);
  });
});
