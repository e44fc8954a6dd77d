/** Gives TypeScript the scripts of a project with their added text. */
import type ts from "typescript-classic";
import { type KeyOf, NO_SCRIPTS, type PluginConfig } from "./config.ts";
import { DECLARATIONS_TAIL, type ScriptTail, tailOf } from "./scriptText.ts";

export interface ScriptFiles {
  configure(config: PluginConfig): void;
  readonly declarations: string;
  /** Length of a script as its author has it; undefined for every other file. */
  lengthOf(fileName: string): number | undefined;
  syntaxErrorsOf(fileName: string): ts.DiagnosticWithLocation[];
}

interface Extended {
  raw: ts.IScriptSnapshot;
  tail: ScriptTail;
  snapshot: ts.IScriptSnapshot;
  key: string;
}

export function createScriptFiles(typescript: typeof ts, host: ts.LanguageServiceHost, keyOf: KeyOf): ScriptFiles {
  let config: PluginConfig = NO_SCRIPTS;
  /** Files that scripts import: they have `g` as well, but arguments of any kind. */
  const imported = new Set<string>();
  const byRaw = new WeakMap<ts.IScriptSnapshot, Extended>();
  const bySnapshot = new WeakMap<ts.IScriptSnapshot, Extended>();
  const rawVersion = host.getScriptVersion.bind(host);
  const rawSnapshot = host.getScriptSnapshot.bind(host);

  const isDeclarations = (fileName: string): boolean =>
    config.declarations !== "" && keyOf(fileName) === keyOf(config.declarations);
  /** undefined for a file that is none of ours. */
  const argsTypeOf = (fileName: string): string | undefined => {
    if (config.scripts.size === 0 || !/\.[cm]?[jt]s$/i.test(fileName) || /\.d\.[cm]?ts$/i.test(fileName))
      return undefined;
    const key = keyOf(fileName);
    return config.scripts.get(key) ?? (imported.has(key) ? "" : undefined);
  };
  /** Whatever changes the added text, but for the script itself. */
  const markOf = (fileName: string): string | undefined => {
    const argsType = argsTypeOf(fileName);
    if (argsType !== undefined) return `${config.declarations}|${argsType}`;
    return isDeclarations(fileName) ? "module" : undefined;
  };

  const extend = (fileName: string, raw: ts.IScriptSnapshot): Extended | undefined => {
    const key = markOf(fileName);
    if (key === undefined) return undefined;
    const known = byRaw.get(raw);
    if (known?.key === key) return known;
    const text = raw.getText(0, raw.getLength());
    const argsType = argsTypeOf(fileName);
    if (argsType !== undefined) noteImports(fileName, text);
    const tail: ScriptTail =
      argsType === undefined
        ? { text: DECLARATIONS_TAIL, syntaxErrors: [] }
        : tailOf(typescript, fileName, text, { argsType, declarations: config.declarations });
    const snapshot: ts.IScriptSnapshot = {
      getText: (start, end) => (text + tail.text).slice(start, end),
      getLength: () => text.length + tail.text.length,
      getChangeRange(old) {
        const before = bySnapshot.get(old);
        return before && before.tail.text === tail.text ? raw.getChangeRange(before.raw) : undefined;
      },
    };
    const extended = { raw, tail, snapshot, key };
    byRaw.set(raw, extended);
    bySnapshot.set(snapshot, extended);
    return extended;
  };

  function noteImports(fileName: string, text: string): void {
    for (const { fileName: name } of typescript.preProcessFile(text, true, true).importedFiles) {
      if (!name.startsWith(".")) continue;
      const found = typescript.resolveModuleName(name, fileName, host.getCompilationSettings(), host).resolvedModule;
      if (found && !/[\\/]node_modules[\\/]/.test(found.resolvedFileName)) imported.add(keyOf(found.resolvedFileName));
    }
  }

  host.getScriptVersion = (fileName) => {
    const version = rawVersion(fileName);
    const mark = safely(() => markOf(fileName));
    return mark === undefined ? version : `${version}|${mark}`;
  };
  host.getScriptSnapshot = (fileName) => {
    const raw = rawSnapshot(fileName);
    return raw && (safely(() => extend(fileName, raw)?.snapshot) ?? raw);
  };

  const extendedNow = (fileName: string): Extended | undefined => {
    if (argsTypeOf(fileName) === undefined) return undefined;
    const raw = rawSnapshot(fileName);
    return raw && extend(fileName, raw);
  };
  return {
    configure(next) {
      config = next;
      imported.clear();
    },
    get declarations() {
      return config.declarations;
    },
    lengthOf: (fileName) => safely(() => extendedNow(fileName)?.raw.getLength()),
    syntaxErrorsOf: (fileName) => safely(() => extendedNow(fileName)?.tail.syntaxErrors) ?? [],
  };
}

/** Nothing of ours may break the person's TypeScript. */
export function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
