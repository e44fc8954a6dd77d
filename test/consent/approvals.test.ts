import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApprovals } from "../../runtime/consent/approvals.ts";
import { describePermissions } from "../../runtime/consent/describe.ts";
import type { WorkspaceTool } from "../../runtime/contract/tools.ts";

const tool: WorkspaceTool = {
  name: "t",
  mcpName: "w_t",
  description: "d",
  script: "scripts/t.js",
  parameters: { type: "object", properties: {} },
  annotations: {},
  headers: { Authorization: "Bearer {{TOK}}" },
  enabled: true,
  confirm: "never",
  permissions: [],
  examples: [],
  at: { line: 1, column: 1, endLine: 1, endColumn: 1 },
};

describe("Approvals", () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), "guidon-approvals-"))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it("hold for the tool as it was, in that folder only", async () => {
    const approvals = createApprovals(dataDir);
    assert.equal(approvals.state("/a", tool, "h1"), "new");
    await approvals.approve("/a", [{ tool, scriptHash: "h1" }]);
    assert.equal(approvals.state("/a", tool, "h1"), "approved");
    assert.equal(createApprovals(dataDir).state("/a", tool, "h1"), "approved", "they last");
    assert.equal(approvals.state("/b", tool, "h1"), "new");
  });

  for (const name of ["__proto__", "constructor", "toString"])
    it(`know a tool by its name alone, also one that is named ${name}`, async () => {
      const approvals = createApprovals(dataDir);
      const odd = { ...tool, name };
      await approvals.approve("/a", [{ tool, scriptHash: "h1" }]);
      assert.equal(approvals.state("/a", odd, "h1"), "new");
      await approvals.approve("/a", [
        { tool, scriptHash: "h1" },
        { tool: odd, scriptHash: "h1" },
      ]);
      assert.equal(approvals.state("/a", odd, "h1"), "approved");
      assert.equal(approvals.state("/a", odd, "h2"), "changed");
    });

  it("keep what is approved for two folders at once", async () => {
    await Promise.all(
      ["/a", "/b", "/c"].map((folder) => createApprovals(dataDir).approve(folder, [{ tool, scriptHash: "h1" }])),
    );
    for (const folder of ["/a", "/b", "/c"])
      assert.equal(createApprovals(dataDir).state(folder, tool, "h1"), "approved", folder);
  });

  const changes: [what: string, changed: WorkspaceTool, hash: string][] = [
    ["the script", tool, "h2"],
    ["the description", { ...tool, description: "other" }, "h1"],
    ["a header", { ...tool, headers: { Authorization: "{{OTHER}}" } }, "h1"],
    ["allowedHosts", { ...tool, allowedHosts: ["evil.example"] }, "h1"],
    ["a permission", { ...tool, permissions: ["workspace.write"] }, "h1"],
  ];
  for (const [what, changed, hash] of changes)
    it(`end when ${what} changes`, async () => {
      const approvals = createApprovals(dataDir);
      await approvals.approve("/a", [{ tool, scriptHash: "h1" }]);
      assert.equal(approvals.state("/a", changed, hash), "changed");
    });

  it("outlive a move inside tools.json, a new timeout, and another order of fields", async () => {
    const approvals = createApprovals(dataDir);
    await approvals.approve("/a", [{ tool, scriptHash: "h1" }]);
    const { name, ...rest } = { ...tool, at: { ...tool.at, line: 9 }, timeoutMs: 5000 };
    assert.equal(approvals.state("/a", { ...rest, name }, "h1"), "approved");
  });

  it("are private to the user, and a damaged file approves nothing", async () => {
    const approvals = createApprovals(dataDir);
    await approvals.approve("/a", [{ tool, scriptHash: "h1" }]);
    const file = join(dataDir, "approvals.json");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    writeFileSync(file, "{");
    assert.equal(approvals.state("/a", tool, "h1"), "new");
  });

  it("say where each secret may go", () => {
    const script = { literalHosts: ["api.example.com"], inputs: ["scripts/t.js"] };
    assert.deepEqual(describePermissions(tool, script), [
      "runs scripts/t.js",
      "sends the secret TOK (header Authorization) to api.example.com",
      "its script names the hosts api.example.com",
    ]);
    assert.match(describePermissions({ ...tool, allowedHosts: ["x.example"] }, script)[1] ?? "", /to x\.example$/);
  });
});
