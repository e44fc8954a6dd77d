/** The selected run. Each section is made anew only when what it shows is not what it was, so that marked text stays marked. */
import type { RunRecord } from "../../runtime/contract/control.ts";
import { button, el, replaceKeepingFocus, setText } from "../shared/dom.ts";
import { t } from "../shared/l10n.ts";
import { whyNotAgain } from "../shared/runArguments.ts";
import { durationText, exactTime } from "../shared/time.ts";
import type { ToExtension } from "./protocol.ts";
import { sectionsOf } from "./sections.ts";
import { stateIcon, stateText } from "./states.ts";

export interface Detail {
  element: HTMLElement;
  /** @returns whether another run was shown before */
  show(run: RunRecord, screenshot: string | undefined): boolean;
  showNothing(): void;
}

interface DetailDeps {
  post(message: ToExtension): void;
  /** Escape was pressed. */
  close(): void;
  scrolled(top: number): void;
}

export function createDetail({ post, close, scrolled }: DetailDeps): Detail {
  const element = el("section", { class: "detail", tabindex: -1, "aria-label": t("Details of the selected run") });
  const made = new Map<string, { signature: string; element: HTMLElement }>();
  let shown: RunRecord | undefined;
  let elapsed: HTMLElement | undefined;
  element.addEventListener("scrollend", () => scrolled(element.scrollTop));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  const part = (name: string, signature: string, make: () => HTMLElement): HTMLElement => {
    const known = made.get(name);
    if (known?.signature === signature) return known.element;
    const fresh = make();
    made.set(name, { signature, element: fresh });
    return fresh;
  };
  const showElapsed = (): void => {
    if (!elapsed || !shown) return;
    const ms = shown.durationMs ?? (shown.state === "running" ? Date.now() - Date.parse(shown.startedAt) : undefined);
    setText(elapsed, ms === undefined ? "" : durationText(ms));
  };
  setInterval(() => shown?.state === "running" && showElapsed(), 500);

  const showNothing = (): void => {
    shown = undefined;
    made.clear();
    element.replaceChildren(el("p", { class: "none quiet" }, t("Select a run to see what it did.")));
  };
  showNothing();
  return {
    element,
    showNothing,
    show(run, screenshot) {
      const fresh = shown?.id !== run.id;
      if (fresh) made.clear();
      shown = run;
      const { id, tool, state, client, startedAt, result } = run;
      const repeatable = whyNotAgain(run.args) === undefined;
      const head = part("head", JSON.stringify([id, state, result?.length, repeatable]), () => {
        elapsed = el("span", { class: "quiet", "aria-hidden": state === "running" ? "true" : undefined });
        return el(
          "header",
          {},
          el("h2", {}, stateIcon(state), el("span", { class: "tool" }, tool), el("span", { class: "quiet" }, stateText(state)), elapsed), // prettier-ignore
          el("p", { class: "quiet" }, t("Called by {0}", client), " · ", el("time", { datetime: startedAt }, exactTime(startedAt))), // prettier-ignore
          actions(run, post),
        );
      });
      const sections = sectionsOf(run, screenshot, post).map(({ name, of, make }) =>
        part(name, JSON.stringify([of]), make),
      );
      const children = [head, ...sections];
      if (fresh) element.replaceChildren(...children);
      else exchange(element, children);
      showElapsed();
      return fresh;
    },
  };
}

function actions({ id, state, result, args }: RunRecord, post: (message: ToExtension) => void): HTMLElement {
  const act = (
    type: "rerun" | "openForm" | "cancel" | "openResult" | "openTool",
    text: string,
    icon: string,
    kind: "primary" | "secondary",
  ): HTMLElement => {
    // prettier-ignore
    const made = button({ text, icon, kind, onClick: () => post({ type, id }) });
    made.dataset["focus"] = type;
    return made;
  };
  const running = state === "running";
  return el(
    "div",
    { class: "actions" },
    running && act("cancel", t("Cancel"), "debug-stop", "primary"),
    !running && result !== undefined && result.json !== "" && act("openResult", t("Open Result"), "open-preview", "primary"), // prettier-ignore
    !running && whyNotAgain(args) === undefined && act("rerun", t("Run Again…"), "debug-rerun", "secondary"),
    !running && whyNotAgain(args) !== undefined && act("openForm", t("Open Form"), "edit", "secondary"),
    act("openTool", t("Open in tools.json"), "go-to-file", "secondary"),
  );
}

/** Puts only those children in that are not there yet. */
function exchange(container: HTMLElement, children: HTMLElement[]): void {
  const same = children.length === container.children.length && children.every((each, at) => each === container.children[at]); // prettier-ignore
  if (same) return;
  const top = container.scrollTop;
  const stay = new Set<Element>(children);
  const focused = document.activeElement;
  const lost = focused !== null && container.contains(focused) && ![...stay].some((each) => each.contains(focused));
  if (lost) replaceKeepingFocus(container, children, () => container);
  else {
    for (const child of Array.from(container.children)) if (!stay.has(child)) child.remove();
    let next = container.firstElementChild;
    for (const child of children) {
      if (child === next) next = next.nextElementSibling;
      else container.insertBefore(child, next);
    }
  }
  container.scrollTop = top;
}
