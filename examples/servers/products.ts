/** What the example store sells: made from four short lists, the same 60 products at every start. */

export interface Product {
  id: number;
  name: string;
  category: string;
  /** Euros. */
  price: number;
  stock: number;
}

const KINDS = [
  { category: "Lighting", name: "Lamp", price: 34 },
  { category: "Lighting", name: "Lantern", price: 22 },
  { category: "Furniture", name: "Chair", price: 89 },
  { category: "Furniture", name: "Table", price: 240 },
  { category: "Furniture", name: "Shelf", price: 120 },
  { category: "Textiles", name: "Blanket", price: 45 },
  { category: "Textiles", name: "Cushion", price: 19 },
  { category: "Kitchen", name: "Kettle", price: 39 },
  { category: "Kitchen", name: "Teapot", price: 28 },
  { category: "Kitchen", name: "Bowl", price: 12 },
] as const;

const STYLES = ["Harbor", "Birch", "Copper", "Alpine", "Night", "Coral"] as const;

export const products: readonly Product[] = STYLES.flatMap((style, row) =>
  KINDS.map((kind, column) => {
    const id = row * KINDS.length + column + 1;
    return {
      id,
      name: `${style} ${kind.name}`,
      category: kind.category,
      price: Math.round(kind.price * (1 + row * 0.15) * 100 + ((id * 37) % 100)) / 100,
      stock: (id * 7) % 9,
    };
  }),
);

/** Products whose name or category holds every word of the query, whatever the case. */
export function searchProducts(query: string): Product[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter(({ name, category }) => {
    const text = `${name} ${category}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** As the store writes prices: €1,240.50 */
export const formatPrice = (price: number): string =>
  "€" + price.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
