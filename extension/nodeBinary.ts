/** Which Node runs the runtime: one whose sandbox can be loaded. Desktop editors bring a Node of their own kind, which cannot. */
import { execFile } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type * as vscode from "vscode";
import { childEnvironment } from "./childEnvironment.ts";

export type NodeSource = "setting" | "bundled" | "own" | "path";

export interface FoundNode {
  /** As it says itself: what was asked can be a shim, which starts another one in another folder. */
  path: string;
  source: NodeSource;
  /** process.versions.modules: "147" is Node 26, "137" is Node 24. */
  abi: string;
  version: string;
}

export interface NoNode {
  /** For the person: what is wrong, and what to do. */
  problem: string;
  /** One line for each place, with what was found there. */
  lookedAt: string[];
}

/** What a program said of itself, or why it said nothing. */
export type Probed = { path: string; version: string; abi: string; electron: boolean } | { failure: string };

export interface NodePlaces {
  l10n: Pick<typeof vscode.l10n, "t">;
  /** guidon.nodePath; "" for none. */
  setting: string;
  extensionPath: string;
  /** Of this process. */
  execPath: string;
  versions: { readonly node?: string; readonly modules?: string; readonly electron?: string };
  /** PATH */
  path: string;
  platform?: NodeJS.Platform;
  probe?: (path: string) => Promise<Probed>;
}

const ABIS = new Set(["147", "137"]);
/** Of the PATH; whoever has more Nodes than this names one in the setting. */
const MOST_CANDIDATES = 8;
const PROBE_MS = 5000;

/** The first that fits of: setting, bundled, this process's own, PATH. A setting that does not fit is an error, never passed over. */
export async function findNode(places: NodePlaces): Promise<FoundNode | NoNode> {
  const { l10n, setting, probe = (file: string) => probeNode(file, l10n) } = places;
  if (setting) return await fromSetting(setting, l10n, probe);
  const lookedAt: string[] = [];
  for (const { path, source } of candidates(places)) {
    const probed = await probe(path);
    const fault = faultOf(probed, l10n);
    if (fault === undefined && "abi" in probed) return found(probed, source);
    lookedAt.push(`${path}: ${fault}`);
  }
  const problem =
    lookedAt.length === 0
      ? l10n.t(
          "Guidon needs Node 26 or 24 to run tools, and none was found. Install one, or name its program in the setting guidon.nodePath.",
        )
      : l10n.t(
          "Guidon needs Node 26 or 24 to run tools, and what was found does not fit ({0}). Install one, or name its program in the setting guidon.nodePath.",
          lookedAt.join("; "),
        );
  return { problem, lookedAt };
}

async function fromSetting(
  path: string,
  l10n: NodePlaces["l10n"],
  probe: (path: string) => Promise<Probed>,
): Promise<FoundNode | NoNode> {
  if (!isAbsolute(path)) {
    return wrong(l10n.t("The setting guidon.nodePath is “{0}”, which is not a full path.", path), path);
  }
  if (!isFile(path)) {
    return wrong(l10n.t("The setting guidon.nodePath is “{0}”, and there is no such program.", path), path);
  }
  const probed = await probe(path);
  const fault = faultOf(probed, l10n);
  if (fault !== undefined || !("abi" in probed)) {
    return wrong(
      l10n.t(
        "The setting guidon.nodePath is “{0}”, which does not fit: {1}. Name a Node 26 or 24, or clear the setting.",
        path,
        fault ?? "",
      ),
      `${path}: ${fault}`,
    );
  }
  return found(probed, "setting");
}

const found = ({ path, abi, version }: Exclude<Probed, { failure: string }>, source: NodeSource): FoundNode => ({
  path,
  source,
  abi,
  version,
});

const wrong = (problem: string, lookedAt: string): NoNode => ({ problem, lookedAt: [lookedAt] });

/** @returns undefined for a Node that fits. */
function faultOf(probed: Probed, l10n: NodePlaces["l10n"]): string | undefined {
  if ("failure" in probed) return l10n.t("it does not run ({0})", probed.failure);
  if (probed.electron) return l10n.t("it is the program of an editor, not a Node");
  if (!ABIS.has(probed.abi)) {
    return l10n.t(
      "it is Node {0} (ABI {1}), and ABI 147 (Node 26) or 137 (Node 24) is needed",
      probed.version,
      probed.abi,
    );
  }
  return undefined;
}

function candidates({ extensionPath, execPath, versions, path, platform = process.platform }: NodePlaces) {
  const list: { path: string; source: NodeSource }[] = [];
  const seen = new Set<string>();
  const add = (file: string, source: NodeSource): void => {
    const real = isFile(file) ? realpathSync(file) : undefined;
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    list.push({ path: file, source });
  };
  const program = platform === "win32" ? "node.exe" : "node";
  add(join(extensionPath, "node", "bin", program), "bundled");
  if (versions.electron === undefined && ABIS.has(versions.modules ?? "")) add(execPath, "own");
  for (const folder of path.split(delimiter)) {
    if (isAbsolute(folder) && list.length < MOST_CANDIDATES) add(join(folder, program), "path");
  }
  return list;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Runs the program and asks it which Node it is. */
export async function probeNode(path: string, l10n: NodePlaces["l10n"], limitMs = PROBE_MS): Promise<Probed> {
  return await new Promise((resolve) => {
    const options = {
      timeout: limitMs,
      killSignal: "SIGKILL",
      windowsHide: true,
      env: childEnvironment(process.env),
    } as const;
    execFile(
      path,
      ["-p", "JSON.stringify({ ...process.versions, path: process.execPath })"],
      options,
      (error, stdout) => {
        if (error?.killed) resolve({ failure: l10n.t("no answer within {0} s", limitMs / 1000) });
        else if (error) resolve({ failure: String(error.code ?? error.signal ?? error.message) });
        else resolve(parseAnswer(stdout) ?? { failure: l10n.t("not a Node") });
      },
    );
  });
}

function parseAnswer(stdout: string): Probed | undefined {
  try {
    const { node, modules, electron, path } = JSON.parse(stdout) as Record<string, unknown>;
    if (typeof node === "string" && typeof path === "string" && isFile(path))
      return { path, version: node, abi: String(modules), electron: electron !== undefined };
  } catch {
    // No Node writes that.
  }
  return undefined;
}
