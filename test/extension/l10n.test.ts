/** English, Spanish and Russian texts: all of them, whole, and of the same form. */
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { readJson, readSourceTexts, readText, readUntranslated } from "./l10nTexts.ts";

const LANGUAGES = ["es", "ru"] as const;
const ROOT = join(import.meta.dirname, "../..");

/** The same in the other language, too. */
const SAME: Record<(typeof LANGUAGES)[number], string[]> = {
  es: ["Error", "JSON", "{0} bytes", "{0} kB", "{0} MB", "{0} min", "{0} min {1} s", "{0} ms", "{0} s", "{0}: {1}"],
  ru: ["JSON", "{0}: {1}"],
};
/** Names, which no language changes. */
const NAMES = new Set(["API_TOKEN", "Ctrl+Enter", "Guidon"]);

describe("The texts of the extension", () => {
  const { texts, unreadable } = readSourceTexts();
  const english = Object.fromEntries([...texts.keys()].map((text) => [text, text]));
  const manifest = readJson("package.nls.json");

  it("are literals, so that they can be found", () => {
    assert.ok(texts.size > 100);
    assert.deepEqual(unreadable, []);
  });

  it("all go through l10n", () => {
    const found = readUntranslated().filter(({ text }) => !NAMES.has(text));
    assert.deepEqual(found, []);
  });

  for (const language of LANGUAGES) {
    describe(`in the language ${language}`, () => {
      const bundle = readJson(`extension/l10n/bundle.l10n.${language}.json`);
      const nls = readJson(`package.nls.${language}.json`);

      it("are all there, and none too many", () => {
        const missing = [...texts].filter(([text]) => !Object.hasOwn(bundle, text));
        const unused = Object.keys(bundle).filter((text) => !texts.has(text));
        assert.deepEqual({ missing, unused }, { missing: [], unused: [] });
      });

      it("have the same placeholders, icons, links and lines", () => {
        assert.deepEqual(differing(english, bundle, marksOf), []);
        assert.deepEqual(differing(manifest, nls, marksOf), []);
      });

      it("begin and end like the English ones", () => {
        assert.deepEqual(differing(english, bundle, edgesOf), []);
        assert.deepEqual(differing(manifest, nls, edgesOf), []);
      });

      it("are translated", () => {
        const same = Object.keys(bundle).filter((text) => bundle[text] === text);
        assert.deepEqual(same.toSorted(), SAME[language].toSorted());
        assert.deepEqual(
          Object.keys(manifest).filter((key) => nls[key] === manifest[key]),
          [],
        );
      });

      it("call a command in messages as in the menus", () => {
        const commands = Object.keys(manifest).filter((key) => key.startsWith("command."));
        const other = commands.filter((key) => (bundle[manifest[key] ?? ""] ?? nls[key]) !== nls[key]);
        assert.deepEqual(other, []);
      });

      it("are in the walkthrough, with the same code", () => {
        const pages = globSync("extension/media/walkthrough/*.md", { cwd: ROOT }).filter(
          (page) => !page.includes(".nls."),
        );
        assert.ok(pages.length > 0);
        for (const page of pages) {
          // VS Code looks for a page of that name first.
          const translated = readText(page.replace(/\.md$/, `.nls.${language}.md`));
          assert.deepEqual(codeOf(translated), codeOf(readText(page)), page);
        }
      });
    });
  }
});

type Texts = Record<string, string>;

/** @returns keys of translations that are not like the English text; what is missing is another test's matter. */
function differing(texts: Texts, translations: Texts, aspect: (text: string) => unknown): string[] {
  return Object.entries(texts)
    .filter(([key, text]) => {
      const translation = translations[key];
      return translation !== undefined && JSON.stringify(aspect(text)) !== JSON.stringify(aspect(translation));
    })
    .map(([key]) => key);
}

/** What stands for something else: {0}, $(play), {{NAME}}, `code`, (command:…), line breaks. */
function marksOf(text: string): string[] {
  const found = text.match(/\{\{\w+\}\}|\{\d+\}|\$\([\w~-]+\)|`[^`]*`|\(command:[^)]*\)|\n/g) ?? [];
  return found.toSorted();
}

/** Spaces at both ends, and the punctuation at the end. */
function edgesOf(text: string): string[] {
  return [/^\s*/, /[.:;,?!…]*\s*$/].map((edge) => edge.exec(text)?.[0] ?? "");
}

function codeOf(page: string): string[] {
  return page.match(/^```[^]*?^```/gm) ?? [];
}
