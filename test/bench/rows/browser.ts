/** A browser tool against raw puppeteer-core doing the same: a fresh context, a local page, 60 rows out of it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { launch } from "puppeteer-core";
import { interleave, percentile } from "../measure.ts";
import { result } from "../report.ts";
import { connect, guidon, writeWorkspace } from "../servers.ts";
import type { BenchRow } from "./row.ts";

const rows = Array.from({ length: 60 }, (_, index) => {
  const price = `€ ${(index * 3.5).toFixed(2)}`;
  return `<article class="card"><h2>Thing ${index}</h2><span class="price">${price}</span><a href="/things/${index}">Details</a></article>`;
});
const PAGE = `<!doctype html><meta charset="utf-8"><title>Things</title><main>${rows.join("\n")}</main>`;

/** In the page. */
function readRows() {
  return Array.from(document.querySelectorAll(".card"), (card) => ({
    name: card.querySelector("h2")?.textContent,
    price: Number(card.querySelector(".price")?.textContent.replace("€", "")),
    url: card.querySelector("a")?.href,
  }));
}

export const browserTool: BenchRow = {
  name: "browser tool",
  async run({ scratch, quick, browser }) {
    const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(PAGE));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const script = `async function main() {
  await g.nav.navigateToUrl("${url}");
  return await g.dom.extract({ items: [".card", { name: "h2", price: { select: ".price", as: "number" }, url: { select: "a", attr: "href" } }] });
}\n`;
    const ours = await connect(guidon(writeWorkspace(scratch, { things: { script } })));
    const { path: executablePath, kind } = browser();
    const warm = await launch({
      executablePath,
      headless: kind === "headless-shell" ? "shell" : true,
      pipe: true,
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    const checked = (items: { url?: string | undefined }[]) => {
      if (items.length !== 60 || !items[59]?.url?.endsWith("/things/59")) throw new Error("not the 60 rows");
    };
    const times = await interleave(quick ? 10 : 60, 60, {
      async raw() {
        const context = await warm.createBrowserContext();
        const page = await context.newPage();
        await page.goto(url);
        checked(await page.evaluate(readRows));
        await context.close();
      },
      async tool() {
        const text = await ours.call("ExecuteWorkspaceTool", { name: "things", parameters: {} });
        checked((JSON.parse(text) as { items: { url: string }[] }).items);
      },
    });
    await ours.close();
    await warm.close();
    server.closeAllConnections();
    server.close();
    const row = (share: number, limit?: number) =>
      result({
        row: `browser tool, fresh context, 60 rows, p${share * 100}`,
        unit: "ms",
        ours: percentile(times.tool, share),
        against: percentile(times.raw, share),
        ...(limit === undefined ? {} : { limit }),
      });
    return [row(0.5, 1.08), row(0.99)];
  },
};
