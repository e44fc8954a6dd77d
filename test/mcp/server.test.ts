import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { silentLog } from "../../runtime/log.ts";
import { createMcpServer } from "../../runtime/mcp/server.ts";

describe("The MCP server", () => {
  it("calls a fault of Guidon one, and does not ask to try again", async () => {
    const server = createMcpServer({ openRuntime: () => Promise.reject(new TypeError("a fault")), log: silentLog });
    const client = new Client({ name: "test", version: "1" });
    const [one, other] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(one), client.connect(other)]);
    const { isError, content } = await client.callTool({ name: "GetWorkspaceTools", arguments: {} });
    assert.equal(isError, true);
    const [first] = content;
    assert.match(first?.type === "text" ? first.text : "", /a fault\nCode: Internal$/);
    await client.close();
  });
});
