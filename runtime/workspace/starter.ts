/** The first files of a workspace: two tools, one of which runs at once, without a browser, a network or a secret. */
import { join } from "node:path";
import { ToolError } from "../errors.ts";
import { readTextFile } from "../tools/textFile.ts";
import { TOOLS_FILE } from "../tools/toolsFile.ts";
import { writeNewFile } from "./newFile.ts";

const TOOLS = `{
  // Tools that agents can call. Each runs the main() of its script.
  "displayName": "My tools",
  "tools": [
    {
      "name": "word-count",
      "description": "Counts the words, sentences and characters of a text, and lists its most frequent words",
      "script": "scripts/word-count.js",
      "parameters": {
        "type": "object",
        "properties": {
          "text": { "type": "string", "minLength": 1, "maxLength": 100000, "description": "The text to look at" },
          "top": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "default": 5,
            "description": "How many of the most frequent words to list"
          }
        },
        "required": ["text"]
      },
      "annotations": { "readOnly": true },
      "examples": [{ "args": { "text": "To be, or not to be: that is the question." } }]
    },
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
      "annotations": { "readOnly": true },
      "examples": [{ "args": { "url": "https://example.com/" } }]
    }
  ]
}
`;

const WORD_COUNT = `async function main() {
  const { text, top } = g.tool.args;
  const words = text.toLowerCase().match(/[\\p{L}\\p{N}]+(?:['\\u2019-][\\p{L}\\p{N}]+)*/gu) ?? [];
  await g.tool.reportProgress(\`Counting \${words.length} words\`);

  const times = new Map();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  const frequent = [...times].map(([word, count]) => ({ word, count })).sort((a, b) => b.count - a.count);
  return {
    words: words.length,
    sentences: (text.match(/[^.!?…]+[.!?…]*/gu) ?? []).filter((part) => part.trim() !== "").length,
    characters: text.length,
    frequent: frequent.slice(0, top),
  };
}
`;

const PAGE_SUMMARY = `async function main() {
  const page = await g.nav.navigateToUrl(g.tool.args.url);
  const { headings } = await g.dom.extract({ headings: ["h1, h2", { text: { select: ":scope" } }] });
  return { title: page.title, headings: headings.map((heading) => heading.text), links: await g.dom.count("a[href]") };
}
`;

/** The first is the one to run first. */
export const STARTER_TOOLS: readonly { name: string; script: string; text: string }[] = [
  { name: "word-count", script: "scripts/word-count.js", text: WORD_COUNT },
  { name: "page-summary", script: "scripts/page-summary.js", text: PAGE_SUMMARY },
];

export interface StarterFiles {
  written: string[];
  /** Those that were there already. */
  kept: string[];
}

/** Beside a tools.json of somebody else no scripts are written: nothing would use them. @throws ToolError InvalidPath */
export function writeStarter(folder: string): StarterFiles {
  const files: StarterFiles = { written: [], kept: [] };
  const write = (path: string, text: string): void =>
    void (isNew(() => writeNewFile(folder, path, text)) ? files.written : files.kept).push(path);
  write(TOOLS_FILE, TOOLS);
  if (!hasStarterTools(folder)) return files;
  for (const { script, text } of STARTER_TOOLS) write(script, text);
  return files;
}

/** Whether tools.json is the starter's, byte for byte. */
export function hasStarterTools(folder: string): boolean {
  const read = readTextFile(join(folder, TOOLS_FILE), TOOLS.length * 4);
  return read.ok && read.text === TOOLS;
}

function isNew(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.code === "AlreadyExists") return false;
    throw error;
  }
}
