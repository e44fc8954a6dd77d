/** The browser that Guidon takes, so that all are measured with the same one. */
import { browserHere } from "../../runtime/browser/browserHere.ts";
import type { FoundBrowser } from "../../runtime/browser/findBrowser.ts";
import { cacheDirectory } from "../../runtime/settings.ts";

/** Throws when there is none. */
export function browserInUse(): FoundBrowser {
  const { env } = process;
  const found = browserHere({ environment: env, cacheDir: cacheDirectory(env), headless: true });
  if ("path" in found) return found;
  throw new Error(`no browser; looked at ${found.lookedAt.join(", ")}`);
}
