import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const FOLDERS: Record<string, string> = {
  "#app": "app",
  "#core": "worker/core",
  "#worker": "worker",
  "#scripts": "scripts",
  "#tests": "tests",
};

const parsed = new Map<string, ts.SourceFile>();
export function sourceFile(path: string): ts.SourceFile {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file =
    parsed.get(path) ??
    ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, kind);
  parsed.set(path, file);
  return file;
}

/** The module of ours that an import or export names, if it's one. */
export function moduleNamed(name: ts.Expression | undefined): ts.SourceFile | null {
  if (name === undefined || !ts.isStringLiteral(name)) return null;
  const [, root = "", rest = ""] = /^(#\w+|\.{1,2})\/(.+)$/.exec(name.text) ?? [];
  if (root === "") return null;
  const path = join(FOLDERS[root] ?? join(dirname(name.getSourceFile().fileName), root), rest);
  return existsSync(path) ? sourceFile(path) : null;
}

/** A name's declaration, such as a variable's or, in a destructuring, an element's. */
export type Declaration =
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration
  | ts.ImportSpecifier
  | ts.NamespaceImport;

const isDeclaration = (node: ts.Node): node is Declaration =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isEnumDeclaration(node) ||
  ts.isImportSpecifier(node) ||
  ts.isNamespaceImport(node);

const isScope = (node: ts.Node) =>
  ts.isSourceFile(node) ||
  ts.isBlock(node) ||
  ts.isFunctionLike(node) ||
  ts.isForStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isCatchClause(node) ||
  ts.isCaseBlock(node);

function scopeAround(node: ts.Node): ts.Node {
  let scope = node.parent;
  while (!isScope(scope)) scope = scope.parent;
  return scope;
}

type Names = Map<string, Declaration>;
const scopes = new WeakMap<ts.SourceFile, Map<ts.Node, Names>>();

function scopesOf(file: ts.SourceFile): Map<ts.Node, Names> {
  const known = scopes.get(file);
  if (known) return known;
  const found = new Map<ts.Node, Names>();
  const collect = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name)) {
      const scope = scopeAround(node);
      found.set(scope, (found.get(scope) ?? new Map()).set(node.name.text, node));
    }
    ts.forEachChild(node, collect);
  };
  collect(file);
  scopes.set(file, found);
  return found;
}

/** The declaration that a name means where it stands. */
export function declarationOf(name: ts.Identifier): Declaration | null {
  const names = scopesOf(name.getSourceFile());
  for (let node: ts.Node = name; !ts.isSourceFile(node); ) {
    node = scopeAround(node);
    const found = names.get(node)?.get(name.text);
    if (found) return found;
  }
  return null;
}

/** What a module exports under a name: its own declaration, or the name in the module from which it comes. */
export function exportsOf(
  file: ts.SourceFile,
  name: string,
): { here?: Declaration; there?: ts.ExportSpecifier }[] {
  const here = scopesOf(file).get(file)?.get(name);
  if (here && !ts.isImportSpecifier(here) && !ts.isNamespaceImport(here)) return [{ here }];
  const specifiers = file.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? [...statement.exportClause.elements]
      : [],
  );
  return specifiers.filter((specifier) => specifier.name.text === name).map((there) => ({ there }));
}
