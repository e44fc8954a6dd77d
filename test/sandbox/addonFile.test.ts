import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ToolError } from "../../runtime/errors.ts";
import { currentTarget, findAddonFile } from "../../runtime/run/addonFile.ts";

describe("the native part of the sandbox", () => {
  let dir: string;
  before(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), "guidon-addon-test-")));
    for (const file of [
      "prebuilds/linux-x64/isolated-vm.abi147.glibc.node",
      "prebuilds/linux-x64/isolated-vm.abi147.musl.node",
      "prebuilds/darwin-arm64/isolated-vm.abi147.node",
    ]) {
      await mkdir(dirname(join(dir, file)), { recursive: true });
      await writeFile(join(dir, file), "");
    }
  });
  after(() => rm(dir, { recursive: true, force: true }));

  const linux = { platform: "linux", arch: "x64", abi: "147", libc: "glibc" } as const;

  it("is found for this machine", () => {
    assert.match(findAddonFile(), /isolated[-_]vm.*\.node$/);
  });

  it("is chosen by platform, ABI and C library", () => {
    assert.equal(findAddonFile(linux, dir), join(dir, "prebuilds/linux-x64/isolated-vm.abi147.glibc.node"));
    assert.equal(
      findAddonFile({ ...linux, libc: "musl" }, dir),
      join(dir, "prebuilds/linux-x64/isolated-vm.abi147.musl.node"),
    );
    const mac = { platform: "darwin", arch: "arm64", abi: "147", libc: "glibc" } as const;
    assert.equal(findAddonFile(mac, dir), join(dir, "prebuilds/darwin-arm64/isolated-vm.abi147.node"));
  });

  it("says what to run when there is none", () => {
    assert.throws(
      () => findAddonFile({ ...linux, abi: "115" }, dir),
      (error) =>
        error instanceof ToolError &&
        error.code === "Unavailable" &&
        /ABI 115/.test(error.message) &&
        /Node 26 or 24/.test(error.hint ?? ""),
    );
  });

  it("may be compiled on the machine", async () => {
    const built = join(dir, "build/Release/isolated_vm.node");
    await mkdir(dirname(built), { recursive: true });
    await writeFile(built, "");
    assert.equal(findAddonFile({ ...linux, abi: "115" }, dir), built);
    await rm(join(dir, "build"), { recursive: true });
  });

  it("names the C library of Linux", () => {
    assert.ok(["glibc", "musl"].includes(currentTarget().libc));
  });
});
