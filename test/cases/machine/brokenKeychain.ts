/** An installation of Guidon whose native keychain module does not load, as after a blocked download or for another system. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../workspace.ts";

const SCOPE = "@napi-rs";

export function installWithBrokenKeychain() {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "guidon-installed-")));
  const from = path.join(ROOT, "node_modules");
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, SCOPE), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== SCOPE && !name.startsWith(".")) symlinkSync(path.join(from, name), path.join(modules, name));
  for (const name of readdirSync(path.join(from, SCOPE))) {
    const target = path.join(modules, SCOPE, name);
    cpSync(path.join(from, SCOPE, name), target, { recursive: true });
    for (const file of readdirSync(target))
      if (file.endsWith(".node")) writeFileSync(path.join(target, file), "not a native module");
  }
  cpSync(path.join(ROOT, "dist"), path.join(folder, "dist"), { recursive: true });
  return { dist: path.join(folder, "dist"), dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
