/**
 * The text that the plugin adds behind the last line of a script. It declares `g` for this file alone and makes a module of the
 * file, so that two scripts can both have a `main`. Behind the end, so that no position in the script changes.
 */
import type ts from "typescript-classic";

export interface ScriptTail {
  text: string;
  /** What is wrong with the syntax of the script itself; the added text could hide or move it. */
  syntaxErrors: ts.DiagnosticWithLocation[];
}

/** In a half-typed script brackets are open; these end them, and what is too much is skipped by the parser. */
const CLOSERS = "}".repeat(12);

/** @param argsType "" for a file that a script imports @param declarations path of g.d.ts */
export function tailOf(
  typescript: typeof ts,
  fileName: string,
  text: string,
  { argsType, declarations }: { argsType: string; declarations: string },
): ScriptTail {
  const file = typescript.createSourceFile(fileName, text, typescript.ScriptTarget.Latest);
  const syntaxErrors = errorsOf(file);
  const own = topLevelNames(typescript, file);
  const api = `import(${JSON.stringify(declarations.replace(/\.d\.ts$/, ".js"))})`;
  const args = isType(typescript, argsType) ? `<${argsType}\n>` : "";
  const parts = [
    "\n;",
    syntaxErrors.length > 0 ? CLOSERS : "",
    isCommonJs(file) ? "" : "export {};",
    own.has("g") ? "" : `declare const g: ${api}.__guidonApi${args};`,
    own.has("ToolError")
      ? ""
      : `declare const ToolError: typeof ${api}.__guidonError;type ToolError = ${api}.__guidonError;`,
    // The runtime calls main, so it is not "never used".
    "void main;",
  ];
  return { text: parts.join(""), syntaxErrors };
}

/**
 * g.d.ts declares for a whole project; as a module it is there only for those who ask for it. Under names that nobody writes, so
 * that TypeScript does not offer to import them elsewhere.
 */
export const DECLARATIONS_TAIL = "\nexport { GuidonApi as __guidonApi, ToolError as __guidonError };";

/** The list is not in TypeScript's public types, but has been there in every version. */
function errorsOf(file: ts.SourceFile): ts.DiagnosticWithLocation[] {
  const found: unknown = Object(file).parseDiagnostics;
  return Array.isArray(found) ? (found as ts.DiagnosticWithLocation[]) : [];
}

/** Text that is no type, or more than one, must not get into the script. */
function isType(typescript: typeof ts, argsType: string): boolean {
  if (argsType.trim() === "") return false;
  const file = typescript.createSourceFile("args.ts", `type A = (${argsType}\n);`, typescript.ScriptTarget.Latest);
  return errorsOf(file).length === 0 && file.statements.length === 1;
}

/** As the runtime bundles it: such a file gives its main away by module.exports. */
function isCommonJs({ fileName, text }: ts.SourceFile): boolean {
  return (
    /\.[cm]?js$/i.test(fileName) &&
    /\bmodule\.exports\b|^\s*exports\.\w/m.test(text) &&
    !/^\s*(import|export)\b/m.test(text)
  );
}

function topLevelNames(typescript: typeof ts, file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const add = (node: ts.Node): void => {
    if (typescript.isIdentifier(node)) names.add(node.text);
    else if (typescript.isVariableDeclaration(node) || typescript.isBindingElement(node)) add(node.name);
    else if (typescript.isImportSpecifier(node) || typescript.isNamespaceImport(node)) add(node.name);
    else if (typescript.isFunctionDeclaration(node) || typescript.isClassDeclaration(node)) {
      if (node.name) add(node.name);
    } else if (isHolder(typescript, node)) typescript.forEachChild(node, add);
  };
  for (const statement of file.statements) add(statement);
  return names;
}

function isHolder(typescript: typeof ts, node: ts.Node): boolean {
  return (
    typescript.isVariableStatement(node) ||
    typescript.isVariableDeclarationList(node) ||
    typescript.isObjectBindingPattern(node) ||
    typescript.isArrayBindingPattern(node) ||
    typescript.isImportDeclaration(node) ||
    typescript.isImportClause(node) ||
    typescript.isNamedImports(node)
  );
}
