import { connectHost } from "../shared/host.ts";
import { el, mainElement, setText } from "../shared/dom.ts";
import { keptRun } from "./keptRun.ts";
import type { FromResult, ResultState, ToResult } from "./protocol.ts";
import { createRunView } from "./runView.ts";

const host = connectHost<ToResult, FromResult, ResultState>();
const title = el("h1");
const gone = el("p", { class: "notice", role: "status", hidden: true });
const view = createRunView({ post: host.post, inForm: false });
mainElement().append(el("header", {}, title), gone, view.element);
host.onMessage((message) => {
  setText(title, message.title);
  document.title = message.title;
  gone.hidden = message.type !== "gone";
  view.element.hidden = message.type === "gone";
  if (message.type === "gone") return setText(gone, message.why);
  host.saveState({ key: message.key, ...keptRun(message.run) });
  view.show(message.run);
});
host.post({ type: "ready" });
