/** Enums of vscode, with the values of the real ones. */
const numbered = (names: string): Record<string, number> =>
  Object.fromEntries(names.split(" ").map((name, i) => [name, i]));

export const DiagnosticSeverity = numbered("Error Warning Information Hint");
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };
export const CompletionItemKind = numbered(
  "Text Method Function Constructor Field Variable Class Interface Module Property Unit Value Enum Keyword Snippet Color File Reference Folder EnumMember Constant Struct Event Operator TypeParameter User Issue",
);
export const CodeActionTriggerKind = { Invoke: 1, Automatic: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const TreeItemCollapsibleState = numbered("None Collapsed Expanded");
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1, Two: 2, Three: 3 };
export const TextEditorRevealType = numbered("Default InCenter InCenterIfOutsideViewport AtTop");
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const LogLevel = numbered("Off Trace Debug Info Warning Error");
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const ExtensionMode = { Production: 1, Development: 2, Test: 3 };
export const ExtensionKind = { UI: 1, Workspace: 2 };
export const UIKind = { Desktop: 1, Web: 2 };
export const EndOfLine = { LF: 1, CRLF: 2 };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };
