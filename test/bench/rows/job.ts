/** The whole job on the example store, as an agent's client sees it: what matches "kitchen", with prices. In time and in text to read. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createStore, STORE_PORT } from "../../../examples/servers/store.ts";
import { interleave, median } from "../measure.ts";
import { result } from "../report.ts";
import { connect, guidon, ROOT } from "../servers.ts";
import type { Connected } from "../servers.ts";
import type { BenchRow } from "./row.ts";

/** How an agent does it with each server's own tools; each gives all text that came back. */
const JOBS: Record<string, (server: Connected, url: string) => Promise<string[]>> = {
  async guidon(server) {
    const parameters = { keyword: "kitchen", maxResults: 60 };
    return [await server.call("ExecuteWorkspaceTool", { name: "search-products", parameters })];
  },
  "@playwright/mcp": async (server, url) => [
    await server.call("browser_navigate", { url }),
    await server.call("browser_wait_for", { textGone: "Searching…" }),
    await server.call("browser_snapshot"),
  ],
  "chrome-devtools-mcp": async (server, url) => [
    await server.call("navigate_page", { pageId: 1, type: "url", url }),
    await server.call("wait_for", { pageId: 1, text: ["products"] }),
  ],
};

export const wholeJob: BenchRow = {
  name: "whole job",
  async run({ scratch, quick, peers }) {
    const store = await createStore({ port: 0 });
    const url = `${store.url}/search?q=kitchen`;
    const others = peers();
    const servers = new Map<string, Connected>([
      ["guidon", await connect(guidon(exampleWorkspace(scratch, store.url)))],
    ]);
    for (const { name, argv, env } of others) servers.set(name, await connect(argv, env));
    const sizes = new Map<string, number>();
    const variants = Object.fromEntries(
      [...servers].map(([name, server]) => [
        name,
        async () => {
          const texts = (await JOBS[name]?.(server, url)) ?? [];
          if (!texts.some((text) => /kettle/i.test(text)))
            throw new Error(`${name} did not find it: ${texts.join("\n").slice(0, 500)}`);
          sizes.set(name, Buffer.byteLength(texts.join("")));
        },
      ]),
    );
    const times = await interleave(quick ? 3 : 12, 200, variants);
    await Promise.all([...servers.values()].map((server) => server.close()));
    await store.close();
    const ours = { ms: median(times["guidon"] ?? []), bytes: sizes.get("guidon") ?? Number.NaN };
    return others.flatMap(({ name }) => [
      result({
        row: `whole job on the example store, ${name}`,
        unit: "ms",
        ours: ours.ms,
        against: median(times[name] ?? []),
      }),
      result({
        row: `text that the agent reads, ${name}`,
        unit: "bytes",
        ours: ours.bytes,
        against: sizes.get(name) ?? Number.NaN,
      }),
    ]);
  },
};

/** The example workspace, for a store at another port. */
function exampleWorkspace(folder: string, store: string): string {
  for (const part of ["tools.json", "scripts"])
    cpSync(path.join(ROOT, "examples", part), path.join(folder, part), { recursive: true });
  const script = path.join(folder, "scripts/search-products.js");
  writeFileSync(script, readFileSync(script, "utf8").replaceAll(`http://127.0.0.1:${STORE_PORT}`, store));
  return folder;
}
