/** VS Code calls `run` in its extension host: runs the bundled test files beside this one, and writes what came of each test. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";
import type { InsideTest } from "./insideRun.ts";

export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: "bdd", timeout: 30_000, reporter: Quiet, color: false });
  for (const file of readdirSync(__dirname)
    .filter((name) => name.endsWith(".inside.cjs"))
    .toSorted())
    mocha.addFile(join(__dirname, file));
  const tests: InsideTest[] = [];
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    const add = (test: Mocha.Test | Mocha.Hook, state: InsideTest["state"], error?: Error): void => {
      const suites = test.titlePath().slice(0, -1);
      const failure = error && { message: error.message, stack: error.stack ?? error.message };
      tests.push({ suites, title: test.title, state, ms: test.duration ?? 0, ...failure });
    };
    runner.on("pass", (test) => add(test, "passed"));
    runner.on("pending", (test) => add(test, "pending"));
    // Also of a hook, which then stands for the tests that did not run.
    runner.on("fail", (test, error: Error) => add(test, "failed", error));
  });
  writeFileSync(process.env["GUIDON_TEST_REPORT"] ?? "", JSON.stringify(tests));
}

class Quiet extends Mocha.reporters.Base {
  override epilogue(): void {}
}
