/** Parameter schemas that people ship (test/fixtures/tool-schemas.jsonl), all in one tools.json, through the real server. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { listedTools } from "./checks/lists.ts";
import { sampleArguments } from "./sampleArguments.ts";
import { startServer } from "./server.ts";
import type { CaseServer } from "./server.ts";
import type { JsonObject } from "./types.ts";
import { putFile, ROOT } from "./workspace.ts";

interface Entry {
  name: string;
  schema: JsonObject & { required?: string[]; properties?: Record<string, JsonObject> };
}

const lines = readFileSync(path.join(ROOT, "test/fixtures/tool-schemas.jsonl"), "utf8").split("\n").filter(Boolean);
// Some have the same name; here each has its own.
const ENTRIES = lines.map((line, index): Entry => ({
  name: `schema-${index}`,
  schema: (JSON.parse(line) as { inputSchema: Entry["schema"] }).inputSchema,
}));

// The arguments of a tool are an object, so a schema of anything else can be listed and not called.
const callable = ENTRIES.filter(({ schema }) => (schema["type"] ?? "object") === "object");
const others = ENTRIES.filter((entry) => !callable.includes(entry));

describe("parameter schemas that people ship", function () {
  this.timeout(180_000);
  let server: CaseServer;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "guidon-schemas-"));
    const tools = ENTRIES.map(({ name, schema }) => ({
      name,
      description: name,
      script: "scripts/echo.js",
      parameters: schema,
    }));
    putFile(folder, "tools.json", JSON.stringify({ tools }));
    putFile(folder, "scripts/echo.js", "async function main() { return g.tool.args; }\n");
    const argv = [process.execPath, path.join(ROOT, "dist/guidon.js"), "mcp", "--workspace", folder, "--trust"];
    server = await startServer({
      argv,
      cwd: folder,
      env: { ...process.env, HOME: folder, GUIDON_HOME: path.join(folder, "home") },
    });
  });
  after(async () => {
    const left = await server.stop();
    rmSync(folder, { recursive: true, force: true });
    assert.deepEqual(left, []);
  });

  const execute = (name: string, parameters: unknown) => server.tool("ExecuteWorkspaceTool", { name, parameters });

  it("are all there", () => assert.equal(ENTRIES.length, 454));

  it("are listed word for word", async () => {
    const wrong: string[] = [];
    for (const { name, schema } of ENTRIES) {
      const tool = listedTools(await server.tool("GetWorkspaceTools", { name })).find((one) => one.name === name);
      const wanted = { ...schema, type: schema["type"] ?? "object", properties: schema["properties"] ?? {} };
      if (!isDeepStrictEqual(tool?.parameters, wanted))
        wrong.push(`${name}: ${JSON.stringify(tool?.parameters)?.slice(0, 200)}`);
    }
    assert.deepEqual(wrong, []);
  });

  it("let a call with fitting arguments through, unchanged", async () => {
    const wrong: string[] = [];
    for (const { name, schema } of callable) {
      const sent = sampleArguments(schema);
      const { isError, text, protocolError } = await execute(name, sent);
      if (isError || protocolError) wrong.push(`${name}: ${text}`);
      else if (!contains(JSON.parse(text), sent)) wrong.push(`${name}: sent ${JSON.stringify(sent)}, got ${text}`);
    }
    assert.deepEqual(wrong, []);
  });

  it("say what is wrong when the root is no object", async () => {
    const texts = await Promise.all(others.map(async ({ name }) => (await execute(name, {})).text));
    assert.equal(texts.length, 1);
    for (const text of texts) assert.match(text, /root must be of type "object"/);
  });

  it("refuse a call without a required argument, naming it", async () => {
    const wrong: string[] = [];
    for (const { name, schema } of callable) {
      const missing = (schema.required ?? []).find((argument) => !("default" in (schema.properties?.[argument] ?? {})));
      const { isError, text } = await execute(name, {});
      if (isError !== (missing !== undefined) || !text.includes(missing ?? ""))
        wrong.push(`${name}: ${text.slice(0, 200)}`);
    }
    assert.deepEqual(wrong, []);
  });
});

/** `whole` is `part`, but for members that defaults added. */
function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return whole === part;
  if (typeof whole !== "object" || whole === null || Array.isArray(whole) !== Array.isArray(part)) return false;
  return Object.entries(part).every(([key, value]) => contains((whole as JsonObject)[key], value));
}
