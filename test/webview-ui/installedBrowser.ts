/** The Chromium that the tests open panels in. */
import { browserHere } from "../../runtime/browser/browserHere.ts";
import { cacheDirectory } from "../../runtime/settings.ts";

export function findInstalledBrowser(): string {
  const found = browserHere({ environment: process.env, cacheDir: cacheDirectory(process.env), headless: true });
  if ("path" in found) return found.path;
  throw new Error(`There is no browser at any of: ${found.lookedAt.join(", ")}`);
}
