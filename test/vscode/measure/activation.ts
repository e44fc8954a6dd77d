/**
 * How long Guidon holds up the start of a window: `node test/vscode/measure/activation.ts [10]`, after `npm run package`.
 * Prints VS Code's own count, in ms, of loading the extension's code and calling its activate(), for each window, and the median.
 */
import { join } from "node:path";
import { makeFolders } from "../support/folders.ts";
import { runInside } from "../support/insideRun.ts";
import { startVsCode } from "../support/vscodeServer.ts";

const count = Number(process.argv[2] ?? 10);
const server = await startVsCode({ takesTests: true });
try {
  const { tools } = makeFolders(server);
  const sums: number[] = [];
  while (sums.length < count) {
    const [told] = await runInside(server, {
      files: [join(import.meta.dirname, "activation.inside.ts")],
      folder: tools,
    });
    const [load = NaN, call = NaN] = (told?.title ?? "").split(" ").map(Number);
    sums.push(load + call);
    console.log(`load ${load} ms, activate ${call} ms`);
  }
  console.log(`median of ${count}: ${sums.toSorted((a, b) => a - b)[Math.floor(count / 2)]} ms`);
} finally {
  await server.stop();
}
