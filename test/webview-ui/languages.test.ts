/** Each panel in each language, as narrow as people make it: translations are longer, and none is cut. */
import assert from "node:assert/strict";
import type { RunRecord, SecretRow } from "../../runtime/contract/control.ts";
import type { JsonObject } from "../../runtime/contract/tools.ts";
import spanish from "../../extension/l10n/bundle.l10n.es.json" with { type: "json" };
import russian from "../../extension/l10n/bundle.l10n.ru.json" with { type: "json" };
import { runArguments } from "../support/runArguments.ts";
import { KEY } from "./runFormSupport.ts";
import { panelBench, type PanelPage } from "./support.ts";

const LANGUAGES: Record<string, Record<string, string>> = { es: spanish, ru: russian };

/** Texts that reach over the edge of the page, or over that of a box that cuts them off. */
const cutTexts = (panel: PanelPage): Promise<string[]> =>
  panel.page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>("main *")].filter(
      (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) && !element.closest(".unseen") && element.offsetParent !== null, // prettier-ignore
    );
    const isCut = (element: HTMLElement): boolean => {
      const { left, right } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      // What tools gave may end in an ellipsis; how long a run took may not.
      const cutsOff =
        style.overflowX !== "visible" && (style.textOverflow !== "ellipsis" || element.matches(".duration, .time"));
      return left < 0 || right > innerWidth + 1 || (cutsOff && element.scrollWidth > element.clientWidth + 1);
    };
    return texts
      .filter((element) => !element.closest("[role=grid]") && isCut(element))
      .map(({ innerText }) => innerText);
  });

async function assertWhole(panel: PanelPage, name: string): Promise<void> {
  await panel.screenshot(name);
  assert.deepEqual(await cutTexts(panel), []);
  const { scrollWidth, clientWidth } = await panel.page.evaluate(() => document.documentElement);
  assert.ok((scrollWidth ?? 0) <= (clientWidth ?? 0), "the page can be scrolled sideways");
}

const record: RunRecord = {
  id: "r1",
  tool: "place_order",
  origin: "Mcp",
  client: "Claude Code 2.1",
  startedAt: "2026-11-30T10:00:00.000Z",
  state: "failed",
  durationMs: 61_000,
  args: runArguments({ state: "open" }),
  error: { name: "ToolError", code: "NotFound", message: "Nothing has that text.", hint: "Look.", stack: "at main (scripts/a.js:1:2)" }, // prettier-ignore
  progress: [{ atMs: 20, message: "Opening the shop", current: 1, total: 3 }],
  log: [{ atMs: 40, level: "warn", text: "cookie dialog" }],
  requests: [{ atMs: 100, method: "GET", url: "https://shop.example.com/api", status: 200, ms: 83 }],
};

