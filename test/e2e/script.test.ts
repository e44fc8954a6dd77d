/** What a script can do of itself, in a real run from the command. */
import assert from "node:assert/strict";
import { guidon } from "../support/guidon.ts";
import { startServer, type TestServer } from "../support/httpServer.ts";
import { createWorkspace, entry, type TestWorkspace } from "../support/workspace.ts";

describe("A script", () => {
  let server: TestServer;
  let workspace: TestWorkspace;
  before(async () => {
    server = await startServer((request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ method: request.method, body: request.body }));
    });
  });
  after(() => server.close());
  afterEach(() => workspace.dispose());

  async function run(
    body: string,
    more: Record<string, unknown> = {},
    env: Record<string, string> = {},
  ): Promise<unknown> {
    workspace = createWorkspace({
      "tools.json": { tools: [entry("t", more)] },
      "scripts/t.js": `async function main() {\n${body}\n}\n`,
    });
    const { stdout, stderr, code } = await guidon(["run", "t", "--trust"], {
      cwd: workspace.folder,
      env: workspace.environment(env),
    });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  it("knows its call: name, id, origin and time", async () => {
    const script = `return [g.tool.name, typeof g.tool.callId, g.tool.origin, g.tool.timeoutMs, g.tool.remainingMs() <= 7000, g.tool.isCanceled()];`;
    assert.deepEqual(await run(script, { timeout: 7 }), ["t", "string", "External", 7000, true, false]);
  });

  it("sends requests by g.http.get, g.http.post, g.http.request and g.http.makeHttpRequest", async () => {
    const script = `const url = "${server.origin}/x";
      const all = [await g.http.get(url), await g.http.post(url, { a: 1 }), await g.http.request("PUT", url, { body: "text" }), await g.http.makeHttpRequest({ url, method: "DELETE" })];
      return all.map(({ json }) => [json.method, json.body]);`;
    assert.deepEqual(await run(script), [
      ["GET", ""],
      ["POST", '{"a":1}'],
      ["PUT", "text"],
      ["DELETE", ""],
    ]);
  });

  it("learns by g.secrets.hasSecret whether a secret is set, but g.secrets.getSecret is not for it", async () => {
    const script = `let refused; try { await g.secrets.getSecret("TOK"); } catch (e) { refused = e.code; }
      return [await g.secrets.hasSecret("TOK"), refused];`;
    assert.deepEqual(await run(script, {}, { GUIDON_SECRET_TOK: "tok-1234567890" }), [true, "AccessDenied"]);
  });

  it("is told of groups and globals that are not there, with what to use instead", async () => {
    const script = `const texts = []; for (const f of [() => g.tabs.openTab("x"), () => fetch("x"), () => process.env.HOME]) { try { await f(); } catch (e) { texts.push(e.message); } } return texts;`;
    const [tabs, fetched, processed] = (await run(script)) as string[];
    assert.match(tabs ?? "", /g\.tabs\.openTab is not available/);
    assert.match(fetched ?? "", /fetch/);
    assert.match(processed ?? "", /process/);
  });
});
