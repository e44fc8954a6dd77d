/** How the browser is started: its arguments and its environment. */
import type { BrowserKind } from "./findBrowser.ts";
import { HOST_RESOLVER_RULES } from "./urlPolicy.ts";

export function launchArguments(kind: BrowserKind, options: { asRoot: boolean; headless: boolean }): string[] {
  return [
    "--window-size=1280,900",
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    // Role and name of an element, as assistive technology gets them, for role= selectors.
    "--enable-blink-features=ComputedAccessibilityInfo",
    `--host-resolver-rules=${HOST_RESOLVER_RULES}`,
    ...(kind === "chrome" && options.headless ? ["--no-startup-window"] : []),
    // Chromium's own sandbox does not work for root.
    ...(options.asRoot ? ["--no-sandbox"] : []),
  ];
}

/** Names that a browser needs, or that say how this machine reaches the network. All else of the runtime's environment holds other people's keys. */
const PASSED =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|FONTCONFIG_\w+|LD_LIBRARY_PATH|SSL_CERT_\w+|(https?|all|no|ftp)_proxy|SystemRoot|SystemDrive|windir|ProgramFiles.*|ProgramData|LOCALAPPDATA|APPDATA|USERPROFILE|COMSPEC|PATHEXT)$/i;

/** @param profile folder of this browser. What Chrome keeps outside of a profile (crash reports) goes there, too. */
export function browserEnvironment(
  environment: Record<string, string | undefined>,
  profile: string,
): Record<string, string> {
  const passed = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && PASSED.test(entry[0]),
  );
  return { ...Object.fromEntries(passed), XDG_CONFIG_HOME: profile };
}
