/** The error of a run that used up its memory: child and runtime can each be the one who notices. */
import type { ErrorData } from "./guest.ts";

export function memoryLimitError(memoryMb: number): ErrorData {
  return {
    name: "ToolError",
    code: "MemoryLimit",
    message: `The script ran out of memory: it may use ${memoryMb} MB`,
    hint: "Keep less at a time: page through lists, and do not collect whole pages or files",
    retryable: false,
  };
}
