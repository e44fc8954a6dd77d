import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { print } from "./output.ts";

const TOOLS = `{
  // Tools that agents can call. Each runs the main() of its script.
  "displayName": "My tools",
  "tools": [
    {
      "name": "page-summary",
      "description": "Opens a web page and returns its title, its headings and the number of its links",
      "script": "scripts/page-summary.js",
      "timeout": 30,
      "parameters": {
        "type": "object",
        "properties": {
          "url": { "type": "string", "format": "uri", "description": "Address of the page" }
        },
        "required": ["url"]
      },
      "annotations": { "readOnly": true }
    }
  ]
}
`;

const SCRIPT = `async function main() {
  const page = await g.nav.navigateToUrl(g.tool.args.url);
  const { headings } = await g.dom.extract({ headings: ["h1, h2", { text: { select: ":scope" } }] });
  return { title: page.title, headings: headings.map((heading) => heading.text), links: await g.dom.count("a[href]") };
}
`;

export function init(options: { workspace?: string }): void {
  const folder = resolve(options.workspace ?? ".");
  for (const [name, text] of [
    ["tools.json", TOOLS],
    ["scripts/page-summary.js", SCRIPT],
  ] as const) {
    const file = join(folder, name);
    if (existsSync(file)) {
      print(`${name} is there already; it stays as it is`);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    print(`wrote ${name}`);
  }
  print(
    `\nNext:\n  guidon run page-summary --arg url=https://example.com --trust\n  guidon approve      (lets agents run the tools of this folder)\n  guidon mcp --help   (how an agent starts Guidon)`,
  );
}
