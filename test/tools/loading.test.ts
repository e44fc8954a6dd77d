/** What a registry does of large files, and what it does not load before it must. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { silentLog } from "../../runtime/log.ts";
import { createRegistry } from "../../runtime/tools/registry.ts";
import { createWorkspace, entry } from "../support/workspace.ts";

const PARAMETERS = {
  type: "object",
  properties: { keyword: { type: "string", description: "Words" }, limit: { type: "integer", minimum: 1, default: 5 } },
  required: ["keyword"],
};

describe("the loading of a registry", () => {
  it("takes ten thousand tools", async () => {
    const tools = Array.from({ length: 10_000 }, (_, n) =>
      entry(`tool-${n}`, { script: "scripts/a.js", parameters: PARAMETERS }),
    );
    const workspace = createWorkspace({ "tools.json": { tools }, "scripts/a.js": "async function main() {}" });
    const registry = createRegistry({ folder: workspace.folder, log: silentLog });
    assert.equal(registry.current().tools.length, 10_000);
    assert.deepEqual(registry.current().problems, []);
    assert.equal(registry.find("tool-9999")?.name, "tool-9999");
    await registry.dispose();
    workspace.dispose();
  }).timeout(20_000);

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
