/** Finds what build.ts put beside the bundle, whether this code runs bundled or from its source. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** @throws Error when the build is missing. */
export function distFile(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    for (const file of [join(folder, name), join(folder, "dist", name)]) if (existsSync(file)) return file;
    if (folder === dirname(folder)) throw new Error(`${name} is not built; run "npm run build"`);
  }
}
