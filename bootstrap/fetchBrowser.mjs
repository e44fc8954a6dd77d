// A program: `node fetchBrowser.mjs CACHE_FOLDER [--system-libraries]` puts the newest stable chrome-headless-shell there.
import { Browser, detectBrowserPlatform, install, resolveBuildId } from "@puppeteer/browsers";

const [cacheDir = "", option] = process.argv.slice(2);

try {
  const browser = Browser.CHROMEHEADLESSSHELL;
  const platform = detectBrowserPlatform();
  if (!platform) throw new Error(`There is no chrome-headless-shell for ${process.platform} on ${process.arch}`);
  const buildId = await resolveBuildId(browser, platform, "stable");
  await install({ browser, platform, buildId, cacheDir, installDeps: option === "--system-libraries" });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
