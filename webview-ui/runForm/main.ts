import { connectHost } from "../shared/host.ts";
import { mainElement } from "../shared/dom.ts";
import type { FormState, FromForm, ToForm } from "./protocol.ts";
import { createRunFormView } from "./view.ts";

const host = connectHost<ToForm, FromForm, FormState>();
const view = createRunFormView(mainElement(), host);
host.onMessage(view.receive);
const { key } = host.readState();
host.post(key ? { type: "ready", key } : { type: "ready" });