describe("In another language", () => {
  describe("the Secrets panel", () => {
    const panels = panelBench("secrets");
    const rows: SecretRow[] = [
      { name: "STORE_PASSWORD", usedBy: ["place_order", "list_orders"], hosts: ["shop.example.com"] },
      { name: "API_TOKEN", from: "workspace", get setAt() { return new Date(Date.now() - 180_000).toISOString(); }, usedBy: ["list_tickets"], hosts: ["api.example.com"] }, // prettier-ignore
      { name: "GITHUB_TOKEN", from: "all", setAt: "2026-01-02T03:04:05.000Z", usedBy: [], hosts: [] },
      { name: "CI_TOKEN", from: "environment", usedBy: ["deploy"], hosts: ["ci.example.com"] },
      { name: "DEPLOY_TOKEN", from: "editor", usedBy: ["deploy"], hosts: ["ci.example.com"] },
    ];
    const folder = { folder: "file:///shop", name: "shop", state: "ready", rows } as const;
    const store = { kind: "keychain", ok: true } as const;
    const noStore = { kind: "keychain", ok: false, code: "KeychainUnavailable", message: "There is no D-Bus session." } as const; // prettier-ignore

    for (const [language, texts] of Object.entries(LANGUAGES)) {
      const open = (): Promise<PanelPage> =>
        panels.open({ width: 280, height: 900, place: "sideBar", language, texts });

      it(`has whole texts (${language})`, async () => {
        const panel = await open();
        const place = texts["Values are kept in the Windows Credential Manager."];
        await panel.send({ type: "state", folders: [{ ...folder, store, place }] });
        assert.match(await panel.text('[data-name="API_TOKEN"]'), language === "es" ? /establecido hace 3 minutos/ : /задан 3 минуты назад/); // prettier-ignore
        await assertWhole(panel, `secrets-${language}`);
      });

      it(`has whole texts where there is no store and no secret (${language})`, async () => {
        const panel = await open();
        await panel.send({ type: "state", folders: [{ ...folder, rows: [], store: noStore, place: "", remote: "ssh-remote" }] }); // prettier-ignore
        await assertWhole(panel, `secrets-empty-${language}`);
      });
    }
  });

  describe("the Runs panel", () => {
    const panels = panelBench("runs");
    const row = { id: "r1", folder: "shop", tool: "place_order", client: "Claude Code 2.1", startedAt: record.startedAt, state: "failed", durationMs: 61_000, args: "{}", note: "Nothing has that text." }; // prettier-ignore

    for (const [language, texts] of Object.entries(LANGUAGES))
      it(`has whole texts (${language})`, async () => {
        const panel = await panels.open({ width: 900, height: 600, place: "panel", language, texts });
        await panel.send({ type: "runs", runs: [], severalFolders: false, whole: true });
        await assertWhole(panel, `runs-empty-${language}`);
        await panel.send({ type: "runs", runs: [row], severalFolders: false, whole: true });
        await panel.page.click("[role=option]");
        await panel.send({ type: "detail", run: record });
        assert.match(await panel.text(".detail"), language === "es" ? /Con error\s*1:01 min/ : /Ошибка\s*1:01 мин/);
        await assertWhole(panel, `runs-${language}`);
        await panel.page.setViewport({ width: 480, height: 700 });
        await assertWhole(panel, `runs-narrow-${language}`);
      });
  });

  describe("the form", () => {
    const panels = panelBench("runForm");
    const parameters: JsonObject = {
      type: "object",
      required: ["customer", "count"],
      properties: {
        customer: { type: "string", title: "Customer", minLength: 3 },
        count: { type: "integer", minimum: 1, maximum: 10 },
        express: { type: "boolean" },
        state: { enum: ["open", "closed"], default: "open" },
        note: { type: ["string", "null"], examples: ["for Ada"] },
        due: { type: "string", format: "date-time" },
        items: { type: "array", items: { type: "string" }, minItems: 1 },
        address: { type: "object", properties: { street: { type: "string" } } },
      },
      additionalProperties: true,
    };

    for (const [language, texts] of Object.entries(LANGUAGES))
      it(`has whole texts (${language})`, async () => {
        const panel = await panels.open({ width: 420, height: 1200, language, texts });
        const args = { customer: "A", items: ["lamp", "desk"] };
        await panel.send({ type: "form", key: KEY, title: "Place order", description: "Orders.", parameters, args, initial: {}, replace: false }); // prettier-ignore
        await panel.text("form");
        await assertWhole(panel, `form-${language}`);
        await panel.page.click(".bar .primary");
        await panel.page.waitForSelector(".summary li");
        await assertWhole(panel, `form-problems-${language}`);
      });
  });

  describe("the result", () => {
    const panels = panelBench("result");

    for (const [language, texts] of Object.entries(LANGUAGES))
      it(`has whole texts (${language})`, async () => {
        const panel = await panels.open({ width: 420, height: 700, language, texts });
        const key = { folder: "file:///shop", id: "r1", tool: "place_order" };
        await panel.send({ type: "run", key, title: "Place order", run: { record, canRun: true, missingSecret: "API_TOKEN" } }); // prettier-ignore
        await assertWhole(panel, `result-failed-${language}`);
        const { error: _, ...rest } = record;
        const json = JSON.stringify([{ id: 1, name: "lamp" }, { id: 2, name: "desk" }]); // prettier-ignore
        await panel.send({ type: "run", key, title: "Place order", run: { record: { ...rest, id: "r2", state: "ok" }, canRun: true, json } }); // prettier-ignore
        await panel.text("table");
        await assertWhole(panel, `result-table-${language}`);
      });
  });
});
