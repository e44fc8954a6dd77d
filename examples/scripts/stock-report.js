// @timeout 60
// Several pages, one after the other, with progress that the agent's user sees while it runs.
async function main() {
  const threshold = g.tool.args.threshold ?? 1;
  const low = [];
  let checked = 0;
  let pages = 1;

  for (let page = 1; page <= pages; page += 1) {
    await g.nav.navigateToUrl(`http://127.0.0.1:4173/catalog?page=${page}`);
    const shown = await g.dom.extract({
      pages: { select: "#pages", as: "integer" },
      products: [".product", { name: "h2", stock: { select: ".stock", attr: "data-stock", as: "integer" } }],
    });
    pages = shown.pages;
    checked += shown.products.length;
    low.push(...shown.products.filter(({ stock }) => stock <= threshold));
    await g.tool.reportProgress(`Page ${page} of ${pages} read, ${low.length} low in stock`, {
      current: page,
      total: pages,
    });
  }

  return { checked, pages, threshold, low: low.toSorted((a, b) => a.stock - b.stock) };
}
