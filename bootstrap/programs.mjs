// Programs of the system: a browser, and what tests of the OS keychain need. Installed where root on Debian or Ubuntu; elsewhere
// what is there is used, and only a missing browser is fetched, into the user's cache folder.
import { join } from "node:path";
import { installableSystem, installPackages, isKnownPackage, onPath, updatePackageList } from "./apt.mjs";
import { cacheFolder } from "./node.mjs";
import { root, say, step, Stop } from "./step.mjs";

/** Program → the Debian package that has it. */
const KEYCHAIN_PROGRAMS = {
  "dbus-run-session": "dbus-daemon",
  "dbus-send": "dbus-bin",
  "gnome-keyring-daemon": "gnome-keyring",
  gdbus: "libglib2.0-bin",
  openssl: "openssl",
  ps: "procps",
};

/** What g's browser tools need, the first that the system knows; and a whole Chrome, which some tests drive as well. */
const BROWSER_PACKAGES = ["chromium-headless-shell", "chromium"];
const WHOLE_CHROME = "chromium";

export const programsOfStart = () => setUp([]);

export const programsOfTest = () => setUp(process.platform === "linux" ? Object.keys(KEYCHAIN_PROGRAMS) : [], true);

async function setUp(programs, wholeChrome = false) {
  const missing = programs.filter((program) => !onPath(program));
  const chrome =
    wholeChrome && !process.env.GUIDON_BROWSER && (await foundBrowser({ headless: false }))?.kind !== "chrome";
  const browser = (await foundBrowser()) === undefined;
  if (missing.length === 0 && !chrome && !browser) return;
  const system = installableSystem();
  if (system) await installWithApt(system, { programs: missing, chrome, browser });
  if (!(await foundBrowser())) await fetchBrowser(system !== undefined);
  const left = programs.filter((program) => !onPath(program));
  if (left.length > 0) say(`Not installed: ${left.join(", ")}. The tests of the keychain that use them will fail.`);
}

/** One update and one install for all. Ubuntu's package chromium only leads to a snap, so there no browser is installed. */
async function installWithApt(system, { programs, chrome, browser }) {
  const browsers = system === "debian";
  if (programs.length === 0 && !(browsers && (chrome || browser))) return;
  await updatePackageList("something is missing that it has");
  const packages = new Set(programs.map((program) => KEYCHAIN_PROGRAMS[program]));
  if (browsers && chrome) packages.add(WHOLE_CHROME);
  if (browsers && browser) packages.add((await firstKnown(BROWSER_PACKAGES)) ?? WHOLE_CHROME);
  await installPackages([...packages], browser ? "the browser that tools drive, and what tests use" : "tests use them");
}

async function firstKnown(names) {
  for (const name of names) if (await isKnownPackage(name)) return name;
  return undefined;
}

/** The browser that the runtime would take. */
async function foundBrowser({ headless = true } = {}) {
  const { browserHere } = await import("../runtime/browser/browserHere.ts");
  const { loadSettings } = await import("../runtime/settings.ts");
  const { browserPath } = loadSettings(process.env);
  const found = browserHere({
    environment: process.env,
    executablePath: browserPath,
    cacheDir: cacheFolder(),
    headless,
  });
  if ("path" in found) return found;
  if (!browserPath) return undefined;
  throw new Stop(
    `${browserPath} is set as the browser and is not there. Correct it, or unset GUIDON_BROWSER, or "browser" in settings.json.`,
  );
}

/** @param asRoot installs the system libraries that it needs, too. */
async function fetchBrowser(asRoot) {
  const program = join(root, "bootstrap/fetchBrowser.mjs");
  await step(
    `Fetching chrome-headless-shell into ${cacheFolder()}: the browser that tools drive (about 110 MB, once)`,
    process.execPath,
    [program, cacheFolder(), ...(asRoot ? ["--system-libraries"] : [])],
    { advice: "Install Chrome or Chromium yourself, or set GUIDON_BROWSER to the path of one, then run it again." },
  );
  if (!(await foundBrowser()))
    throw new Stop("The fetched browser is not where it should be. Install Chrome or Chromium.");
}
