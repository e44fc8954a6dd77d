import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { silentLog } from "../../runtime/log.ts";
import { createRegistry } from "../../runtime/tools/registry.ts";
import { loadScript } from "../../runtime/tools/script.ts";
import { createWorkspace, entry } from "../support/workspace.ts";

const PARAMETERS = {
  type: "object",
  properties: { keyword: { type: "string", description: "Words" }, limit: { type: "integer", minimum: 1, default: 5 } },
  required: ["keyword"],
};

/** Milliseconds of processor time, which other programs on the machine do not lengthen much. */
function cost(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe("speed of the registry", () => {
  it("loads ten thousand tools within a second, and then looks at them in microseconds", async () => {
    const tools = Array.from({ length: 10_000 }, (_, n) =>
      entry(`tool-${n}`, { script: "scripts/a.js", parameters: PARAMETERS }),
    );
    const workspace = createWorkspace({ "tools.json": { tools }, "scripts/a.js": "async function main() {}" });
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(workspace.folder, "tools.json"), past, past);
    const registry = createRegistry({ folder: workspace.folder, log: silentLog });
    const load = cost(() => assert.equal(registry.current().tools.length, 10_000));
    assert.ok(load < 1000, `${load} ms`);
    const look = cost(() => {
      for (let n = 0; n < 1000; n++) registry.find(`tool-${n}`);
    });
    assert.ok(look < 200, `${look} µs each`);
    await registry.dispose();
    workspace.dispose();
  }).timeout(20_000);

  it("checks small arguments in a few microseconds", async () => {
    const workspace = createWorkspace({
      "tools.json": { tools: [entry("a", { parameters: PARAMETERS })] },
      "scripts/a.js": "async function main() {}",
    });
    const registry = createRegistry({ folder: workspace.folder, log: silentLog });
    const tool = registry.find("a");
    assert.ok(tool);
    const args = { keyword: "lamp", limit: 3 };
    for (let n = 0; n < 2000; n++) await registry.checkArguments(tool, args);
    const before = process.threadCpuUsage();
    for (let n = 0; n < 2000; n++) await registry.checkArguments(tool, args);
    const { user, system } = process.threadCpuUsage(before);
    assert.ok((user + system) / 2000 < 20, `${(user + system) / 2000} µs each`);
    await registry.dispose();
    workspace.dispose();
  });

  it("loads an unchanged script in less than 0.3 ms", async () => {
    const workspace = createWorkspace({
      "scripts/a.js": "export async function main() {}",
      "scripts/b.js": "async function main() {}",
    });
    for (const script of ["scripts/a.js", "scripts/b.js"]) {
      for (let n = 0; n < 100; n++) await loadScript(workspace.folder, script);
      const before = process.threadCpuUsage();
      for (let n = 0; n < 500; n++) await loadScript(workspace.folder, script);
      const { user, system } = process.threadCpuUsage(before);
      assert.ok((user + system) / 500 < 300, `${script}: ${(user + system) / 500} µs each`);
    }
    workspace.dispose();
  });

  it("does not load ajv or esbuild before they are needed", () => {
    const workspace = createWorkspace({
      "tools.json": { tools: [entry("a", { parameters: PARAMETERS })] },
      "scripts/a.js": "async function main() {}",
    });
    const runtime = join(import.meta.dirname, "..", "..", "runtime");
    const code = `
      import { createRequire, registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
      const { createRegistry } = await import(${JSON.stringify(join(runtime, "tools/registry.ts"))});
      const { silentLog } = await import(${JSON.stringify(join(runtime, "log.ts"))});
      await import(${JSON.stringify(join(runtime, "tools/script.ts"))});
      const registry = createRegistry({ folder: ${JSON.stringify(workspace.folder)}, log: silentLog });
      if (registry.current().tools.length !== 1) throw new Error("not listed");
      await registry.dispose();
      console.log(loaded.filter((url) => /node_modules\\/(ajv|esbuild|typescript)/.test(url)).length);`;
    assert.equal(
      execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8", timeout: 20_000 }).trim(),
      "0",
    );
    workspace.dispose();
  }).timeout(25_000);
});
