/** vscode.window: whatever would be shown is recorded; tests say what the person answers. */
import { Disposable, EventEmitter, Position, type Range, Selection } from "./classes.ts";
import type { createDocuments, FakeDocument } from "./documents.ts";
import { Uri } from "./uri.ts";

export interface ShownMessage {
  level: "info" | "warning" | "error";
  text: string;
  modal: boolean;
  detail: string | undefined;
  buttons: string[];
}

/** What a person does; each is asked when something is shown, and undefined is Escape. */
export interface Answers {
  /** The title of the button that is pressed. */
  message?: (message: ShownMessage) => string | undefined;
  /** The chosen item, or items when canPickMany. */
  quickPick?: (items: any[], options: any) => any;
  inputBox?: (options: any) => string | undefined | Promise<string | undefined>;
  openDialog?: (options: any) => Uri[] | undefined | Promise<Uri[] | undefined>;
  workspaceFolder?: (options: any) => any;
}

export class FakeWebview {
  options: unknown = {};
  html = "";
  readonly cspSource = "https://webview.test";
  /** What the extension sent. */
  readonly posted: any[] = [];
  readonly #received = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.#received.event;
  asWebviewUri = (uri: Uri): Uri => uri.with({ scheme: "https", authority: "webview.test" });
  postMessage = (message: unknown): Promise<boolean> => {
    // As the real one does: only JSON arrives.
    this.posted.push(JSON.parse(JSON.stringify(message)));
    return Promise.resolve(true);
  };
  /** As when the page calls postMessage. */
  receive(message: unknown): void {
    this.#received.fire(message);
  }
}

/** A WebviewView or WebviewPanel. */
export class FakeWebviewHolder {
  readonly webview = new FakeWebview();
  readonly viewType: string;
  /** Where the extension wanted it. */
  column: unknown;
  title: string | undefined;
  description: string | undefined;
  badge: unknown;
  visible = true;
  active = true;
  revealed = 0;
  readonly disposed = new EventEmitter<void>();
  readonly changed = new EventEmitter<unknown>();
  readonly onDidDispose = this.disposed.event;
  readonly onDidChangeVisibility = this.changed.event;
  readonly onDidChangeViewState = this.changed.event;
  constructor(viewType: string, title?: string) {
    this.viewType = viewType;
    this.title = title;
  }
  show = (): void => void this.revealed++;
  reveal = (): void => void this.revealed++;
  dispose = (): void => this.disposed.fire();
}

