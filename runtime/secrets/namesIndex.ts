/** Which secrets a keychain service has and since when, so that listing them reads no value and needs no unlocking. */
import { readPrivateJson, withFileLock, writePrivateFile } from "../files.ts";
import type { StoredSecret } from "./secretStore.ts";

export interface NamesIndex {
  list(): StoredSecret[];
  add(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** @param file absolute; JSON of name → ISO time. */
export function createNamesIndex(file: string): NamesIndex {
  const read = (): Record<string, string> => {
    const names = readPrivateJson(file);
    if (typeof names !== "object" || names === null) return {};
    return Object.fromEntries(Object.entries(names).map(([name, setAt]) => [name, String(setAt)]));
  };
  const change = (edit: (names: Record<string, string>) => Record<string, string>): Promise<void> =>
    withFileLock(file, () => writePrivateFile(file, JSON.stringify(edit(read()), undefined, 2) + "\n"));
  return {
    list: () =>
      Object.entries(read())
        .map(([name, setAt]) => ({ name, setAt }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    add: (name) => change((names) => ({ ...names, [name]: new Date().toISOString() })),
    remove: (name) => change((names) => Object.fromEntries(Object.entries(names).filter(([each]) => each !== name))),
  };
}
