/** The page: what the tool is, its arguments, Run, and below it how the run goes and what came of it. */
import type { JsonObject } from "../../runtime/contract/tools.ts";
import { keptRun } from "../result/keptRun.ts";
import type { ShownRun } from "../result/protocol.ts";
import { createRunView } from "../result/runView.ts";
import { button, el, setText } from "../shared/dom.ts";
import { focusHere } from "../shared/focus.ts";
import type { Host } from "../shared/host.ts";
import { announce } from "../shared/live.ts";
import { t } from "../shared/l10n.ts";
import { createArgumentsEditor, type ArgumentsEditor } from "./argumentsEditor.ts";
import type { FormKey, FormState, FromForm, ToForm } from "./protocol.ts";
import { withoutSecrets } from "./secretValues.ts";

type FormMessage = Extract<ToForm, { type: "form" }>;

const CHECK_AFTER_MS = 250;

export function createRunFormView(main: HTMLElement, host: Host<ToForm, FromForm, FormState>) {
  let shown: FormMessage | undefined;
  let editor: ArgumentsEditor | undefined;
  let serial = 0;
  let checkTimer: number | undefined;
  let running = false;
  let result: ShownRun | undefined;

  const title = el("h1");
  const description = el("p", { class: "description" });
  const heading = el("header", {}, el("div", { class: "title" }, title), description);
  const unavailable = el("div", { class: "notice error", role: "alert", hidden: true });
  const place = el("div", { class: "place" });
  const run = button({ text: t("Run"), icon: "play", kind: "primary", onClick: start });
  const cancel = button({ text: t("Cancel"), icon: "debug-stop", onClick: () => host.post({ type: "cancel" }) });
  const reset = button({ text: t("Reset"), icon: "discard", onClick: () => resetArguments() });
  const copy = button({ text: t("Copy as Call"), icon: "copy", onClick: copyCall });
  const runKey = el("kbd", { class: "quiet", "aria-hidden": "true" }, isMac() ? "⌘⏎" : "Ctrl+Enter");
  run.title = t("Run ({0})", isMac() ? "⌘⏎" : "Ctrl+Enter");
  cancel.hidden = true;
  const bar = el("div", { class: "bar" }, run, cancel, runKey, el("span", { class: "space" }), reset, copy);
  const form = el("form", { onsubmit: (event: Event) => event.preventDefault() }, place, bar);
  const runView = createRunView({
    post: (action) => (action.type === "runAgain" ? start() : action.type === "editArguments" ? editor?.focus() : host.post(action)), // prettier-ignore
    inForm: true,
  });
  main.replaceChildren(heading, unavailable, form, runView.element);
  form.hidden = true;

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || form.hidden) return;
    event.preventDefault();
    start();
  });
  window.addEventListener("pagehide", save);

  function showForm(message: FormMessage): void {
    const before = shown;
    shown = message;
    form.hidden = false;
    showUnavailable(message.why);
    setText(title, message.title);
    document.title = message.title;
    setText(description, message.description);
    if (!before || !editor || message.replace || !sameSchema(before.parameters, message.parameters)) {
      const draft = message.replace ? undefined : (readDraft(message) ?? currentDraft(before));
      edit({ schema: message.parameters, args: message.args, mode: "form", ...draft });
    }
    if (message.opened && document.activeElement === document.body) focusHere(() => editor?.focus());
  }

  function showUnavailable(why: string | undefined): void {
    const isNew = unavailable.hidden;
    unavailable.hidden = why === undefined;
    if (why === undefined) return;
    setText(unavailable, why);
    if (isNew && !running) runView.markEarlier();
  }

  function edit(options: {
    schema: JsonObject;
    args: JsonObject;
    mode: "form" | "json";
    text?: string | undefined;
  }): void {
    editor = createArgumentsEditor({ ...options, onChange: changed });
    heading.querySelector(".modes")?.remove();
    heading.querySelector(".title")?.append(editor.modes);
    place.replaceChildren(editor.element);
    changed();
  }

  /** What was typed before the view was hidden or the window reloaded. */
  function readDraft(message: FormMessage): Draft | undefined {
    const state = host.readState();
    if (editor || !state.draft || !sameKey(state.key, message.key)) return undefined;
    if (state.schema !== JSON.stringify(message.parameters)) return undefined;
    return { args: state.draft, mode: state.mode ?? "form", text: state.text };
  }

  /** What is typed now, when the tool's parameters have changed meanwhile. */
  function currentDraft(before: FormMessage | undefined): Draft | undefined {
    const args = before ? editor?.read() : undefined;
    return args && editor ? { args, mode: editor.mode } : undefined;
  }

  function changed(): void {
    serial += 1;
    clearTimeout(checkTimer);
    checkTimer = setTimeout(check, CHECK_AFTER_MS);
  }

  function check(): void {
    save();
    const args = editor?.read();
    if (args) host.post({ type: "check", serial, args });
  }

  function save(): void {
    if (!shown || !editor) return;
    const args = editor.read();
    const text = editor.text();
    host.saveState({
      key: shown.key,
      draft: withoutSecrets(shown.parameters, args ?? host.readState().draft ?? {}),
      mode: editor.mode,
      schema: JSON.stringify(shown.parameters),
      ...keptRun(result),
      // A text that is no JSON yet could hold anything.
      ...(text !== undefined && args === undefined && !mentionsSecret(shown.parameters) ? { text } : {}),
    });
  }

  function start(): void {
    if (!shown || !editor || running) return;
    const args = editor.read();
    if (!args || editor.wrong()) {
      runView.markEarlier();
      editor.showAll();
      return;
    }
    setRunning(true);
    save();
    host.post({ type: "start", args, remember: withoutSecrets(shown.parameters, args) });
  }

  function setRunning(next: boolean): void {
    const focused = document.activeElement;
    running = next;
    run.setAttribute("aria-disabled", String(next));
    cancel.hidden = !next;
    // A button that goes must not take the focus with it.
    if (!next && focused === cancel) focusHere(() => run.focus());
  }

  function resetArguments(): void {
    if (!shown || !editor) return;
    runView.markEarlier();
    edit({ schema: shown.parameters, args: shown.initial, mode: editor.mode });
    announce(t("The arguments were reset."));
  }

  function copyCall(): void {
    const args = editor?.read();
    if (args) host.post({ type: "copyCall", args });
    else editor?.showAll();
  }

  return {
    receive(message: ToForm): void {
      switch (message.type) {
        case "form":
          return showForm(message);
        case "unavailable":
          return showUnavailable(message.why);
        case "problems":
          if (message.serial === serial) editor?.setProblems(message.problems);
          return;
        case "notRun":
          setRunning(false);
          runView.markEarlier();
          if (message.problems.length === 0) return;
          editor?.setProblems(message.problems);
          editor?.showAll();
          return;
        case "run": {
          const wasRunning = running;
          setRunning(message.run.record.state === "running");
          runView.show(message.run);
          // The page was made anew.
          if (!wasRunning && !unavailable.hidden) runView.markEarlier();
          result = message.run;
          save();
        }
      }
    },
  };
}

interface Draft {
  args: JsonObject;
  mode: "form" | "json";
  text?: string | undefined;
}

function sameSchema(one: JsonObject, other: JsonObject): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function sameKey(one: FormKey | undefined, other: FormKey): boolean {
  return one?.folder === other.folder && one.tool === other.tool;
}

function mentionsSecret(schema: JsonObject): boolean {
  return /"(?:writeOnly|password)"/.test(JSON.stringify(schema));
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
