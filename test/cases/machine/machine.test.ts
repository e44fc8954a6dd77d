import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { caseOf } from "../caseFiles.ts";
import { createCaseQueue } from "../caseQueue.ts";
import type { CaseQueue } from "../caseQueue.ts";
import type { Case } from "../types.ts";
import { installWithBrokenKeychain } from "./brokenKeychain.ts";

const SECRET_HEADER: Case = {
  id: "SEC-09 with a secret",
  group: "secrets",
  title: "A tool that needs a secret",
  level: "must",
  given: {
    files: {
      "tools.json": {
        tools: [
          { name: "t", description: "t", script: "scripts/t.js", headers: { Authorization: "Bearer {{API_TOKEN}}" } },
          { name: "after", description: "after", script: "scripts/after.js" },
        ],
      },
      "scripts/t.js":
        'async function main() { return (await g.http.makeHttpRequest({ url: "%MAIN%/api/echo" })).status; }\n',
      "scripts/after.js": 'async function main() { return "alive"; }\n',
    },
  },
  when: [
    { do: "call", as: "c1", tool: "t", args: {} },
    { do: "call", as: "z", tool: "after", args: {} },
  ],
  // oxlint-disable-next-line unicorn/no-thenable -- as in the case files
  then: [
    { of: "c1", outcome: "toolError", textIncludes: ["API_TOKEN", "keychain"], maxMs: 8000 },
    { of: "z", outcome: "ok", result: "alive" },
  ],
};

describe("on another machine", function () {
  this.timeout(120_000);
  let queue: CaseQueue;

  before(async () => (queue = await createCaseQueue(1)));
  after(() => queue.dispose());

  it("ENV-08: No browser, no display, root user", async () => {
    const preload = pathToFileURL(path.join(import.meta.dirname, "withoutBrowser.mjs")).href;
    assert.deepEqual(await queue.run(caseOf("ENV-08"), { env: { NODE_OPTIONS: `--import=${preload}` } }), []);
  });

  describe("whose native keychain module does not load", () => {
    let installed: ReturnType<typeof installWithBrokenKeychain>;

    before(() => (installed = installWithBrokenKeychain()));
    after(() => installed.dispose());

    it("SEC-09: Native keychain module does not load", async () => {
      assert.deepEqual(await queue.run(caseOf("SEC-09"), { dist: installed.dist }), []);
    });

    it("a tool that needs a secret says that the keychain cannot be used, and the others work", async () => {
      assert.deepEqual(await queue.run(SECRET_HEADER, { dist: installed.dist }), []);
    });
  });
});
