/** Problems of each tools.json, and of the scripts it names, as the runtime finds them: while typing, and when anything they rest on changes. */
import type * as vscode from "vscode";
import type { DocumentProblem, Fix } from "../../runtime/contract/control.ts";
import { isThere } from "../files.ts";
import { addressOf } from "../folders.ts";
import type { PartDeps } from "../part.ts";
import type { FolderRuntime } from "../runtimes.ts";
import { SOURCE, toDiagnostic, toUri } from "./convert.ts";
import { ask, openDocument, placeOf, TOOLS_FILE, toolsUri, whenRunning } from "./documents.ts";
import type { Scripts } from "./scripts.ts";

const PAUSE_MS = 250;
/** While tools.json is open, VS Code says it by the schema, which needs `type` to complete values; but not in a file with such an entry, which the schema takes for somebody else's. */
const SAID_BY_SCHEMA = "wrong-type";
/** It cannot be read at all: what VS Code says of any JSON file. */
const NO_JSON = "broken-file";
const ENTRY = /^\/tools\/\d+$/;

export interface Diagnostics extends vscode.Disposable {
  /** What can be done about a problem that is shown in a document; nothing when tools.json has changed since. */
  fixesOf(uri: vscode.Uri, diagnostic: vscode.Diagnostic): { runtime: FolderRuntime; fixes: Fix[] } | undefined;
}

/** What is shown of one folder. */
interface Shown {
  runtime: FolderRuntime;
  timer?: NodeJS.Timeout;
  /** Of the request under way. */
  source?: vscode.CancellationTokenSource;
  /** Address of a file → its problems. */
  problems: Map<string, { diagnostic: vscode.Diagnostic; fixes: Fix[] }[]>;
  /** Of tools.json as it was checked; undefined: it was not open. */
  version: number | undefined;
}

export function createDiagnostics(deps: PartDeps, scripts: Scripts): Diagnostics {
  const { vscode, runtimes } = deps;
  const collection = vscode.languages.createDiagnosticCollection(SOURCE);
  const folders = new Map<string, Shown>();

  const shownOf = (runtime: FolderRuntime): Shown => {
    const known = folders.get(addressOf(runtime)) ?? { runtime, problems: new Map(), version: undefined };
    known.runtime = runtime;
    folders.set(addressOf(runtime), known);
    return known;
  };
  const openTools = (runtime: FolderRuntime): vscode.TextDocument | undefined =>
    openDocument(deps, toolsUri(deps, runtime));

  const check = async (shown: Shown): Promise<void> => {
    const { runtime } = shown;
    shown.source?.cancel();
    const source = new vscode.CancellationTokenSource();
    shown.source = source;
    const document = openTools(runtime);
    if (!document && !(await isThere(vscode, toolsUri(deps, runtime)))) {
      if (shown.source === source) show(shown, []);
      return;
    }
    const version = document?.version;
    const text = document ? { text: document.getText() } : {};
    const problems = await ask(deps, runtime, "document/problems", text, source.token);
    if (!problems || shown.source !== source) return;
    shown.version = version;
    show(shown, problems);
  };
  const show = (shown: Shown, problems: DocumentProblem[]): void => {
    const before = shown.problems;
    shown.problems = new Map();
    const isType = ({ code, file }: DocumentProblem): boolean => code === SAID_BY_SCHEMA && file === TOOLS_FILE;
    const judged = !problems.some((problem) => isType(problem) && ENTRY.test(problem.pointer));
    for (const problem of problems) {
      if (shown.version !== undefined && ((judged && isType(problem)) || problem.code === NO_JSON)) continue;
      const address = toUri(vscode, shown.runtime.folder.uri, problem.file).toString();
      const list = shown.problems.get(address) ?? [];
      list.push({ diagnostic: toDiagnostic(vscode, problem), fixes: problem.fixes });
      shown.problems.set(address, list);
    }
    for (const address of before.keys()) if (!shown.problems.has(address)) collection.delete(vscode.Uri.parse(address));
    for (const [address, list] of shown.problems)
      collection.set(
        vscode.Uri.parse(address),
        list.map(({ diagnostic }) => diagnostic),
      );
  };
  const soon = (runtime: FolderRuntime): void => {
    const shown = shownOf(runtime);
    shown.source?.cancel();
    clearTimeout(shown.timer);
    shown.timer = setTimeout(() => void check(shown), PAUSE_MS);
  };
  const forget = (address: string, shown: Shown): void => {
    clearTimeout(shown.timer);
    shown.source?.cancel();
    delete shown.source;
    show(shown, []);
    folders.delete(address);
  };

  const soonFor = (uri: vscode.Uri): void => {
    const place = placeOf(deps, uri);
    if (place?.file === TOOLS_FILE) soon(place.runtime);
  };
  const soonForScript = (uri: vscode.Uri): void => {
    const place = scripts.has(uri) ? placeOf(deps, uri) : undefined;
    if (place) soon(place.runtime);
  };
  const follow = (): void => {
    const addresses = new Set(runtimes.all.map(addressOf));
    for (const [address, shown] of folders) if (!addresses.has(address)) forget(address, shown);
    // Files that were open before the folder came or was trusted.
    for (const { uri } of vscode.workspace.textDocuments) if (isNew(uri)) soonFor(uri);
  };
  const isNew = (uri: vscode.Uri): boolean => {
    const place = placeOf(deps, uri);
    return place !== undefined && !folders.has(addressOf(place.runtime));
  };

  const watcher = vscode.workspace.createFileSystemWatcher("**/tools.json");
  const { workspace } = vscode;
  const subscriptions = [
    collection,
    watcher,
    watcher.onDidCreate(soonFor),
    watcher.onDidChange(soonFor),
    watcher.onDidDelete(soonFor),
    workspace.onDidOpenTextDocument(({ uri }) => soonFor(uri)),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) soonFor(document.uri);
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      soonFor(uri);
      soonForScript(uri);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => soonFor(uri)),
    runtimes.on("tools/changed", soon),
    runtimes.on("secrets/changed", soon),
    runtimes.onDidChange(follow),
    whenRunning(deps, soon),
  ];
  follow();

  return {
    fixesOf(uri, diagnostic) {
      for (const { problems, runtime, version } of folders.values()) {
        const found = problems.get(uri.toString())?.find((each) => isSame(each.diagnostic, diagnostic));
        if (!found) continue;
        const current = openTools(runtime)?.version === version;
        return { runtime, fixes: found.fixes.filter(({ kind }) => current || kind !== "edit") };
      }
      return undefined;
    },
    dispose() {
      for (const [address, shown] of folders) forget(address, shown);
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** VS Code hands copies back. */
function isSame(one: vscode.Diagnostic, other: vscode.Diagnostic): boolean {
  return one.message === other.message && one.code === other.code && one.range.isEqual(other.range);
}
