/** The types of g in an editor: the scripts that we show people have no error in them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { guidon } from "../support/guidon.ts";
import { createWorkspace, type TestWorkspace } from "../support/workspace.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

describe("The typings of g", function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = createWorkspace({ "g.d.ts": read("runtime/run/g.d.ts") })));
  afterEach(() => workspace.dispose());

  /** What tsc says of all scripts of the workspace. */
  async function check(...libs: string[]): Promise<string> {
    const { folder } = workspace;
    workspace.write("tsconfig.json", {
      compilerOptions: {
        lib: ["es2024", ...libs],
        types: [],
        noEmit: true,
        allowJs: true,
        checkJs: true,
        noImplicitAny: false,
        module: "esnext",
        moduleResolution: "bundler",
        allowImportingTsExtensions: true,
      },
    });
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const run = promisify(execFile)(process.execPath, [tsc, "-p", folder]);
    return run.then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout || String(error),
    );
  }
  /** Every script has a main of its own, which is no clash in modules. */
  const add = (file: string, script: string): void => workspace.write(file, `${script}\nexport {};\n`);

  it("fit the scripts of the examples, of the README and of guidon init", async () => {
    for (const file of globSync("examples/scripts/**/*.{js,ts}", { cwd: root })) add(file, read(file));
    const shown = [...read("README.md").matchAll(/```js\n(.*?async function main.*?)```/gs)].map(
      ([, script]) => script,
    );
    assert.ok(shown.length > 0);
    for (const [at, script] of shown.entries()) add(`readme-${at}.js`, script ?? "");
    const made = await guidon(["init"], { cwd: workspace.folder, env: workspace.environment() });
    assert.equal(made.code, 0);
    for (const name of ["word-count", "page-summary"]) {
      add(`init-${name}.js`, readFileSync(join(workspace.folder, "scripts", `${name}.js`), "utf8"));
      workspace.write(`scripts/${name}.js`, "");
    }
    assert.equal(await check(), "");
  });

  it("go together with the types of the web, and find a slip", async () => {
    add("signal.js", 'g.tool.signal.addEventListener("abort", () => g.log(document.title));');
    assert.equal(await check("dom"), "");
    add("slip.js", 'await g.dom.waitForElement("#a", { stat: "attached" });');
    assert.match(await check("dom"), /slip\.js.*'stat'/);
  });
});
