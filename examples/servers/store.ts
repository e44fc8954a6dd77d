/** A small store to run the example tools against: search drawn by the page's own script, a price table, a paged catalog. */
import type { ServerResponse } from "node:http";
import { type ExampleServer, listen, runAsProgram, sendHtml, sendJson } from "./listen.ts";
import { formatPrice, type Product, products, searchProducts } from "./products.ts";
import { escapeHtml, page } from "./storePage.ts";

export const STORE_PORT = 4173;
const CATALOG_PAGE_SIZE = 12;

export function createStore({ port = STORE_PORT } = {}): Promise<ExampleServer> {
  return listen("example store", port, (_request, response, url) => {
    const route = routes[url.pathname];
    if (route) return route(response, url.searchParams);
    const product = /^\/products\/(\d+)$/.exec(url.pathname)?.[1];
    return productPage(
      response,
      products.find(({ id }) => String(id) === product),
    );
  });
}

const routes: Record<string, (response: ServerResponse, query: URLSearchParams) => void> = {
  "/": (response) =>
    sendHtml(
      response,
      200,
      page("Welcome", `<p>${products.length} things for the house.</p><p><a href="/catalog">See the catalog</a></p>`),
    ),
  "/search": searchPage,
  "/api/products": (response, query) => {
    const found = searchProducts(query.get("q") ?? "");
    sendJson(
      response,
      200,
      found.map(({ id, name, price, stock }) => ({ id, name, price: formatPrice(price), stock })),
    );
  },
  "/catalog": catalogPage,
  "/prices": pricesPage,
};

/** The results come 120 ms after the page has loaded, as in a real single-page store: a tool has to wait for them. */
function searchPage(response: ServerResponse, query: URLSearchParams): void {
  const q = query.get("q") ?? "";
  const script = `
    const results = document.querySelector("#results");
    setTimeout(async () => {
      const found = await (await fetch("/api/products?q=" + encodeURIComponent(${JSON.stringify(q).replaceAll("<", "\\u003c")}))).json();
      results.replaceChildren(...found.map((product) => {
        const card = document.querySelector("#card").content.cloneNode(true);
        card.querySelector("h2").textContent = product.name;
        card.querySelector("a").href = "/products/" + product.id;
        card.querySelector(".price").textContent = product.price;
        card.querySelector(".stock").textContent = product.stock ? product.stock + " in stock" : "Sold out";
        return card;
      }));
      document.querySelector("#count").textContent = found.length + (found.length === 1 ? " product" : " products");
      results.dataset.state = "done";
    }, 120);`;
  const body = `
    <p id="count">Searching…</p>
    <div id="results" class="cards" data-state="loading"></div>
    <template id="card">
      <article class="product"><h2></h2><p><span class="price"></span> <span class="stock"></span></p><a>Details</a></article>
    </template>
    <script>${script}</script>`;
  sendHtml(response, 200, page(`Search: ${q}`, body, q));
}

function catalogPage(response: ServerResponse, query: URLSearchParams): void {
  const pages = Math.ceil(products.length / CATALOG_PAGE_SIZE);
  const number = Math.min(pages, Math.max(1, Math.trunc(Number(query.get("page"))) || 1));
  const shown = products.slice((number - 1) * CATALOG_PAGE_SIZE, number * CATALOG_PAGE_SIZE);
  const next = number < pages ? `<a rel="next" href="/catalog?page=${number + 1}">Next page</a>` : "";
  const body = `
    <div class="cards">${shown.map(productCard).join("")}</div>
    <p class="pages">Page <b id="page">${number}</b> of <b id="pages">${pages}</b> ${next}</p>`;
  sendHtml(response, 200, page("Catalog", body));
}

const productCard = ({ id, name, price, stock }: Product): string =>
  `<article class="product"><h2>${name}</h2>
    <p><span class="price">${formatPrice(price)}</span> <span class="stock" data-stock="${stock}">${stock ? `${stock} in stock` : "Sold out"}</span></p>
    <a href="/products/${id}">Details</a></article>`;

/** One body per category; the category is one cell that spans its rows. */
function pricesPage(response: ServerResponse): void {
  const groups = Object.entries(Object.groupBy(products, ({ category }) => category));
  const rows = groups.map(([category, members = []]) =>
    members
      .map(({ name, price, stock }, index) => {
        const first = index === 0 ? `<td rowspan="${members.length}">${category}</td>` : "";
        return `<tr>${first}<td>${name}</td><td class="number">${formatPrice(price)}</td><td class="number">${stock}</td></tr>`;
      })
      .join("\n"),
  );
  const head = `<tr><th>Category</th><th>Product</th><th class="number">Price</th><th class="number">Stock</th></tr>`;
  const bodies = rows.map((text) => `<tbody>${text}</tbody>`).join("");
  sendHtml(response, 200, page("Prices", `<table id="prices"><thead>${head}</thead>${bodies}</table>`));
}

function productPage(response: ServerResponse, product: Product | undefined): void {
  if (!product) return sendHtml(response, 404, page("Not found", "<p>This page does not exist.</p>"));
  const { name, category, price, stock } = product;
  const body = `<p>${category}</p><p class="price">${formatPrice(price)}</p><p class="stock">${stock} in stock</p>`;
  return sendHtml(response, 200, page(escapeHtml(name), body));
}

await runAsProgram(import.meta.url, createStore);
