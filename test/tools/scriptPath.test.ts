import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorCode } from "../../runtime/errors.ts";
import { loadScript } from "../../runtime/tools/script.ts";
import { MAIN, refused, run, scriptBench } from "./scriptSupport.ts";

describe("where a script may stand", () => {
  const bench = scriptBench();
  const { load } = bench;

  const paths: [string, ErrorCode, RegExp][] = [
    ["../o.js", "InvalidPath", /goes up/],
    ["scripts/../../o.js", "InvalidPath", /goes up/],
    ["a\\..\\..\\o.js", "InvalidPath", /goes up/],
    ["/etc/passwd", "InvalidPath", /absolute/],
    ["C:\\x.js", "InvalidPath", /absolute/],
    ["C:x.js", "InvalidPath", /absolute/],
    ["\\\\srv\\share\\x.js", "InvalidPath", /absolute/],
    ["//srv/share/x.js", "InvalidPath", /absolute/],
    ["file:///x.js", "InvalidPath", /absolute/],
    ["https://a.test/x.js", "InvalidPath", /absolute/],
    ["a\0.js", "InvalidPath", /control character/],
    ["a\n.js", "InvalidPath", /control character/],
    ["x".repeat(5000) + ".js", "InvalidPath", /1024 characters/],
    ["scripts", "InvalidPath", /not a \.js/],
    ["scripts/none.js", "NotFound", /scripts\/none\.js does not exist/],
    ["scripts/ok.js/x.js", "NotFound", /does not exist/],
    ["scripts/OK.js", "NotFound", /does not exist/],
  ];
  for (const [path, code, text] of paths) {
    it(`refuses the path ${JSON.stringify(path.slice(0, 40))}`, async () => {
      bench.workspace.write("scripts/ok.js", MAIN);
      await refused(code, loadScript(bench.workspace.folder, path), text);
    });
  }

  it("takes backslashes, ./ and every name that a file can have", async () => {
    for (const name of ["scripts/ok.js", "scripts/búsqueda 1.js", "scripts/50% #1.js"]) {
      bench.workspace.write(name, MAIN);
      assert.equal(await run(await loadScript(bench.workspace.folder, name)), 1);
    }
    assert.equal((await loadScript(bench.workspace.folder, ".\\scripts\\ok.js")).file, "scripts/ok.js");
  });

  const places: [string, (path: string, outside: string) => void, ErrorCode, RegExp][] = [
    ["a link to a file outside", (path, outside) => symlinkSync(outside, path), "InvalidPath", /leads out/],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path), "InvalidPath", /leads out/],
    ["a link to itself", (path) => symlinkSync(path, path), "InvalidPath", /itself/],
    ["a folder", (path) => mkdirSync(path), "InvalidPath", /not a file/],
    ["a pipe", (path) => execFileSync("mkfifo", [path]), "InvalidPath", /not a file/],
    ["2 MiB", (path) => (writeFileSync(path, ""), truncateSync(path, 2 << 20)), "ScriptError", /larger than 1 MiB/],
    ["not UTF-8", (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0xc3])), "ScriptError", /UTF-8/],
  ];
  for (const [title, make, code, text] of places) {
    it(`refuses a script that is ${title}`, async () => {
      const outside = join(bench.workspace.home, "outside.js");
      writeFileSync(outside, MAIN);
      bench.workspace.write("scripts/keep.js", MAIN);
      make(join(bench.workspace.folder, "scripts", "t.js"), outside);
      const error = await refused(code, loadScript(bench.workspace.folder, "scripts/t.js"), text);
      assert.ok(!error.message.includes(bench.workspace.home));
    });
  }

  it("refuses a script in a linked folder outside, and takes links inside", async () => {
    writeFileSync(join(bench.workspace.home, "t.js"), MAIN);
    bench.workspace.write("real/t.js", MAIN);
    symlinkSync(bench.workspace.home, join(bench.workspace.folder, "out"));
    symlinkSync(join(bench.workspace.folder, "real"), join(bench.workspace.folder, "in"));
    await refused("InvalidPath", loadScript(bench.workspace.folder, "out/t.js"), /leads out/);
    assert.equal((await loadScript(bench.workspace.folder, "in/t.js")).file, "in/t.js");
  });

  it("refuses imports that lead out of the folder, by path, link, or a package above", async () => {
    writeFileSync(join(bench.workspace.home, "secret.js"), "export default 1;");
    mkdirSync(join(bench.workspace.folder, "scripts"));
    symlinkSync(join(bench.workspace.home, "secret.js"), join(bench.workspace.folder, "scripts", "link.js"));
    mkdirSync(join(bench.workspace.folder, "..", "node_modules", "above"), { recursive: true });
    writeFileSync(join(bench.workspace.folder, "..", "node_modules", "above", "index.js"), "module.exports = 1;");
    for (const specifier of ["../../home/secret.js", "./link.js", "above", join(bench.workspace.home, "secret.js")]) {
      await refused(
        "InvalidPath",
        load(`import x from ${JSON.stringify(specifier)};\n${MAIN}`),
        /leads out of the workspace folder/,
      );
    }
  });

  it("refuses to import a pipe or a file that is too large", async () => {
    mkdirSync(join(bench.workspace.folder, "scripts"));
    execFileSync("mkfifo", [join(bench.workspace.folder, "scripts", "pipe.js")]);
    await refused("ScriptError", load('import "./pipe.js";\n' + MAIN), /pipe\.js/);
    writeFileSync(join(bench.workspace.folder, "scripts", "large.js"), Buffer.alloc(2 << 20, 32));
    await refused("ScriptError", load('import "./large.js";\n' + MAIN), /large\.js is larger than 1 MiB/);
  });
});
