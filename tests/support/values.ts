import ts from "typescript";
import { type Declaration, declarationOf, exportsOf, moduleNamed } from "./declarations.ts";

/** In a path, any element of a list or property of an object. */
const ANY = "*";
const DEEPEST = 8;
const LOOPS = /^(map|flatMap|filter|forEach|find|some|every)$/;

/** What a path of properties leads to in some code, from which `far` more imports may be followed. */
export interface Place {
  node: ts.Node;
  path: readonly string[];
  far: number;
}

interface Call {
  args: readonly ts.Expression[];
  far: number;
}

const keyOf = (name: ts.PropertyName): string | null =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : null;

/** The expression in brackets, an assertion of its type or a wait for it. */
const wrapped = (node: ts.Node): ts.Expression | null =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node)
    ? node.expression
    : null;

/** Follows names and properties to the values that they have. */
export class Values {
  /** The known calls of functions, from which their parameters get values. */
  private readonly calls = new Map<ts.Node, Call[]>();
  private readonly resolving = new Set<ts.Node>();

  noteCall(called: ts.Node, call: Call): void {
    this.calls.set(called, [...(this.calls.get(called) ?? []), call]);
  }

  /** The values to which a path leads, in this module or in one that it imports. */
  of({ node, path, far }: Place): Place[] {
    const at = (next: ts.Node, nextPath = path) => this.of({ node: next, path: nextPath, far });
    const inner = wrapped(node);
    if (inner) return at(inner);
    if (ts.isIdentifier(node)) return this.ofName(node, path, far);
    if (ts.isPropertyAccessExpression(node)) return at(node.expression, [node.name.text, ...path]);
    if (ts.isElementAccessExpression(node)) {
      const key = node.argumentExpression;
      return at(node.expression, [ts.isLiteralExpression(key) ? key.text : ANY, ...path]);
    }
    if (ts.isConditionalExpression(node)) return [...at(node.whenTrue), ...at(node.whenFalse)];
    if (path.length > 0 && ts.isObjectLiteralExpression(node)) return this.property(node, path, far);
    if (path.length > 0 && ts.isArrayLiteralExpression(node)) return this.element(node, path, far);
    return [{ node, path, far }];
  }

  private property(
    node: ts.ObjectLiteralExpression,
    [key, ...rest]: readonly string[],
    far: number,
  ): Place[] {
    return node.properties.flatMap((property) => {
      if (ts.isSpreadAssignment(property)) {
        return this.of({ node: property.expression, path: [key ?? ANY, ...rest], far });
      }
      const name = keyOf(property.name);
      if (name !== null && name !== key && key !== ANY) return [];
      if (ts.isShorthandPropertyAssignment(property)) return this.ofName(property.name, rest, far);
      if (!ts.isPropertyAssignment(property)) return [{ node: property, path: rest, far }];
      return this.of({ node: property.initializer, path: rest, far });
    });
  }

  /** Of a list, an element or, as the object of one of its methods, all of them. */
  private element(node: ts.ArrayLiteralExpression, path: readonly string[], far: number): Place[] {
    const [key = ANY, ...rest] = path;
    if (key !== ANY && !/^\d+$/.test(key)) return [{ node, path, far }];
    const hasSpread = node.elements.some(ts.isSpreadElement);
    return node.elements.flatMap((element, at) => {
      if (ts.isSpreadElement(element)) return this.of({ node: element.expression, path, far });
      if (key !== ANY && !hasSpread && String(at) !== key) return [];
      return this.of({ node: element, path: rest, far });
    });
  }

  private ofName(name: ts.Identifier, path: readonly string[], far: number): Place[] {
    const declaration = declarationOf(name);
    if (declaration === null || this.resolving.has(declaration) || path.length > DEEPEST) return [];
    this.resolving.add(declaration);
    const values = this.declared(declaration, path, far);
    this.resolving.delete(declaration);
    return values;
  }

  private declared(declaration: Declaration, path: readonly string[], far: number): Place[] {
    if (ts.isImportSpecifier(declaration)) {
      const file = moduleNamed(declaration.parent.parent.parent.moduleSpecifier);
      return this.exported(file, (declaration.propertyName ?? declaration.name).text, path, far - 1);
    }
    if (ts.isNamespaceImport(declaration)) {
      const [name, ...rest] = path;
      const file = moduleNamed(declaration.parent.parent.moduleSpecifier);
      return name === undefined ? [] : this.exported(file, name, rest, far - 1);
    }
    if (ts.isVariableDeclaration(declaration)) return this.variable(declaration, path, far);
    if (ts.isParameter(declaration)) return this.parameter(declaration, path, far);
    if (ts.isBindingElement(declaration)) return this.destructured(declaration, path, far);
    return [{ node: declaration, path, far }];
  }

  private exported(file: ts.SourceFile | null, name: string, path: readonly string[], far: number): Place[] {
    if (file === null || far < 0) return [];
    return exportsOf(file, name).flatMap(({ here, there }) => {
      if (here) return this.declared(here, path, far);
      if (!there) return [];
      const original = there.propertyName ?? there.name;
      const from = there.parent.parent.moduleSpecifier;
      if (from) return this.exported(moduleNamed(from), original.text, path, far - 1);
      return ts.isIdentifier(original) ? this.ofName(original, path, far) : [];
    });
  }

  /** A variable's value: of a loop's, each element of the list. */
  private variable(declaration: ts.VariableDeclaration, path: readonly string[], far: number): Place[] {
    const statement = declaration.parent.parent;
    if (ts.isForOfStatement(statement)) {
      return this.of({ node: statement.expression, path: [ANY, ...path], far });
    }
    return declaration.initializer ? this.of({ node: declaration.initializer, path, far }) : [];
  }

  private destructured(element: ts.BindingElement, path: readonly string[], far: number): Place[] {
    const pattern = element.parent;
    const key = ts.isArrayBindingPattern(pattern)
      ? String(pattern.elements.indexOf(element))
      : keyOf(element.propertyName ?? (element.name as ts.Identifier));
    const outer = element.dotDotDotToken ? path : [key ?? ANY, ...path];
    const byDefault = element.initializer ? this.of({ node: element.initializer, path, far }) : [];
    return [...byDefault, ...this.declared(pattern.parent, outer, far)];
  }

  /** What the calls of a function pass it, or the list over whose elements it goes. */
  private parameter(parameter: ts.ParameterDeclaration, path: readonly string[], far: number): Place[] {
    const owner = parameter.parent;
    const at = owner.parameters.indexOf(parameter);
    const byDefault = parameter.initializer ? this.of({ node: parameter.initializer, path, far }) : [];
    const passed = (this.calls.get(owner) ?? []).flatMap((call) => {
      const rest = parameter.dotDotDotToken !== undefined;
      const args = rest ? call.args.slice(at) : call.args.slice(at, at + 1);
      return args.flatMap((node) => this.of({ node, path: rest ? path.slice(1) : path, far: call.far }));
    });
    const { parent } = owner;
    const callee = ts.isCallExpression(parent) ? parent.expression : null;
    if (
      callee === null ||
      at > 0 ||
      !ts.isPropertyAccessExpression(callee) ||
      !LOOPS.test(callee.name.text)
    ) {
      return [...byDefault, ...passed];
    }
    return this.of({ node: callee.expression, path: [ANY, ...path], far });
  }
}
