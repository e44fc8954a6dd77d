/** A tool with some parameters, and what its arguments become. */
import assert from "node:assert/strict";
import type { JsonObject, WorkspaceTool } from "../../runtime/contract/tools.ts";
import { ToolError } from "../../runtime/errors.ts";
import { createArgumentChecker } from "../../runtime/tools/arguments.ts";
import { parseTools } from "../../runtime/tools/toolsFile.ts";

export const checker = createArgumentChecker();

export function toolWith(parameters: JsonObject, more: JsonObject = {}): WorkspaceTool {
  const entry = { name: "tool", description: "d", script: "s.js", parameters, ...more };
  const read = parseTools(JSON.stringify({ tools: [entry] }), "test");
  assert.ok("tools" in read);
  const [tool] = read.tools;
  assert.ok(tool, JSON.stringify(read.problems));
  return tool;
}

export function properties(props: JsonObject, required: string[] = [], more: JsonObject = {}): JsonObject {
  return { type: "object", properties: props, required, ...more };
}

export function accepts(parameters: JsonObject, args: unknown): JsonObject {
  return checker.check(toolWith(parameters), args).args;
}

export function refuses(parameters: JsonObject, args: unknown, ...texts: (string | RegExp)[]): ToolError {
  try {
    const { args: taken } = checker.check(toolWith(parameters), args);
    assert.fail(`was taken: ${JSON.stringify(taken)}`);
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    assert.equal(error.code, "InvalidArgument", error.message);
    for (const text of texts) {
      if (typeof text === "string") assert.ok(error.message.includes(text), `${text} is not in: ${error.message}`);
      else assert.match(error.message, text);
    }
    assert.doesNotMatch(error.message + error.hint, /node_modules|at Object\./);
    return error;
  }
}
