/** A real tsserver with the bundled plugin, spoken to as editors do. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleTsPlugin, TS_PLUGIN } from "../../../build/extension.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
export const DECLARATIONS = join(ROOT, "runtime", "run", "g.d.ts");
const SERVER = createRequire(import.meta.url).resolve("typescript-classic/lib/tsserver.js");

/** Where a piece of text stands; positions are 1-based, as in the protocol. */
export interface Place {
  line: number;
  offset: number;
}

export interface FoundDiagnostic {
  code: number;
  text: string;
  start: Place;
}

export type TsServer = ReturnType<typeof startTsServer>;

export interface PluginFolder {
  probe: string;
  dispose(): void;
}

/** Bundles the plugin as it is packaged. */
export async function bundlePlugin(): Promise<PluginFolder> {
  const probe = mkdtempSync(join(tmpdir(), "guidon-ts-plugin-"));
  const { rename, mkdir } = await import("node:fs/promises");
  await bundleTsPlugin(probe);
  await mkdir(join(probe, "node_modules"));
  await rename(join(probe, "typescript-plugin"), join(probe, "node_modules", TS_PLUGIN));
  return { probe, dispose: () => rmSync(probe, { recursive: true, force: true }) };
}

/** @param probe as `bundlePlugin` gives it; absent: without the plugin */
export function startTsServer(probe?: string) {
  const plugin = probe ? ["--pluginProbeLocations", probe, "--globalPlugins", TS_PLUGIN] : [];
  const child = spawn(process.execPath, [
    SERVER,
    "--disableAutomaticTypingAcquisition",
    "--useInferredProjectPerProjectRoot",
    ...plugin,
  ]);
  const waiting = new Map<number, { resolve(body: any): void; reject(error: Error): void }>();
  const listeners = new Map<string, () => void>();
  let sequence = 0;
  let buffer = Buffer.alloc(0);
  let ended = false;

  child.stdout.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, Math.max(head, 0)).toString())?.[1]);
      if (head === -1 || buffer.length < head + 4 + length) return;
      const message = JSON.parse(buffer.subarray(head + 4, head + 4 + length).toString());
      buffer = buffer.subarray(head + 4 + length);
      receive(message);
    }
  });
  child.on("exit", () => {
    ended = true;
    for (const { reject } of waiting.values()) reject(new Error("tsserver ended"));
  });

  function receive(message: any): void {
    if (message.type === "event") {
      listeners.get(message.event)?.();
      listeners.delete(message.event);
    }
    if (message.type !== "response") return;
    const asked = waiting.get(message.request_seq);
    waiting.delete(message.request_seq);
    if (message.success) asked?.resolve(message.body);
    else asked?.reject(new Error(`${message.command}: ${message.message}`));
  }

  function send(command: string, args: unknown): number {
    sequence += 1;
    child.stdin.write(`${JSON.stringify({ seq: sequence, type: "request", command, arguments: args })}\n`);
    return sequence;
  }
  const request = (command: string, args: unknown): Promise<any> => {
    if (ended) return Promise.reject(new Error("tsserver ended"));
    const { promise, resolve, reject } = Promise.withResolvers<any>();
    waiting.set(send(command, args), { resolve, reject });
    return promise;
  };

  request("compilerOptionsForInferredProjects", {
    options: {
      // As VS Code sets them for files without a tsconfig.
      module: "ESNext",
      moduleResolution: "Bundler",
      target: "ES2022",
      strict: true,
      allowJs: true,
      allowImportingTsExtensions: true,
      allowSyntheticDefaultImports: true,
      allowNonTsExtensions: true,
    },
  }).catch(() => {});

  return {
    request,
    configure: (scripts: Record<string, string>, declarations = DECLARATIONS) =>
      request("configurePlugin", {
        pluginName: TS_PLUGIN,
        configuration: {
          declarations,
          scripts: Object.entries(scripts).map(([file, argsType]) => ({ file, argsType })),
        },
      }),
    configureRaw: (configuration: unknown) => request("configurePlugin", { pluginName: TS_PLUGIN, configuration }),
    open: (file: string, projectRootPath: string): void =>
      void send("open", { file, fileContent: readFileSync(file, "utf8"), projectRootPath }),
    close: (file: string): void => void send("close", { file }),
    /** Types `text` in place of `length` characters at a place. */
    change: (file: string, { line, offset }: Place, text: string, length = 0): void =>
      void send("change", { file, line, offset, endLine: line, endOffset: offset + length, insertString: text }),
    /** Names that are known to stand there; in JavaScript the server adds every other word of the file. */
    async completions(file: string, at: Place): Promise<string[]> {
      const { entries } = await request("completionInfo", { file, ...at });
      return entries.filter(({ kind }: any) => kind !== "warning").map(({ name }: any) => name);
    },
    hover: async (file: string, at: Place): Promise<string> =>
      (await request("quickinfo", { file, ...at }).catch(() => undefined))?.displayString ?? "",
    syntax: (file: string): Promise<FoundDiagnostic[]> => request("syntacticDiagnosticsSync", { file }),
    semantic: (file: string): Promise<FoundDiagnostic[]> => request("semanticDiagnosticsSync", { file }),
    suggestions: (file: string): Promise<FoundDiagnostic[]> => request("suggestionDiagnosticsSync", { file }),
    /** The next event of this name. */
    event: (name: string): Promise<void> => new Promise((resolve) => listeners.set(name, resolve)),
    async dispose(): Promise<void> {
      if (ended) return;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await gone;
    },
  };
}

/** Just behind `piece` in the text. @param text of the file */
export function behind(text: string, piece: string): Place {
  const at = text.indexOf(piece);
  if (at === -1) throw new Error(`there is no ${piece}`);
  const lines = text.slice(0, at + piece.length).split("\n");
  return { line: lines.length, offset: (lines.at(-1) ?? "").length + 1 };
}
