/** What an editor asks about tools.json and its scripts while a person edits them. */
import { createApprovals } from "../consent/approvals.ts";
import type { AtPosition, Hover, LastRun, OpenFile, ToolRow } from "../contract/control.ts";
import type { WorkspaceTool } from "../contract/tools.ts";
import { completionsAt } from "../editor/completions.ts";
import { editsOf, setProperty } from "../editor/jsonEdits.ts";
import { scriptLenses, toolLenses, toolsOfScript, unsavedTools } from "../editor/lenses.ts";
import { createLines, type Lines } from "../editor/lines.ts";
import {
  definitionAt,
  scriptLinks,
  secretAt,
  secretReferences,
  textsOf,
  toolReferences,
} from "../editor/navigation.ts";
import { documentProblems } from "../editor/problems.ts";
import { findScripts } from "../editor/scriptFiles.ts";
import { secretMarkdown, type SecretUse } from "../editor/secretText.ts";
import { openToolsDocument, type ToolsDocument } from "../editor/toolsDocument.ts";
import { toolMarkdown } from "../editor/toolText.ts";
import { ToolError } from "../errors.ts";
import { secretNames } from "../headerTemplate.ts";
import { checkSecretName } from "../secrets/names.ts";
import { literalHostsOf } from "../tools/script.ts";
import { readToolsText, TOOLS_FILE } from "../tools/toolsFile.ts";
import type { ControlDeps, HandlersOf } from "./deps.ts";
import { toolRows } from "./toolRows.ts";

type Methods =
  | "document/problems"
  | "document/completions"
  | "document/hover"
  | "document/links"
  | "document/definition"
  | "document/references"
  | "document/prepareRename"
  | "document/rename"
  | "document/lenses"
  | "document/setField";

/** Tools that a hover on a secret looks at: one more than it shows, so that it can say that there are more. */
const MAX_USES = 21;

export function documentHandlers(
  deps: ControlDeps,
  lastRunOf: (tool: string) => LastRun | undefined,
): HandlersOf<Methods> {
  const { folder, registry, runtime } = deps;
  const approvals = createApprovals(deps.dataDir);
  /** The last text: an editor asks several things about each. */
  let last: ToolsDocument | undefined;

  const open = (text: string): ToolsDocument => (last?.text === text ? last : (last = openToolsDocument(text)));
  /** tools.json as the editor has it where it says so, else as it is on disk. */
  const toolsOf = (files: readonly OpenFile[]): ToolsDocument =>
    open(files.find(({ file }) => file === TOOLS_FILE)?.text ?? readToolsText(folder));
  const look = (at: AtPosition) => {
    const files = [at, ...(at.open ?? [])];
    const document = toolsOf(files);
    const lines: Lines = at.file === TOOLS_FILE ? document : createLines(at.text);
    const offset = lines.offsetAt(at.position);
    return { document, lines, offset, secret: secretAt(document, at, offset), textOf: textsOf(folder, files) };
  };

  const rowsOf = (tools: readonly WorkspaceTool[]): Promise<ToolRow[]> => toolRows(deps, approvals, tools, lastRunOf);
  const usesOf = async (name: string, tools: readonly WorkspaceTool[]): Promise<SecretUse[]> => {
    const using = tools.filter(({ headers }) => secretNames(headers).includes(name));
    return Promise.all(
      using.slice(0, MAX_USES).map(async (tool) => ({
        tool: tool.name,
        hosts: tool.allowedHosts ?? (await literalHostsOf(folder, tool.script)),
      })),
    );
  };
  const toolHover = async (document: ToolsDocument, offset: number): Promise<Hover | null> => {
    const entry = document.entryAt(offset);
    const name = entry?.field("name");
    if (!entry) return null;
    const onName = document.nodeAt(offset);
    const opening = offset <= entry.node.offset + 1;
    if (!opening && !(name && (onName === name || onName === name.parent?.children?.[0]))) return null;
    const { tools } = registry.preview(document.text);
    const tool = tools.find((each) => each.name === entry.name);
    if (!tool) return null;
    const saved = registry.current().tools.find((each) => each.name === tool.name);
    const [row] = saved ? await rowsOf([saved]) : [];
    const range = document.rangeOf(opening ? { offset: entry.node.offset, length: 1 } : (name ?? entry.node));
    return { range, markdown: toolMarkdown(tool, row) };
  };

  return {
    async "document/problems"({ text }, signal) {
      const analysis = await registry.analyze({
        text,
        secretNames: async () => new Set((await runtime.secretEntries(folder)).map(({ name }) => name)),
        signal,
      });
      return documentProblems(folder, open(text ?? readToolsText(folder)), analysis);
    },
    async "document/completions"({ file, text, position }) {
      if (file !== TOOLS_FILE) return [];
      const document = open(text);
      return completionsAt(document, document.offsetAt(position), {
        scripts: () => findScripts(folder),
        secrets: () => runtime.secretEntries(folder),
        literalHosts: (script) => literalHostsOf(folder, script),
      });
    },
    async "document/hover"(at) {
      const { document, lines, offset, secret } = look(at);
      if (secret) {
        const { tools } = registry.preview(document.text);
        const [entries, uses] = await Promise.all([runtime.secretEntries(folder), usesOf(secret.name, tools)]);
        return { range: lines.rangeOf(secret), markdown: secretMarkdown(secret.name, entries, uses) };
      }
      return at.file === TOOLS_FILE ? toolHover(document, offset) : null;
    },
    "document/links": ({ text }) => scriptLinks(folder, open(text)),
    "document/definition"(at) {
      if (at.file !== TOOLS_FILE) return null;
      const { document, offset } = look(at);
      return definitionAt(folder, document, offset);
    },
    "document/references"(at) {
      const { document, offset, secret, textOf } = look(at);
      if (secret) return secretReferences(folder, document, textOf, secret.name);
      if (at.file !== TOOLS_FILE) return [];
      const entry = document.entryAt(offset);
      const onName = entry && document.nodeAt(offset) === entry.field("name");
      return onName ? toolReferences(folder, document, textOf, entry) : [];
    },
    "document/prepareRename"(at) {
      const { lines, secret } = look(at);
      return secret ? { range: lines.rangeOf(secret), placeholder: secret.name } : null;
    },
    "document/rename"(at) {
      const { document, secret, textOf } = look(at);
      if (!secret)
        throw new ToolError("InvalidArgument", "Only the name of a secret can be renamed here", {
          hint: "Put the cursor on a name between {{ and }}.",
        });
      const { newName } = at;
      checkSecretName(newName);
      if (newName !== secret.name && secretReferences(folder, document, textOf, newName).length > 0)
        throw new ToolError("InvalidArgument", `A secret ${newName} is in use here already`, {
          hint: "Choose another name; two secrets cannot become one.",
        });
      const places = secretReferences(folder, document, textOf, secret.name);
      return { from: secret.name, edits: places.map((place) => ({ ...place, newText: newName })) };
    },
    async "document/lenses"({ file, text }) {
      const { tools } = registry.current();
      if (file === TOOLS_FILE)
        return toolLenses(open(text), await rowsOf(tools), unsavedTools(registry.preview(text).tools, tools));
      return scriptLenses(text, await rowsOf(toolsOfScript(folder, tools, file)));
    },
    "document/setField"({ text, tool, field, value }) {
      const document = open(text);
      const entry = document.named(tool);
      if (!entry)
        throw new ToolError("NotFound", `tools.json has no tool "${tool}"`, { hint: "It may have been renamed." });
      return { edits: editsOf(document, setProperty(document, entry.node, field, value)) };
    },
  };
}
