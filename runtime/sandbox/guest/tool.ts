/** g.tool: what a script knows of its call. */
import { createAbortController, type AbortSignalLike } from "./abort.ts";
import type { HostCalls } from "./hostCalls.ts";
import { append, freeze, keys, max, now, parse } from "./primordials.ts";
import { ToolError } from "./toolError.ts";

export interface ToolState {
  /** Members of g.tool; read at each access, since the object is built before the run is known. */
  readonly members: Record<string, (() => unknown) | ((...args: never[]) => unknown)>;
  readonly values: Record<string, () => unknown>;
  /** @param leftMs Less than the tool's timeoutMs where the run had to wait before it began. */
  begin(toolJson: string, leftMs: number | undefined): void;
  abort(reason: string): void;
  remainingMs(): number;
}

interface ToolInfo {
  name: string;
  argsJson: string;
  callId: string;
  origin: string;
  timeoutMs: number;
}

export function createToolState(calls: HostCalls): ToolState {
  let tool: ToolInfo = { name: "", argsJson: "{}", callId: "", origin: "Mcp", timeoutMs: 0 };
  let args: unknown = {};
  let deadline = now();
  let controller: ReturnType<typeof createAbortController> | undefined;
  let canceled = "";

  function signal(): AbortSignalLike {
    if (controller === undefined) {
      controller = createAbortController();
      if (canceled !== "") controller.abort(endReason(canceled));
    }
    return controller.signal;
  }

  function remainingMs(): number {
    return max(0, deadline - now());
  }

  /** Tells the caller how far the run is. Needs no await. */
  function reportProgress(message: unknown, progress?: { current?: number; total?: number }): Promise<unknown> {
    return calls.call("tool.reportProgress", [message, progress], reportProgress);
  }

  /** Ends the run with an own error. */
  function fail(code: unknown, message: unknown, fields?: { hint?: string; details?: unknown }): never {
    throw new ToolError(code as string, message === undefined ? (code as string) : (message as string), {
      hint: fields?.hint,
      details: fields?.details,
    });
  }

  return {
    values: {
      name: () => tool.name,
      args: () => args,
      callId: () => tool.callId,
      origin: () => tool.origin,
      timeoutMs: () => tool.timeoutMs,
      signal,
    },
    members: { remainingMs, isCanceled: () => canceled !== "", reportProgress, fail },
    begin(toolJson, leftMs) {
      tool = parse(toolJson) as ToolInfo;
      args = freezeDeep(parse(tool.argsJson));
      deadline = now() + (leftMs ?? tool.timeoutMs);
      controller = undefined;
      canceled = "";
    },
    abort(reason) {
      canceled = reason;
      controller?.abort(endReason(reason));
    },
    remainingMs,
  };
}

function endReason(code: string): ToolError {
  return new ToolError(code, code === "Timeout" ? "The run reached its deadline" : "The run was canceled");
}

function freezeDeep(root: unknown): unknown {
  const list = [root];
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (typeof item !== "object" || item === null) continue;
    freeze(item);
    const names = keys(item);
    for (let n = 0; n < names.length; n++) append(list, (item as Record<string, unknown>)[names[n] ?? ""]);
  }
  return root;
}
