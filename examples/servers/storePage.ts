/** The frame that every page of the example store stands in. */

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** @param body HTML. @param query what stands in the search field. */
export function page(title: string, body: string, query = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)} · Harbor &amp; Birch</title>
  <link rel="icon" href="data:,">
  <style>${STYLE}</style>
</head>
<body>
  <header>
    <a class="brand" href="/">Harbor &amp; Birch</a>
    <form action="/search"><input type="search" name="q" placeholder="Search" aria-label="Search" value="${escapeHtml(query)}"><button>Search</button></form>
    <nav><a href="/catalog">Catalog</a> <a href="/prices">Prices</a></nav>
  </header>
  <main><h1>${escapeHtml(title)}</h1>${body}</main>
</body>
</html>`;
}

const STYLE = `
  :root { color-scheme: light dark; --line: #8884; --accent: #b4552d; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 }
  header { display: flex; gap: 1.5rem; align-items: center; flex-wrap: wrap; padding: 1rem 2rem; border-bottom: 1px solid var(--line) }
  .brand { font-weight: 700; font-size: 1.2rem; text-decoration: none }
  a { color: var(--accent) }
  form { display: flex; flex: 1; gap: .5rem; max-width: 28rem }
  input { flex: 1; min-width: 8rem }
  input, button { font: inherit; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: 6px }
  nav { display: flex; gap: 1rem }
  main { padding: 1rem 2rem; max-width: 64rem }
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem }
  .product { border: 1px solid var(--line); border-radius: 10px; padding: 1rem }
  .product h2 { font-size: 1.05rem; margin: 0 }
  .price { font-weight: 600 }
  .stock { color: #888; font-size: .9rem; margin-left: .5rem }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .35rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top }
  th.number, td.number { text-align: right; font-variant-numeric: tabular-nums }`;
