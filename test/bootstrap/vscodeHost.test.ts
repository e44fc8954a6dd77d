import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { vscodeFolder, vscodeHost, whyNoVsCode } from "../../bootstrap/vscodeHost.mjs";

describe("The VS Code of tests", () => {
  it("runs on Linux with glibc, and says so elsewhere", () => {
    assert.equal(whyNoVsCode("linux", "x64", false), undefined);
    assert.equal(whyNoVsCode("linux", "arm64", false), undefined);
    assert.match(whyNoVsCode("linux", "x64", true) ?? "", /this is linux on x64 with musl$/);
    assert.match(whyNoVsCode("darwin", "arm64", false) ?? "", /this is darwin on arm64$/);
  });

  it("is kept under its version and a hash of how it is put together", () => {
    assert.match(basename(vscodeFolder()), /^vscode-host-\d+\.\d+\.\d+-[0-9a-f]{8}$/);
  });

  it("is whole where it is there", function () {
    if (whyNoVsCode() !== undefined || !existsSync(vscodeFolder())) return;
    const { node, server } = vscodeHost();
    assert.deepEqual([existsSync(node), existsSync(server)], [true, true]);
  });
});
