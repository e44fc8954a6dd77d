/** What the machine gives to the runtime: which Node it runs on, and the session that a keychain of Linux needs. */
import type { Finding } from "../contract/control.ts";
import type { Environment } from "../environment.ts";

/** Who chose the Node, in the words of extension/nodeBinary.ts. */
const CHOSEN: Readonly<Record<string, string>> = {
  setting: "named in the setting guidon.nodePath",
  bundled: "that comes with the extension",
  own: "of the editor itself",
  path: "found on the PATH",
};

/** @param environment GUIDON_NODE_SOURCE is set by an editor that chose the Node */
export function nodeFinding(environment: Environment): Finding {
  const { node: version, v8, modules } = process.versions;
  const known = modules === "137" || modules === "147";
  const source = environment["GUIDON_NODE_SOURCE"] ?? "";
  const chosen = Object.hasOwn(CHOSEN, source) ? `, the one ${CHOSEN[source]}` : "";
  return {
    what: "Node",
    state: known ? "ok" : "warning",
    text: `${version} (V8 ${v8}, ABI ${modules}) at ${process.execPath}${chosen}`,
    ...(known ? {} : { next: "Guidon is tested on Node 26 and 24; other versions may have no prebuilt sandbox." }),
  };
}

/** Of Linux only: the keychains of the other systems need none. */
export function sessionFindings(environment: Environment, platform: string = process.platform): Finding[] {
  if (platform !== "linux") return [];
  const address = environment["DBUS_SESSION_BUS_ADDRESS"];
  if (address) return [{ what: "Session bus", state: "ok", text: address }];
  return [
    {
      what: "Session bus",
      state: "warning",
      text: "none, so no keychain can be reached",
      next: "Log in to a desktop session, install dbus and gnome-keyring, or set secrets as GUIDON_SECRET_<NAME> in the environment.",
    },
  ];
}
