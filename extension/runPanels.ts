/** The open forms and results: one of each for a tool, found again after the window was reloaded. */
import type * as vscode from "vscode";
import type { JsonObject } from "../runtime/contract/tools.ts";
import type { ResultState, ShownRun } from "../webview-ui/result/protocol.ts";
import type { FormState } from "../webview-ui/runForm/protocol.ts";
import { findRuntime } from "./folders.ts";
import { runtimeAt } from "./openFolder.ts";
import type { PartDeps } from "./part.ts";
import { createResultView, RESULT_VIEW, type ResultView } from "./resultView.ts";
import { createRunForm, FORM_VIEW, type RunForm } from "./runForm.ts";
import { keptRun } from "./shownRun.ts";
import type { ToolArgument } from "./target.ts";
import type { VsCode } from "./vscodeApi.ts";

export interface RunPanels extends vscode.Disposable {
  /** @param args take the place of what is in the form */
  openForm(tool: ToolArgument, args?: JsonObject): void;
  openResult(tool: ToolArgument): ResultView;
}

const made = new WeakMap<vscode.ExtensionContext, RunPanels>();

/** Those of the extension; commands find them here. */
export function runPanelsOf(deps: PartDeps): RunPanels {
  return made.get(deps.context) ?? createRunPanels(deps);
}

export function createRunPanels(deps: PartDeps): RunPanels {
  const { vscode, context } = deps;
  const forms = new Map<string, RunForm>();
  const results = new Map<string, ResultView>();
  const panels = new Set<vscode.WebviewPanel>();

  function keep<View>(views: Map<string, View>, tool: ToolArgument, panel: vscode.WebviewPanel, view: View): View {
    const key = keyOf(tool);
    views.set(key, view);
    panels.add(panel);
    panel.onDidDispose(() => {
      panels.delete(panel);
      if (views.get(key) === view) views.delete(key);
    });
    return view;
  }

  function newPanel(view: string): vscode.WebviewPanel {
    const place = { viewColumn: columnOfPanels(vscode) ?? vscode.ViewColumn.Beside, preserveFocus: false };
    return vscode.window.createWebviewPanel(view, "Guidon", place, { enableFindWidget: true });
  }

  const serializers = [
    vscode.window.registerWebviewPanelSerializer(FORM_VIEW, {
      async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: Partial<FormState> | undefined) {
        const tool = toolOf(deps, state?.key);
        if (!tool || forms.has(keyOf(tool))) return panel.dispose();
        const kept = keptRun(state?.run, tool.tool);
        keep(forms, tool, panel, createRunForm(deps, tool, panel, { opened: false, kept }));
      },
    }),
    vscode.window.registerWebviewPanelSerializer(RESULT_VIEW, {
      async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: Partial<ResultState> | undefined) {
        const tool = toolOf(deps, state?.key);
        if (!tool || results.has(keyOf(tool))) return panel.dispose();
        const kept = keptRun(state?.run, tool.tool);
        const view = keep(results, tool, panel, createResultView(deps, tool, panel, kept));
        await restore(deps, tool, view, { id: state?.key?.id, kept });
      },
    }),
  ];

  const own: RunPanels = {
    openForm(tool, args) {
      const form = forms.get(keyOf(tool));
      if (form) return form.open(args);
      const panel = newPanel(FORM_VIEW);
      keep(forms, tool, panel, createRunForm(deps, tool, panel, { opened: true, args }));
    },
    openResult(tool) {
      const view = results.get(keyOf(tool));
      view?.reveal();
      if (view) return view;
      const panel = newPanel(RESULT_VIEW);
      return keep(results, tool, panel, createResultView(deps, tool, panel));
    },
    dispose() {
      made.delete(context);
      for (const serializer of serializers) serializer.dispose();
      for (const panel of panels) panel.dispose();
    },
  };
  made.set(context, own);
  return own;
}

/** The runtime's word on the run goes before what the page kept of it. */
async function restore(
  deps: PartDeps,
  { folder }: ToolArgument,
  view: ResultView,
  { id, kept }: { id: string | undefined; kept: ShownRun | undefined },
): Promise<void> {
  try {
    const record = (await runtimeAt(deps, folder).request("runs/list", {})).find((one) => one.id === id);
    if (record) await view.show(record);
    else if (!kept) view.gone(deps.vscode.l10n.t("This run is not kept any more."));
  } catch (error) {
    if (!kept) view.gone(error instanceof Error ? error.message : String(error));
  }
}

/** Where forms and results are already: the editors that a person works in keep their room. One that was not looked at since the window was reloaded is only a tab. */
function columnOfPanels(vscode: VsCode): vscode.ViewColumn | undefined {
  const isOurs = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview && [FORM_VIEW, RESULT_VIEW].some((view) => input.viewType.endsWith(view));
  const groups = vscode.window.tabGroups.all.filter(({ tabs }) => tabs.some(isOurs));
  const inSight = groups.find(({ activeTab }) => activeTab && isOurs(activeTab));
  return (inSight ?? groups[0])?.viewColumn;
}

function toolOf(deps: PartDeps, key: Partial<ToolArgument> | undefined): ToolArgument | undefined {
  const { folder, tool } = key ?? {};
  return typeof folder === "string" && typeof tool === "string" && findRuntime(deps, folder)
    ? { folder, tool }
    : undefined;
}

function keyOf({ folder, tool }: ToolArgument): string {
  return `${folder}\n${tool}`;
}
