/** Headers: names without case, values joined by a comma. Turns into a plain object wherever data is wanted. */
import { isArray, keys, mapDelete, mapForEach, mapGet, MapClass, mapSet, stringToLowerCase } from "./primordials.ts";

export class Headers {
  #values = new MapClass<unknown, unknown>();

  constructor(init?: unknown) {
    if (init === undefined || init === null) return;
    if (init instanceof Headers) init.forEach((value, name) => this.append(name, value));
    else if (isArray(init))
      for (let i = 0; i < init.length; i++) this.append((init[i] as unknown[])[0], (init[i] as unknown[])[1]);
    else {
      const names = keys(init);
      for (let i = 0; i < names.length; i++) this.append(names[i], (init as Record<string, unknown>)[names[i] ?? ""]);
    }
  }

  append(name: unknown, value: unknown): void {
    const old = this.get(name);
    this.set(name, old === null ? value : `${old}, ${value as string}`);
  }

  set(name: unknown, value: unknown): void {
    mapSet(this.#values, stringToLowerCase(name), (value as string).trim());
  }

  get(name: unknown): string | null {
    return (mapGet(this.#values, stringToLowerCase(name)) as string | undefined) ?? null;
  }

  has(name: unknown): boolean {
    return this.get(name) !== null;
  }

  delete(name: unknown): void {
    mapDelete(this.#values, stringToLowerCase(name));
  }

  forEach(fn: (value: string, name: string, headers: Headers) => void): void {
    mapForEach(this.#values, (value, name) => fn(value as string, name as string, this));
  }

  *entries(): Generator<[string, string]> {
    for (const [name, value] of this.#values) yield [name as string, value as string];
  }

  *keys(): Generator<string> {
    for (const name of this.#values.keys()) yield name as string;
  }

  *values(): Generator<string> {
    for (const value of this.#values.values()) yield value as string;
  }

  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }

  toJSON(): Record<string, string> {
    const plain: Record<string, string> = {};
    this.forEach((value, name) => (plain[name] = value));
    return plain;
  }
}
