/** What to use in place of a module that scripts cannot have. */
import { isBuiltin } from "node:module";

const INSTEAD: [RegExp, string][] = [
  [/^(https?2?|undici|node-fetch|cross-fetch|axios|got|ky|superagent|request|net|tls)$/, "use g.http.makeHttpRequest"],
  [/^(puppeteer|puppeteer-core|playwright|playwright-core|selenium-webdriver|jsdom|cheerio)$/, "use g.nav and g.dom"],
  [
    /^(fs|fs\/promises|fs-extra)$/,
    "g.tool.args brings what the tool works on, and main returns what it gives; data files of the folder can be imported",
  ],
  [/^(timers|timers\/promises)$/, "use g.wait, or setTimeout, which scripts have"],
  [/^(crypto|uuid)$/, "use crypto.randomUUID or crypto.getRandomValues, which scripts have"],
  [/^(url|querystring)$/, "use URL and URLSearchParams, which scripts have"],
  [/^(process|dotenv)$/, "use g.tool.args for what the call brings, and headers in tools.json for secrets"],
  [/^(buffer)$/, "use atob, btoa, TextEncoder and TextDecoder, which scripts have"],
  [/^(readline|prompts|inquirer)$/, "what a person has to say comes as an argument, in g.tool.args"],
  [/^(child_process|worker_threads|cluster|vm)$/, "scripts start no programs; g has what a tool needs"],
];

/** The next step for an author who imported a module of Node or a package that is not there. */
export function insteadOf(specifier: string): string {
  const name = specifier.replace(/^node:/, "");
  const known = INSTEAD.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return `Scripts have no modules of Node: ${known}.`;
  if (isBuiltin(specifier)) return "Scripts have no modules of Node; what a tool may do is in g.";
  return "Import files of this folder, or a package of pure JavaScript that is in its node_modules.";
}
