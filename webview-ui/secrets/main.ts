import { connectHost } from "../shared/host.ts";
import { mainElement } from "../shared/dom.ts";
import type { SecretsFolder, SecretsPageState, ToExtension, ToView } from "./protocol.ts";
import { showTimes } from "./row.ts";
import { showSecrets } from "./view.ts";

const host = connectHost<ToView, ToExtension, SecretsPageState>();
const main = mainElement();
const before = host.readState();
let folders: SecretsFolder[] = before.folders ?? [];
let scrollY = before.scrollY ?? 0;

let restored = false;

function show(): void {
  showSecrets(main, folders, host.post);
  if (!restored) window.scrollTo(0, scrollY);
  restored = true;
}

host.onMessage((message) => {
  folders = message.folders;
  show();
  host.saveState({ folders, scrollY });
});
window.addEventListener("scrollend", () => {
  ({ scrollY } = window);
  host.saveState({ folders, scrollY });
});
// "3 minutes ago" is not true for ever.
setInterval(() => showTimes(main), 60_000);
if (folders.length > 0) show();
host.post({ type: "ready" });
