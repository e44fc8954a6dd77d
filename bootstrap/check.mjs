// `npm run check`: everything about the sources that needs no run of them. All checks run, whichever fails.
import { run, tool } from "./step.mjs";

/** Every source and text of ours; not what tests read as it is. */
const FORMATTED = ["**/*.{ts,mjs,js,json,jsonc,md}", "!**/fixtures/**", "!test/cases/{pages,reports,workspaces}/**"];

const CHECKS = [
  { title: "types", tool: ["typescript", "tsc"], args: ["-p", "."] },
  { title: "types of the webviews", tool: ["typescript", "tsc"], args: ["-p", "webview-ui"] },
  { title: "types of the code inside the isolate", tool: ["typescript", "tsc"], args: ["-p", "runtime/sandbox/guest"] },
  { title: "lint", tool: ["oxlint", "oxlint"], args: ["--type-aware", "--deny-warnings"] },
  { title: "format", tool: ["prettier", "prettier"], args: ["--check", ...FORMATTED] },
  { title: "unused code and dependencies", tool: ["knip", "knip"], args: ["--config", ".ci/knip.jsonc"] },
];

const print = (text) => void process.stdout.write(`${text}\n`);

/** @param files default: all. @returns the exit code. */
export const format = (files) =>
  run(process.execPath, [...tool("prettier", "prettier"), "--write", ...(files.length > 0 ? files : FORMATTED)]);

/** @returns an exit code: 1 when a check failed. */
export async function check() {
  let failed = 0;
  for (const { title, tool: program, args } of CHECKS) {
    const output = [];
    const began = Date.now();
    const code = await run(process.execPath, [...tool(...program), ...args], { onOutput: (text) => output.push(text) });
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    print(`${code === 0 ? "✓" : "✗"} ${title} (${seconds} s)`);
    if (code === 0) continue;
    failed += 1;
    print(output.join("").trimEnd());
  }
  print(`${CHECKS.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
