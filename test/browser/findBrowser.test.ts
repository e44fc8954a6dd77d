import assert from "node:assert/strict";
import { findBrowser, type BrowserPlaces } from "../../runtime/browser/findBrowser.ts";

/** A machine on which only these files are there. */
function machine(files: string[], places: Partial<BrowserPlaces> = {}): BrowserPlaces {
  const names = (folder: string) => {
    const below = files.filter((file) => file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`));
    return [...new Set(below.map((file) => file.slice(folder.length + 1).split(/[\\/]/)[0] ?? ""))];
  };
  return {
    platform: "linux",
    environment: { PATH: "/usr/bin", HOME: "/home/ana" },
    cacheDir: "/cache",
    headless: true,
    isExecutable: (path) => files.includes(path),
    list: names,
    ...places,
  };
}

describe("finding a browser", () => {
  it("prefers the headless shell when headless, and Chrome when not", () => {
    const files = ["/usr/bin/google-chrome", "/usr/bin/chromium-headless-shell"];
    assert.deepEqual(findBrowser(machine(files)), { path: "/usr/bin/chromium-headless-shell", kind: "headless-shell" });
    assert.deepEqual(findBrowser(machine(files, { headless: false })), {
      path: "/usr/bin/google-chrome",
      kind: "chrome",
    });
  });

  it("takes Debian's program rather than its shell script, whose process is not the browser", () => {
    const found = findBrowser(
      machine(["/usr/bin/chromium-headless-shell", "/usr/lib/chromium/chromium-headless-shell"]),
    );
    assert.deepEqual(found, { path: "/usr/lib/chromium/chromium-headless-shell", kind: "headless-shell" });
  });

  it("takes what GUIDON_BROWSER names, before the setting", () => {
    const environment = { PATH: "/usr/bin", GUIDON_BROWSER: "/opt/a/chrome" };
    const found = findBrowser(
      machine(["/opt/a/chrome", "/opt/b/chrome", "/usr/bin/chromium"], {
        environment,
        executablePath: "/opt/b/chrome",
      }),
    );
    assert.deepEqual(found, { path: "/opt/a/chrome", kind: "chrome" });
  });

  it("takes what the setting names, also a mere name on the PATH", () => {
    assert.deepEqual(findBrowser(machine(["/usr/bin/my-chrome"], { executablePath: "my-chrome" })), {
      path: "/usr/bin/my-chrome",
      kind: "chrome",
    });
  });

  it("looks nowhere else when the named one is not there", () => {
    assert.deepEqual(findBrowser(machine(["/usr/bin/chromium"], { executablePath: "/opt/none" })), {
      lookedAt: ["/opt/none"],
    });
  });

  it("takes the newest build that was installed into the cache", () => {
    const build = (version: string) =>
      `/cache/chrome-headless-shell/linux-${version}/chrome-headless-shell-linux64/chrome-headless-shell`;
    assert.deepEqual(findBrowser(machine([build("99.0.1"), build("156.0.2")])), {
      path: build("156.0.2"),
      kind: "headless-shell",
    });
  });

  it("finds the applications of macOS, also a person's own", () => {
    const own = "/Users/ana/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    assert.deepEqual(findBrowser(machine([own], { platform: "darwin", environment: { HOME: "/Users/ana" } })), {
      path: own,
      kind: "chrome",
    });
  });

  it("finds Edge on Windows when there is no Chrome", () => {
    const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
    const environment = { "ProgramFiles(x86)": "C:\\Program Files (x86)", Path: "C:\\Windows" };
    assert.deepEqual(findBrowser(machine([edge], { platform: "win32", environment, cacheDir: "C:\\cache" })), {
      path: edge,
      kind: "chrome",
    });
  });

  it("gives every place it looked at when there is none", () => {
    const found = findBrowser(machine([]));
    assert.ok("lookedAt" in found);
    for (const place of [
      "/usr/bin/google-chrome",
      "/usr/bin/chromium",
      "/usr/lib/chromium/chromium-headless-shell",
      "/cache/chrome-headless-shell",
    ]) {
      assert.ok(found.lookedAt.includes(place), `${place} in ${found.lookedAt.join(" ")}`);
    }
  });
});
