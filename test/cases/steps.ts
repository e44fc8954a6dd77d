/** Browser steps in words (`{"$steps": […]}`) → a script in `g`. One rule for each phrase; a phrase without a rule is an error. */

type Rule = [pattern: RegExp, code: (words: string[]) => string];

const quote = (words: string | string[]) => JSON.stringify(words);

/** `#q in frame "a"`, `.x (through shadow roots)`, `"td:has("`, `button inside x-inner` → arguments of a g.dom method, as code. */
function target(words: string): { selector: string; options?: string } {
  const plain = words.replace(/ \(through shadow roots\)$/, "").replace(/ there$/, "");
  const [, inFrame, frame] = /^(.+) in frame "([^"]+)"$/.exec(plain) ?? [];
  if (inFrame && frame) return { selector: quote(inFrame), options: `{ frame: ${quote(frame)} }` };
  const [, inner, host] = /^(\S+) inside (\S+)$/.exec(plain) ?? [];
  if (inner && host) return { selector: quote([`${host} ${inner}`, inner]) };
  return { selector: plain.startsWith('"') ? plain : quote(plain) };
}

function dom(method: string, words: string, ...args: string[]): string {
  const { selector, options } = target(words);
  return `await g.dom.${method}(${[selector, ...args, ...(options ? [options] : [])].join(", ")})`;
}

/** `text of #a`, `texts of b`, `count of .row`, `body text`, `[r1, text of #b]`, names and numbers, as code. */
function value(words: string): string {
  const [, what, of] = /^(text|texts|count) of (.+)$/.exec(words) ?? [];
  if (of && what) return dom({ text: "getText", texts: "getTexts" }[what] ?? "count", of);
  if (words === "body text") return dom("getText", "body");
  if (words === "its path and size") return "{ path: file.path, size: file.bytes }";
  if (/^\[.*\]$/.test(words)) return `[${words.slice(1, -1).split(", ").map(value).join(", ")}]`;
  if (/^(\d+|[a-z]\d?)$/.test(words)) return words;
  const [, table] = /^table (\S+) as rows of texts, visible rows only, spans repeated$/.exec(words) ?? [];
  if (table)
    return `(await g.dom.extractTable(${quote(table)})).map(row => Array.isArray(row) ? row : Object.values(row))`;
  throw new Error(`no value in the g API for "${words}"`);
}

const RULES: Rule[] = [
  [/^navigate (\S+)$/, ([url = ""]) => `await g.nav.navigateToUrl(${quote(url)});`],
  [
    /^navigate (\S+) \+ args\.(\w+)$/,
    ([url = "", name]) => `await g.nav.navigateToUrl(${quote(url)} + g.tool.args.${name});`,
  ],
  [/^wait (\d+) ms$/, ([ms]) => `await g.wait(${ms});`],
  [/^wait for text ("[^"]+")$/, ([text]) => `await g.dom.waitForText(${text});`],
  [/^wait for (.+)$/, ([at = ""]) => `${dom("waitForElement", at)};`],
  [
    /^wait until (\S+) has text$/,
    ([at = ""]) =>
      `await g.flow.pollUntil(async () => ${dom("getText", at)} !== "", { everyMs: 100, timeoutMs: 10000 });`,
  ],
  [/^read (.+)$/, ([at = ""]) => `${dom("getText", at)};`],
  [
    /^click (\S+) and take the new page$/,
    ([at = ""]) =>
      `{ const opened = g.tabs.waitForNewTab(); ${dom("click", at)}; await g.tabs.selectTab((await opened).id); }`,
  ],
  [/^close it$/, () => "await g.tabs.closeTab();"],
  [
    /^click (\S+) and wait for the download$/,
    ([at = ""]) => `const arriving = g.downloads.waitForDownload(); ${dom("click", at)}; const file = await arriving;`,
  ],
  [/^click (.+)$/, ([at = ""]) => `${dom("click", at)};`],
  [/^type ("[^"]*") into (.+)$/, ([text = "", at = ""]) => `${dom("typeText", at, text)};`],
  [/^select ("[^"]*") in (.+)$/, ([text = "", at = ""]) => `${dom("selectOption", at, text)};`],
  [/^check (\S+)$/, ([at = ""]) => `${dom("setChecked", at, "true")};`],
  [/^set (\S+) to (.+)$/, ([at = "", text = ""]) => `${dom("setValue", at, quote(text))};`],
  [/^upload (.+) into (\S+)$/, ([file = "", at = ""]) => `${dom("uploadFiles", at, quote([file]))};`],
  [
    /^scroll to bottom until (\S+) has text \(at most (\d+) times\)$/,
    ([at = "", times]) =>
      `for (let i = 0; i < ${times} && ${dom("getText", at)} === ""; i++) { await g.dom.scrollToEnd({ maxScrolls: 1 }); await g.wait(200); }`,
  ],
  [/^([a-z]\d?) = (.+)$/, ([name, words = ""]) => `const ${name} = ${value(words)};`],
  [/^return (.+)$/, ([words = ""]) => `return ${value(words)};`],
];

/** The text of a script that does `steps`. */
export function scriptOf(steps: string[]): string {
  const lines: string[] = [];
  let armed: string | undefined; // the dialog that the next step brings; awaited after it
  for (const [index, step] of steps.entries()) {
    const [, answer] = /^answer next dialog: (.+)$/.exec(step) ?? [];
    if (answer) {
      armed = `dialog${index}`;
      const args = answer.startsWith('"') ? `"accept", { text: ${answer} }` : quote(answer);
      lines.push(`const ${armed} = g.page.handleNextDialog(${args});`);
      continue;
    }
    lines.push(translate(step) + (armed ? ` await ${armed};` : ""));
    armed = undefined;
  }
  return `async function main() {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

function translate(step: string): string {
  for (const [pattern, code] of RULES) {
    const match = pattern.exec(step);
    if (match) return code(match.slice(1));
  }
  throw new Error(`no rule for the step "${step}"`);
}
