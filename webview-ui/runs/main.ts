import type { RunState } from "../../runtime/contract/control.ts";
import { mainElement } from "../shared/dom.ts";
import { connectHost } from "../shared/host.ts";
import { t } from "../shared/l10n.ts";
import { announce } from "../shared/live.ts";
import { durationText } from "../shared/time.ts";
import type { RunRow, RunsPageState, ToExtension, ToView } from "./protocol.ts";
import { createView } from "./view.ts";

const host = connectHost<ToView, ToExtension, RunsPageState>();
const state: RunsPageState = {
  selected: undefined,
  text: "",
  state: "all",
  listScroll: 0,
  detailScroll: 0,
  split: 50,
  ...host.readState(),
};
const rows = new Map<string, RunRow>();
const view = createView(mainElement(), state, {
  post: host.post,
  changed: () => host.saveState(state),
});

host.onMessage((message) => {
  if (message.type === "runs") {
    const before = new Map([...rows].map(([id, row]) => [id, row.state]));
    rows.clear();
    for (const row of message.runs) rows.set(row.id, row);
    view.showRows([...rows.values()], message);
    for (const row of message.runs) sayEnd(before.get(row.id), row);
  } else if (message.type === "run") {
    const before = rows.get(message.run.id)?.state;
    rows.set(message.run.id, message.run);
    view.showRow(message.run);
    sayEnd(before, message.run);
  } else if (message.type === "detail") view.showDetail(message.run, message.screenshot);
  else view.select(message.id, "reveal");
});

function sayEnd(before: RunState | undefined, { state: now, tool, note, durationMs }: RunRow): void {
  if (before !== "running" || now === "running") return;
  if (now === "ok") announce(t("{0} is done after {1}.", tool, durationText(durationMs ?? 0)));
  else announce(now === "failed" ? t("{0} failed: {1}", tool, note) : t("{0} was canceled.", tool));
}

host.post({ type: "ready", ...(state.selected === undefined ? {} : { selected: state.selected }) });
