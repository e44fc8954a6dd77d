/** The open forms and results: one of each for a tool, found again after the window was reloaded. */
import type * as vscode from "vscode";
import type { JsonObject } from "../runtime/contract/tools.ts";
import type { ResultState } from "../webview-ui/result/protocol.ts";
import type { FormState } from "../webview-ui/runForm/protocol.ts";
import { findRuntime } from "./folders.ts";
import type { PartDeps } from "./part.ts";
import { createResultView, RESULT_VIEW, type ResultView } from "./resultView.ts";
import { createRunForm, FORM_VIEW, type RunForm } from "./runForm.ts";
import type { ToolTarget } from "./target.ts";

export interface RunPanels extends vscode.Disposable {
  /** @param args take the place of what is in the form */
  openForm(target: ToolTarget, args?: JsonObject): void;
  openResult(target: ToolTarget): ResultView;
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

  function keep<View>(views: Map<string, View>, target: ToolTarget, panel: vscode.WebviewPanel, view: View): View {
    const key = keyOf(target);
    views.set(key, view);
    panels.add(panel);
    panel.onDidDispose(() => {
      panels.delete(panel);
      if (views.get(key) === view) views.delete(key);
    });
    return view;
  }

  function newPanel(view: string): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    return vscode.window.createWebviewPanel(view, "Guidon", place, { enableFindWidget: true });
  }

  const serializers = [
    vscode.window.registerWebviewPanelSerializer(FORM_VIEW, {
      async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: Partial<FormState> | undefined) {
        const target = targetOf(deps, state?.key);
        if (!target || forms.has(keyOf(target))) return panel.dispose();
        keep(forms, target, panel, createRunForm(deps, target, panel));
      },
    }),
    vscode.window.registerWebviewPanelSerializer(RESULT_VIEW, {
      async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: Partial<ResultState> | undefined) {
        const target = targetOf(deps, state?.key);
        if (!target || results.has(keyOf(target))) return panel.dispose();
        const view = keep(results, target, panel, createResultView(deps, target, panel));
        await restore(deps, target, view, state?.key?.id);
      },
    }),
  ];

  const own: RunPanels = {
    openForm(target, args) {
      const form = forms.get(keyOf(target));
      if (form) return form.open(args);
      const panel = newPanel(FORM_VIEW);
      keep(forms, target, panel, createRunForm(deps, target, panel, args));
    },
    openResult(target) {
      const view = results.get(keyOf(target));
      view?.reveal();
      if (view) return view;
      const panel = newPanel(RESULT_VIEW);
      return keep(results, target, panel, createResultView(deps, target, panel));
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

async function restore(
  deps: PartDeps,
  { runtime }: ToolTarget,
  view: ResultView,
  id: string | undefined,
): Promise<void> {
  try {
    const record = (await runtime.request("runs/list", {})).find((one) => one.id === id);
    if (record) await view.show(record);
    else view.gone(deps.vscode.l10n.t("This run is not kept any more."));
  } catch (error) {
    view.gone(error instanceof Error ? error.message : String(error));
  }
}

function targetOf(deps: PartDeps, key: { folder: string; tool: string } | undefined): ToolTarget | undefined {
  const runtime = key && findRuntime(deps, key.folder);
  return runtime && typeof key.tool === "string" ? { runtime, tool: key.tool } : undefined;
}

function keyOf({ runtime, tool }: ToolTarget): string {
  return `${runtime.folder.uri.toString()}\n${tool}`;
}
