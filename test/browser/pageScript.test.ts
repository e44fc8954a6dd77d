import assert from "node:assert/strict";
import { join } from "node:path";
import { build } from "esbuild";
import type * as Source from "../../runtime/browser/page/source.ts";
import { browserBench } from "./support.ts";

describe("the page script", function () {
  this.timeout(30_000);
  const bench = browserBench();

  for (const minify of [false, true]) {
    it(`works after bundling${minify ? " and minifying" : ""}`, async () => {
      const entry = join(import.meta.dirname, "../../runtime/browser/page/source.ts");
      const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false, minify });
      const bundled = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")}`;
      const { installAndCallExpression } = (await import(bundled)) as typeof Source;
      const { nav, dom } = bench.run();
      await nav.navigateToUrl(`${bench.pages.url}/table.html`);
      const selectors = [{ text: "#t", steps: [{ engine: "css", body: "#t" }] }];
      const answer = await dom.evaluate(installAndCallExpression("extractTable", { selectors }));
      assert.equal(JSON.parse(answer).ok.value.length, 3);
      const target = await dom.evaluate(installAndCallExpression("target", { selectors, needs: { visible: true } }));
      assert.equal(JSON.parse(target).ok.what, '<table id="t">');
    });
  }
});
