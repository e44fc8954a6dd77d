// A table of a page as JSON: one object per row, named by the table's own headers; cells that span rows are repeated.
async function main() {
  const { category } = g.tool.args;

  await g.nav.navigateToUrl("http://127.0.0.1:4173/prices");
  const rows = await g.dom.extractTable("#prices");

  return rows
    .filter((row) => category === undefined || row.Category === category)
    .map((row) => ({
      category: row.Category,
      product: row.Product,
      price: Number(row.Price.replace(/[^\d.]/g, "")),
      stock: Number(row.Stock),
    }));
}
