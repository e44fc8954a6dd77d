import assert from "node:assert/strict";
import { mcpNames } from "../../runtime/tools/names.ts";

const SAFE = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

describe("direct tool names", () => {
  const rows: [string, string, string][] = [
    ["store-tools", "search-products", "store_tools_search_products"],
    ["store", "orders.list", "store_orders_list"],
    ["store", "a__b", "store_a_b"],
    ["50% #1", "t", "t_50_1_t"],
    ["Mis proyectos ñ", "búsqueda 1", "Mis_proyectos_n_busqueda_1"],
    ["", "t", "tools_t"],
    ["store", "GetWorkspaceTools", "store_GetWorkspaceTools"],
  ];
  for (const [owner, tool, expected] of rows) {
    it(`of ${JSON.stringify(tool)} in ${JSON.stringify(owner)} is ${expected}`, () => {
      assert.deepEqual(mcpNames(owner, [tool]), [expected]);
    });
  }

  it("are safe for every client and unique in any spelling, whatever the names are", () => {
    const names = [
      "a",
      "A",
      "a-",
      "a_",
      "検索",
      "検討",
      "🙂",
      "x".repeat(200),
      "x".repeat(199) + "y",
      "_",
      "-",
      "1",
      "a.b",
      "a b",
      "a-b",
    ];
    for (const owner of ["store", "検", "x".repeat(60), "9"]) {
      const direct = mcpNames(owner, names);
      for (const name of direct) {
        assert.match(name, SAFE);
        assert.ok(!name.includes("__"), name);
      }
      assert.equal(new Set(direct.map((name) => name.toLowerCase().replaceAll("-", "_"))).size, names.length);
    }
  });

  it("get _2, _3 in the order of the file, and the same at every reading", () => {
    assert.deepEqual(mcpNames("s", ["a-b", "a.b", "a b"]), ["s_a_b", "s_a_b_2", "s_a_b_3"]);
    assert.deepEqual(mcpNames("s", ["a-b", "a.b", "a b"]), mcpNames("s", ["a-b", "a.b", "a b"]));
  });

  it("of ten thousand tools that clash are found in no time", () => {
    const started = performance.now();
    assert.equal(
      new Set(
        mcpNames(
          "s",
          Array.from({ length: 10_000 }, (_, n) => "a" + "-".repeat(n % 100)),
        ),
      ).size,
      10_000,
    );
    assert.ok(performance.now() - started < 1000);
  });
});
