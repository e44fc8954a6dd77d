// The search page draws its results with a script of its own, so the tool waits until it says that it is done.
async function main() {
  const { keyword, maxResults } = g.tool.args;

  await g.nav.navigateToUrl("http://127.0.0.1:4173/search?q=" + encodeURIComponent(keyword));
  await g.dom.waitForElement("#results[data-state=done]", { state: "attached" });

  const { items } = await g.dom.extract({
    items: [
      ".product",
      { name: "h2", price: { select: ".price", as: "number" }, stock: ".stock", url: { select: "a", attr: "href" } },
    ],
  });
  if (items.length === 0) {
    g.tool.fail("EmptyResult", `No product matches "${keyword}"`, {
      hint: "Try one short word, such as lamp or kitchen",
    });
  }
  return items.slice(0, maxResults ?? 10);
}
