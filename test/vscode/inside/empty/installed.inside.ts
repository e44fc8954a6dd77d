import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import { fileUri } from "../../support/inside.ts";
import { approve, execute, startServer } from "../../support/insideMcp.ts";

/** The window has no Node on its PATH that fits, and a home in which nothing is. */
describe("The installed VSIX, and nothing else", function () {
  this.timeout(60_000);
  let site: Server;

  before(async () => {
    site = createServer((_request, response) => {
      response.setHeader("content-type", "text/html").end("<title>A page</title><h1>Of the test</h1>");
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    const files = {
      "tools.json": JSON.stringify({
        tools: [
          { name: "typed", description: "Imports a TypeScript file.", script: "scripts/typed.ts" },
          { name: "page", description: "Reads a page.", script: "scripts/page.js" },
        ],
      }),
      "scripts/typed.ts": 'import { double } from "./double.ts";\nexport const main = (): number => double(21);',
      "scripts/double.ts": "export const double = (value: number): number => value * 2;",
      "scripts/page.js": `async function main() {
  await g.nav.navigateToUrl("http://127.0.0.1:${(site.address() as AddressInfo).port}/");
  return g.dom.getText("h1");
}`,
    };
    for (const [path, text] of Object.entries(files))
      await vscode.workspace.fs.writeFile(fileUri(path), Buffer.from(text));
    await startServer();
  });

  after(async () => {
    site.close();
    await once(site, "close");
  });

  it("bundles and runs a script of several TypeScript files", async () => {
    await approve("typed");
    assert.match(await execute("typed"), /42/);
  });

  it("drives the browser of this machine", async () => {
    await approve("page");
    assert.match(await execute("page"), /Of the test/);
  });
});
