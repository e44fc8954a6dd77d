/** Runs mocha tests inside the extension host of a real VS Code, next to the installed Guidon. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { formatWithOptions } from "node:util";
import { build, type Plugin } from "esbuild";
import Mocha from "mocha";
import { openWorkbench } from "./workbench.ts";
import type { VsCodeServer } from "./vscodeServer.ts";

export interface InsideTest {
  /** Of the describes around it, outermost first. */
  suites: string[];
  title: string;
  state: "passed" | "failed" | "pending";
  ms: number;
  /** Of a failure. */
  message?: string;
  stack?: string;
}

export interface InsideOptions {
  /** Test files, absolute; names end in .inside.ts. */
  files: string[];
  /** Absolute; one of the two, or neither for an empty window. */
  folder?: string;
  workspace?: string;
  timeoutMs?: number;
}

/** @throws Error when the tests did not come to their end */
export async function runInside(server: VsCodeServer, options: InsideOptions): Promise<InsideTest[]> {
  const folder = mkdtempSync(join(server.root, "inside-"));
  const tests = await bundleTests(join(folder, "tests"), options.files);
  const report = join(folder, "report.json");
  const extension = join(folder, "extension");
  mkdirSync(extension);
  // The tests belong to an extension that does nothing: Guidon is the installed one.
  const nothing = { name: "tests", publisher: "guidon-tests", version: "1.0.0", engines: { vscode: "*" } };
  writeFileSync(join(extension, "package.json"), JSON.stringify(nothing));
  const at = (path: string): string => `vscode-remote://127.0.0.1:${server.port}${path}`;
  const lines: string[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const workbench = await openWorkbench(server, {
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    ...(options.workspace === undefined ? {} : { workspace: options.workspace }),
    payload: [
      ["extensionDevelopmentPath", at(extension)],
      ["extensionTestsPath", at(tests)],
      ["extensionEnvironment", JSON.stringify({ GUIDON_TEST_REPORT: report })],
      ["skipWelcome", "true"],
      ["skipReleaseNotes", "true"],
    ],
    functions: {
      codeAutomationExit: end,
      codeAutomationLog: (_type, args) => void lines.push(formatWithOptions({ colors: false }, ...(args as unknown[]))),
    },
  });
  const timer = setTimeout(() => end("late"), options.timeoutMs ?? 120_000);
  try {
    const how = await ended;
    if (how === "late") {
      await workbench.screenshot(`late-${basename(options.folder ?? "window")}`);
      throw new Error(`The tests inside VS Code did not end. Its last lines:\n${lines.slice(-40).join("\n")}`);
    }
    return JSON.parse(readFileSync(report, "utf8")) as InsideTest[];
  } finally {
    clearTimeout(timer);
    await workbench.close();
  }
}

/** Tests that mocha shows as its own, of what ran inside: a suite for each describe. */
export function addTests(parent: Mocha.Suite, tests: InsideTest[]): void {
  for (const { suites, title, state, message, stack } of tests) {
    let suite = parent;
    for (const name of suites)
      suite = suite.suites.find((each) => each.title === name) ?? Mocha.Suite.create(suite, name);
    const run = (): void => {
      if (state === "failed") throw Object.assign(new Error(message), { stack });
    };
    suite.addTest(state === "pending" ? new Mocha.Test(title) : new Mocha.Test(title, run));
  }
}

/** @returns the program that VS Code runs */
async function bundleTests(outdir: string, files: string[]): Promise<string> {
  const support = join(import.meta.dirname, "insideEntry.ts");
  await build({
    entryPoints: [support, ...files],
    outdir,
    outbase: join(import.meta.dirname, ".."),
    outExtension: { ".js": ".cjs" },
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    sourcemap: "inline",
    external: ["vscode"],
    plugins: [mochaHere],
    logLevel: "warning",
  });
  return join(outdir, "insideEntry.cjs");
}

/** The one mocha of this checkout, which the bundles outside of it would not find. */
const mochaHere: Plugin = {
  name: "mocha",
  setup({ onResolve }) {
    const path = createRequire(import.meta.url).resolve("mocha");
    onResolve({ filter: /^mocha$/ }, () => ({ path, external: true }));
  },
};
