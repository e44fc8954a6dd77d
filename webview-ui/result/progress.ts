/** How a run goes: a bar, the last message, the time. */
import type { RunRecord } from "../../runtime/contract/control.ts";
import { el, setAttribute, setText } from "../shared/dom.ts";
import { announce } from "../shared/live.ts";
import { t } from "../shared/l10n.ts";
import { durationText } from "../shared/time.ts";

const TICK_MS = 200;
/** A screen reader is told no more often. */
const TELL_EACH_MS = 3000;

export interface ProgressView {
  element: HTMLElement;
  update(record: RunRecord): void;
}

export function createProgress(): ProgressView {
  const fill = el("div", { class: "fill" });
  const bar = el("div", { class: "progress-bar", role: "progressbar", "aria-label": t("Progress of the run") }, fill);
  const message = el("span", { class: "message" });
  const elapsed = el("span", { class: "elapsed quiet" });
  const element = el(
    "div",
    { class: "progress", hidden: true },
    bar,
    el("div", { class: "progress-line" }, message, elapsed),
  );
  let timer: number | undefined;
  let startedAt = 0;
  let toldAt = 0;

  const tick = (): void => setText(elapsed, durationText(Math.max(0, Date.now() - startedAt)));

  return {
    element,
    update(record) {
      const running = record.state === "running";
      element.hidden = !running;
      clearInterval(timer);
      if (!running) return;
      startedAt = Date.parse(record.startedAt);
      tick();
      timer = setInterval(tick, TICK_MS);
      const last = record.progress.at(-1);
      const text = last?.message ?? t("Running…");
      const share = last?.total ? Math.min(1, Math.max(0, (last.current ?? 0) / last.total)) : undefined;
      fill.style.width = share === undefined ? "" : `${share * 100}%`;
      bar.classList.toggle("open-ended", share === undefined);
      setAttribute(bar, "aria-valuenow", share === undefined ? undefined : Math.round(share * 100));
      setAttribute(bar, "aria-valuetext", text);
      const count = last?.total ? t("{0} of {1}", last.current ?? 0, last.total) : undefined;
      setText(message, count === undefined ? text : `${text} (${count})`);
      if (Date.now() - toldAt < TELL_EACH_MS) return;
      toldAt = Date.now();
      announce(text);
    },
  };
}