export function createWindow(documents: ReturnType<typeof createDocuments>) {
  const answers: Answers = {};
  const shown = {
    messages: [] as ShownMessage[],
    quickPicks: [] as { items: any[]; options: any }[],
    inputBoxes: [] as any[],
    progress: [] as { title: string | undefined; reports: unknown[]; cancel(): void }[],
    statusItems: [] as any[],
    statusMessages: [] as string[],
    treeViews: new Map<string, any>(),
    webviewViews: new Map<string, any>(),
    webviewPanels: [] as FakeWebviewHolder[],
    panelSerializers: new Map<string, any>(),
    outputChannels: new Map<string, { lines: string[]; shown: number }>(),
    editors: [] as { document: FakeDocument; options: any }[],
  };
  const activeEditor = new EventEmitter<any>();
  const logLevel = new EventEmitter<number>();
  const log = { level: 3 };
  const windowState = new EventEmitter<{ focused: boolean; active: boolean }>();
  const tabs = new EventEmitter<{ opened: any[] }>();

  const message =
    (level: ShownMessage["level"]) =>
    (text: string, ...rest: any[]): Promise<any> => {
      const [options, items] = rest.length > 0 && isOptions(rest[0]) ? [rest[0], rest.slice(1)] : [{}, rest];
      const buttons = items.map((item) => (typeof item === "string" ? item : item.title));
      const one = { level, text, modal: options.modal === true, detail: options.detail, buttons };
      shown.messages.push(one);
      const answer = answers.message?.(one);
      return Promise.resolve(answer === undefined ? undefined : items[buttons.indexOf(answer)]);
    };

  const window = {
    activeTextEditor: undefined as any,
    visibleTextEditors: [] as any[],
    activeColorTheme: { kind: 2 },
    state: { focused: true, active: true },
    tabGroups: { all: [] as any[], onDidChangeTabs: tabs.event, tabs },
    onDidChangeActiveTextEditor: activeEditor.event,
    onDidChangeWindowState: windowState.event,
    showInformationMessage: message("info"),
    showWarningMessage: message("warning"),
    showErrorMessage: message("error"),
    async showQuickPick(from: any, options: any = {}): Promise<any> {
      const items = await from;
      shown.quickPicks.push({ items, options });
      return await answers.quickPick?.(items, options);
    },
    async showInputBox(options: any = {}): Promise<string | undefined> {
      shown.inputBoxes.push(options);
      return await answers.inputBox?.(options);
    },
    showOpenDialog: async (options: any = {}) => await answers.openDialog?.(options),
    showWorkspaceFolderPick: async (options: any = {}) => await answers.workspaceFolder?.(options),
    async showTextDocument(what: any, options: any = {}): Promise<any> {
      const document: FakeDocument = what instanceof Uri ? documents.open(what) : what;
      const at = options.selection?.start ?? new Position(0, 0);
      const editor = {
        document,
        options: {},
        selection: new Selection(at, options.selection?.end ?? at),
        viewColumn: 1,
        revealRange: () => {},
        async edit(make: (builder: unknown) => void): Promise<boolean> {
          make({ replace: (range: Range, newText: string) => document.edit([{ range, newText }]) });
          return true;
        },
      };
      shown.editors.push({ document, options });
      window.activeTextEditor = editor;
      window.visibleTextEditors = [editor];
      activeEditor.fire(editor);
      return editor;
    },
    async withProgress(options: any, task: (progress: any, token: any) => Promise<any>): Promise<any> {
      const cancel = new EventEmitter<void>();
      const token = { isCancellationRequested: false, onCancellationRequested: cancel.event };
      const reports: unknown[] = [];
      shown.progress.push({
        title: options.title,
        reports,
        cancel: () => {
          token.isCancellationRequested = true;
          cancel.fire();
        },
      });
      return await task({ report: (value: unknown) => reports.push(value) }, token);
    },
    createStatusBarItem(id: string, alignment: number, priority: number) {
      const item = {
        id,
        alignment,
        priority,
        text: "",
        tooltip: undefined,
        command: undefined,
        visible: false,
        show: () => void (item.visible = true),
        hide: () => void (item.visible = false),
        dispose: () => void (item.visible = false),
      };
      shown.statusItems.push(item);
      return item;
    },
    setStatusBarMessage(text: string) {
      shown.statusMessages.push(text);
      return new Disposable(() => {});
    },
    createTreeView(id: string, options: any) {
      const visibility = new EventEmitter<unknown>();
      const view = {
        options,
        message: undefined,
        badge: undefined,
        description: undefined,
        visible: true,
        selection: [],
        onDidChangeVisibility: visibility.event,
        onDidChangeSelection: new EventEmitter<unknown>().event,
        onDidExpandElement: new EventEmitter<unknown>().event,
        onDidCollapseElement: new EventEmitter<unknown>().event,
        reveal: () => Promise.resolve(),
        dispose: () => void shown.treeViews.delete(id),
      };
      shown.treeViews.set(id, view);
      return view;
    },
    registerTreeDataProvider: (id: string, treeDataProvider: any) => window.createTreeView(id, { treeDataProvider }),
    registerWebviewViewProvider(id: string, provider: any, options: any) {
      shown.webviewViews.set(id, { provider, options });
      return new Disposable(() => shown.webviewViews.delete(id));
    },
    createWebviewPanel(viewType: string, title: string, place: any, options: unknown) {
      const panel = new FakeWebviewHolder(viewType, title);
      panel.column = place.viewColumn ?? place;
      panel.webview.options = options;
      shown.webviewPanels.push(panel);
      return panel;
    },
    registerWebviewPanelSerializer(viewType: string, serializer: any) {
      shown.panelSerializers.set(viewType, serializer);
      return new Disposable(() => shown.panelSerializers.delete(viewType));
    },
    createOutputChannel(name: string) {
      const record = { lines: [] as string[], shown: 0 };
      shown.outputChannels.set(name, record);
      const line =
        (level: string) =>
        (text: unknown): void =>
          void record.lines.push(`[${level}] ${text instanceof Error ? text.message : String(text)}`);
      return {
        name,
        get logLevel() {
          return log.level;
        },
        onDidChangeLogLevel: logLevel.event,
        trace: line("trace"),
        debug: line("debug"),
        info: line("info"),
        warn: line("warning"),
        error: line("error"),
        append: line("text"),
        appendLine: line("text"),
        show: () => void record.shown++,
        hide: () => {},
        clear: () => {},
        replace: () => {},
        dispose: () => {},
      };
    },
  };

  return {
    window,
    shown,
    answers,
    setLogLevel(level: number): void {
      log.level = level;
      logLevel.fire(level);
    },
    /** Opens a webview view as the person does who clicks at its container. */
    async resolveWebviewView(id: string): Promise<FakeWebviewHolder> {
      const entry = shown.webviewViews.get(id);
      if (!entry) throw new Error(`There is no view ${id}`);
      const view = new FakeWebviewHolder(id);
      await entry.provider.resolveWebviewView(view, { state: undefined }, { isCancellationRequested: false });
      return view;
    },
  };
}

function isOptions(value: any): boolean {
  return typeof value === "object" && value !== null && !("title" in value);
}
