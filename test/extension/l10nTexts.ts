/** Reads from the sources which texts a person sees in their language. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-classic";

const ROOT = join(import.meta.dirname, "../..");
const WEBVIEW_TEXTS = /\/l10n\.ts$/;

export interface SourceTexts {
  /** Text → where it stands first, "extension/menu.ts:12". */
  texts: Map<string, string>;
  /** Places where a text cannot be read from the source. */
  unreadable: string[];
}

export interface Sentence {
  text: string;
  place: string;
}

/** Texts of `vscode.l10n.t("…")`, `l10n.t("…")`, and of `t("…")` that comes from webview-ui/shared/l10n.ts. */
export function readSourceTexts(): SourceTexts {
  const found: SourceTexts = { texts: new Map(), unreadable: [] };
  for (const source of sources()) collectTexts(source, found);
  return found;
}

/** Texts that are shown as they stand in the sources, with no way into another language. */
export function readUntranslated(): Sentence[] {
  return sources().flatMap(collectUntranslated);
}

export function readJson(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8"));
}

export function readText(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function sources(): ts.SourceFile[] {
  return ["extension", "webview-ui"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .toSorted()
      .map((name) => {
        const file = `${folder}/${name.replaceAll("\\", "/")}`;
        return ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true);
      }),
  );
}

function collectTexts(source: ts.SourceFile, { texts, unreadable }: SourceTexts): void {
  const own = importedName(source);
  visit(source, (node) => {
    // const { t } = l10n: its calls would not be found.
    if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === "t") unreadable.push(placeOf(node));
    if (!isTextFunction(node, own)) return;
    const call = node.parent;
    const first = ts.isCallExpression(call) && call.expression === node ? call.arguments[0] : undefined;
    if (first === undefined || !ts.isStringLiteralLike(first)) unreadable.push(placeOf(node));
    else if (!texts.has(first.text)) texts.set(first.text, placeOf(first));
  });
}

/** @returns what `t` of webview-ui/shared/l10n.ts is called here. */
function importedName(source: ts.SourceFile): string | undefined {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const names = statement.importClause?.namedBindings;
    if (!WEBVIEW_TEXTS.test(statement.moduleSpecifier.text) || names === undefined || !ts.isNamedImports(names))
      continue;
    return names.elements.find(({ name, propertyName }) => (propertyName ?? name).text === "t")?.name.text;
  }
  return undefined;
}

function isTextFunction(node: ts.Node, own: string | undefined): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "t" && /\bl10n$/.test(node.expression.getText());
  return ts.isIdentifier(node) && node.text === own && !isName(node);
}

/** Of a property, or in an import. */
function isName({ parent }: ts.Node): boolean {
  return ts.isImportSpecifier(parent) || ts.isPropertyAccessExpression(parent) || ts.isPropertySignature(parent);
}

/** Members and attributes whose text a person sees or hears. */
const SHOWN = new Set(["title", "label", "detail", "tooltip", "prompt", "placeHolder", "placeholder", "aria-label", "aria-valuetext", "alt", "text", "message", "why"]); // prettier-ignore
/** Functions that show a text, and the arguments from which on they do. */
const SHOWING: Record<string, number> = {
  announce: 0,
  unseen: 0,
  el: 2,
  setText: 1,
  showFailure: 1,
  showError: 1,
  showWarning: 1,
  showInformation: 1,
  showErrorMessage: 0,
  showWarningMessage: 0,
  showInformationMessage: 0,
  setStatusBarMessage: 0,
};

function collectUntranslated(source: ts.SourceFile): Sentence[] {
  const found: Sentence[] = [];
  visit(source, (node) => {
    const text = literalText(node);
    if (text !== undefined && /\p{L}{2}/u.test(text) && isShown(node)) found.push({ text, place: placeOf(node) });
  });
  return found;
}

function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
}

function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
  if (ts.isParenthesizedExpression(parent)) return isShown(parent);
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (kind !== ts.SyntaxKind.EqualsToken) return JOINING.has(kind) && isShown(parent);
    return parent.right === node && ts.isPropertyAccessExpression(parent.left) && SHOWN.has(parent.left.name.text);
  }
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && SHOWN.has(nameText(parent.name));
  if (!ts.isCallExpression(parent)) return false;
  const called = parent.expression;
  const from = SHOWING[ts.isPropertyAccessExpression(called) ? called.name.text : called.getText()];
  return from !== undefined && parent.arguments.findIndex((argument) => argument === node) >= from;
}

const JOINING = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

function nameText(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : "";
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
