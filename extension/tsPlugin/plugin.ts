/**
 * A plugin of TypeScript's server: in the scripts that tools.json names `g` is typed without any set-up, and `g.tool.args` has the
 * type of the tool's parameters. It is told by the extension which scripts these are; where it is told nothing it changes nothing.
 */
import type ts from "typescript-classic";
import { keyMaker, readConfig } from "./config.ts";
import { decorateLanguageService } from "./languageService.ts";
import { createScriptFiles, safely } from "./scriptFiles.ts";

/** What TypeScript's server calls, once for each project: the module's only export. */
export function init({ typescript }: { typescript: typeof ts }): ts.server.PluginModule {
  let reconfigure: ((raw: unknown) => void) | undefined;
  return {
    create(info) {
      const made = safely(() => createForProject(typescript, info));
      reconfigure = made?.reconfigure;
      return made?.service ?? info.languageService;
    },
    onConfigurationChanged(raw: unknown) {
      safely(() => reconfigure?.(raw));
    },
  };
}

function createForProject(typescript: typeof ts, info: ts.server.PluginCreateInfo) {
  const { project, languageService, languageServiceHost, serverHost } = info;
  const keyOf = keyMaker(serverHost.useCaseSensitiveFileNames);
  const files = createScriptFiles(typescript, languageServiceHost, keyOf);
  let last = "";
  const reconfigure = (raw: unknown): void => {
    const text = JSON.stringify(raw) ?? "";
    if (text === last) return;
    last = text;
    files.configure(readConfig(raw, keyOf));
    refresh(project);
  };
  files.configure(readConfig(info.config, keyOf));
  return { service: decorateLanguageService(languageService, files), reconfigure };
}

/** The program is made anew at the next question, and open files are checked again. */
function refresh(project: ts.server.Project): void {
  const { markAsDirty } = project as unknown as { markAsDirty?: () => void };
  if (typeof markAsDirty === "function") markAsDirty.call(project);
  project.refreshDiagnostics();
}
