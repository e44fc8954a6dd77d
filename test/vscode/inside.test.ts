/** The tests of inside/: each folder there is one window of a real VS Code, with the packaged Guidon in it. */
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { addTests, runInside, type InsideTest } from "./support/insideRun.ts";
import { needVsCode, startVsCode, type VsCodeOptions, type VsCodeServer } from "./support/vscodeServer.ts";
import { makeFolders, type Folders } from "./support/folders.ts";

interface Window extends VsCodeOptions {
  /** Its folder in inside/. */
  name: string;
  title: string;
  open: (folders: Folders) => { folder: string } | { workspace: string } | Record<string, never>;
}

const WINDOWS: Window[] = [
  { name: "tools", title: "a folder with tools", open: ({ tools }) => ({ folder: tools }) },
  {
    name: "restricted",
    title: "a folder that is not trusted",
    open: ({ tools }) => ({ folder: tools }),
    trusted: false,
    settings: { "security.workspace.trust.startupPrompt": "never" },
  },
  { name: "bothFolders", title: "a workspace of two folders", open: ({ both }) => ({ workspace: both }) },
  {
    name: "empty",
    title: "an empty folder",
    open: ({ empty }) => ({ folder: empty }),
    environment: { PATH: "/usr/bin:/bin" },
  },
];

for (const { name, title, open, ...options } of WINDOWS)
  describe(`Inside VS Code, in ${title}`, () => {
    let server: VsCodeServer | undefined;
    let tests: InsideTest[] = [];

    before(async function () {
      needVsCode(this);
      this.timeout(240_000);
      server = await startVsCode({ ...options, takesTests: true });
      const files = globSync(join(import.meta.dirname, "inside", name, "*.inside.ts"));
      tests = await runInside(server, { files, ...open(makeFolders(server)) });
      // Mocha shows and counts each as its own, after this file's one.
      if (this.test?.parent) addTests(this.test.parent, tests);
    });

    after(() => server?.stop());

    it("tests run to their end", () => {
      assert.ok(tests.length > 0);
    });
  });
