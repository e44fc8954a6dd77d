// `node bootstrap.mjs start|test|test:vscode|build|package|bench|docs|check|format|guidon …`: sets up what is missing, then runs the command.
// Plain JavaScript for Node 18 and later. Under a Node that the sandbox does not run on, it finds or fetches one that does and
// runs itself again with it; only then come dependencies, build and programs. What is there already costs a few stat calls.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, format } from "./bootstrap/check.mjs";
import { installAndBuild, packageVsix } from "./bootstrap/dependencies.mjs";
import { environmentFor, findNpm, fits, fittingNode } from "./bootstrap/node.mjs";
import { programsOfStart, programsOfTest } from "./bootstrap/programs.mjs";
import { root, run, say, Stop, tool } from "./bootstrap/step.mjs";
import { fetchVsCode, whyNoVsCode } from "./bootstrap/vscodeHost.mjs";

const self = fileURLToPath(import.meta.url);
const node = (...args) => run(process.execPath, args);

const VSCODE_TESTS = "test/vscode/**/*.test.ts";
const ALL_TESTS = "test/**/*.test.ts";

const COMMANDS = {
  start: { build: true, programs: programsOfStart, run: (args) => node("examples/demo.ts", ...args) },
  test: { build: true, programs: programsOfTest, run: (args, npm) => test(args, npm, ALL_TESTS) },
  "test:vscode": { build: true, programs: programsOfTest, run: (args, npm) => test(args, npm, VSCODE_TESTS) },
  build: { run: (args) => node("build.ts", ...args) },
  package: { build: true, run: (args) => node("build/package.ts", ...args) },
  bench: { build: true, programs: programsOfStart, run: (args) => node("test/bench/bench.ts", ...args) },
  docs: { run: (args) => node("runtime/run/typings.ts", ...args) },
  check: { build: true, run: check },
  format: { run: format },
  guidon: { build: true, keepFolder: true, run: (args) => node(join(root, "dist/guidon.js"), ...args) },
};

async function main([name = "", ...args]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Stop(`Say what to do: node bootstrap.mjs ${Object.keys(COMMANDS).join("|")}`, 2);
  const npm = findNpm(process.env, process.execPath);
  if (!fits(process.versions.modules)) {
    const other = await fittingNode(npm);
    return run(other, [self, name, ...args], { env: environmentFor(other, npm) });
  }
  Object.assign(process.env, environmentFor(process.execPath, npm));
  if (!command.keepFolder) process.chdir(root);
  await installAndBuild(npm, { build: command.build });
  await command.programs?.();
  return command.run(args, npm);
}

/** @param all what is run when the arguments name no test. In CI a skipped test is a failed one. */
async function test(args, npm, all) {
  const named = args.filter((arg) => !arg.startsWith("-"));
  if ((named.length === 0 || named.some((name) => name.includes("vscode"))) && whyNoVsCode() === undefined) {
    await fetchVsCode(npm);
    await packageVsix();
  }
  return node(
    ...tool("mocha", "mocha"),
    "--require",
    join(root, "bootstrap/leftOver.mjs"),
    ...(process.env.CI ? ["--forbid-only", "--forbid-pending"] : []),
    ...(process.stdout.isTTY ? [] : ["--no-color"]),
    ...(named.length > 0 ? [] : [all]),
    ...args,
  );
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof Stop ? error.message : error.stack);
  process.exitCode = error instanceof Stop ? error.exitCode : 1;
}
