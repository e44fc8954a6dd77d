/** In place of a language model: an endpoint of the chat completions form that makes the given calls of tools, one after another. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ScriptedCall {
  /** End of the tool's name, as the client gives it. */
  tool: string;
  args: object;
}

export interface ScriptedModel {
  readonly url: string;
  /** Names of the tools that it was offered. */
  offered(): string[];
  stop(): Promise<void>;
}

interface ChatRequest {
  model: string;
  messages: { role: string; content?: unknown; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
}

/** @param calls made in this order; then the model says "The tools said: " and the last result. */
export async function startScriptedModel(calls: ScriptedCall[]): Promise<ScriptedModel> {
  let offered: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { model, messages, tools = [] } = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
    const names = tools.map((tool) => tool.function.name);
    if (names.length > 0) offered = names;
    const head = { id: "scripted", object: "chat.completion.chunk", created: 1, model };
    const delta = deltaOf(names, messages);
    const choices = [
      { index: 0, delta: { role: "assistant", ...delta }, finish_reason: null },
      { index: 0, delta: {}, finish_reason: "tool_calls" in delta ? "tool_calls" : "stop" },
    ];
    response.setHeader("content-type", "text/event-stream");
    for (const choice of choices) response.write(`data: ${JSON.stringify({ ...head, choices: [choice] })}\n\n`);
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    response.end(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\ndata: [DONE]\n\n`);
  }

  /** It keeps no state: the conversation says how far the script has come. */
  function deltaOf(names: string[], messages: ChatRequest["messages"]): object {
    // Asked for a title, or the like.
    if (names.length === 0) return { content: "ok" };
    const call = calls[messages.flatMap((message) => message.tool_calls ?? []).length];
    if (!call) {
      const last = messages.findLast(({ role }) => role === "tool")?.content;
      return { content: `The tools said: ${typeof last === "string" ? last : JSON.stringify(last)}` };
    }
    const name = names.find((each) => each.endsWith(call.tool));
    if (!name) return { content: `There is no ${call.tool} among ${names.join(", ")}` };
    const made = { name, arguments: JSON.stringify(call.args) };
    return { tool_calls: [{ index: 0, id: `call-${messages.length}`, type: "function", function: made }] };
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offered: () => offered,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
