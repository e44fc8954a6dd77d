import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheDirectory } from "../../runtime/settings.ts";
import { nodeModule, root } from "./modules.ts";

const { cacheFolder, environmentFor, findNpm, fits, nodePackage } = nodeModule;

describe("The bootstrap's Node", () => {
  it("is the running one under Node 24 and 26, and another under Node 18, 20 and 22", () => {
    assert.deepEqual(
      ["137", "147", "108", "115", "127"].map((abi) => fits(abi)),
      [true, true, false, false, false],
    );
  });

  it("can be fetched for every platform that isolated-vm has a build for", () => {
    for (const prebuild of readdirSync(join(root, "node_modules/isolated-vm/prebuilds"))) {
      const [platform = "", arch = ""] = prebuild.split("-");
      const found = nodePackage(platform, arch);
      assert.match(found?.version ?? "", /^26\.\d+\.\d+$/, prebuild);
      assert.match(found?.integrity ?? "", /^sha512-/, prebuild);
      assert.equal(found?.program, platform === "win32" ? "bin/node.exe" : "bin/node");
    }
  });

  it("is not looked for where the sandbox does not run", () => {
    assert.equal(nodePackage("darwin", "x64"), undefined);
    assert.equal(nodePackage("aix", "ppc64"), undefined);
  });

  it("is kept in the folder that the runtime calls its cache", () => {
    for (const env of [{ HOME: "/home/ada" }, { HOME: "/home/ada", XDG_CACHE_HOME: "/cache" }, { LOCALAPPDATA: "/l" }])
      assert.equal(cacheFolder(process.platform, env), cacheDirectory(env));
  });

  it("has its cache folder where each system keeps caches", () => {
    assert.equal(cacheFolder("darwin", { HOME: "/Users/ada" }), join("/Users/ada", "Library", "Caches", "guidon"));
    assert.equal(cacheFolder("win32", { LOCALAPPDATA: "C:\\l" }), join("C:\\l", "guidon", "Cache"));
    assert.equal(
      cacheFolder("linux", { HOME: "/home/ada", XDG_CACHE_HOME: "" }),
      join("/home/ada", ".cache", "guidon"),
    );
  });
});

describe("The bootstrap's npm", () => {
  const only =
    (...paths: string[]) =>
    (path: string) =>
      paths.map((one) => join(one)).includes(join(path));

  it("is the one that runs the script", () => {
    assert.equal(findNpm({ npm_execpath: "/a/npm-cli.js" }, "/b/node", only("/a/npm-cli.js")), "/a/npm-cli.js");
  });

  it("is not yarn, pnpm or npx, also when they run the script", () => {
    const beside = "/usr/lib/node_modules/npm/bin/npm-cli.js";
    for (const other of ["/x/yarn.js", "/x/pnpm.cjs", "/x/npx-cli.js"])
      assert.equal(findNpm({ npm_execpath: other }, "/usr/bin/node", only(other, beside)), join(beside));
  });

  it("is found beside Node on Windows and in Debian's place, and undefined where there is none", () => {
    const windows = "/nodejs/node_modules/npm/bin/npm-cli.js";
    assert.equal(findNpm({}, "/nodejs/node.exe", only(windows)), join(windows));
    const debian = "/usr/share/nodejs/npm/bin/npm-cli.js";
    assert.equal(findNpm({}, "/usr/bin/node", only(debian)), join(debian));
    assert.equal(findNpm({}, "/usr/bin/node", only()), undefined);
  });
});

describe("The bootstrap's environment", () => {
  it("has Node's folder first on PATH, once, under the name that the system gave it", () => {
    const path = ["/usr/bin", "/n/bin", "/bin"].join(delimiter);
    const env = environmentFor("/n/bin/node", "/npm-cli.js", { Path: path, HOME: "/home/ada" });
    assert.deepEqual(env, {
      Path: ["/n/bin", "/usr/bin", "/bin"].join(delimiter),
      HOME: "/home/ada",
      npm_execpath: "/npm-cli.js",
    });
  });
});
