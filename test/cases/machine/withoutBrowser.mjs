// Preloaded into a process (node --import): every file whose path names a browser is hidden from it, as on a machine without one.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { accessSync, existsSync } = fs;
const isBrowser = (file) => /chrom|edge|brave/i.test(String(file));

fs.accessSync = (file, ...more) => {
  if (isBrowser(file))
    throw Object.assign(new Error(`ENOENT: no such file or directory, access '${file}'`), { code: "ENOENT" });
  return accessSync(file, ...more);
};
fs.existsSync = (file) => !isBrowser(file) && existsSync(file);
syncBuiltinESMExports();
