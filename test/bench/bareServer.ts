/** The least that an MCP server on the same SDK can do: one tool that answers with a constant. Bundled like guidon.js. */
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const inputSchema = { type: "object" as const, properties: { name: { type: "string" } } };

serveStdio(() => {
  const server = new Server({ name: "bare", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [{ name: "echo", description: "Answers.", inputSchema }] }));
  server.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "1" }] }));
  return server;
});
process.stdin.on("end", () => process.exit(0));
