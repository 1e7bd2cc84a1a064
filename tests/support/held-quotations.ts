import { relative } from "node:path";
import ts from "typescript";
import { checksIn } from "./checked-code.ts";
import { sourceFile } from "./declarations.ts";
import { type Place, Values } from "./values.ts";

/** The import distance allowed between a message and the test that compares it, through shared helpers. */
const FARTHEST = 2;

type AnyFunction = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;
const isFunction = (node: ts.Node): node is AnyFunction =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node);

type Chain = ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression;
const isChain = (node: ts.Node): node is Chain =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);

const isOfProduct = (node: ts.Node) =>
  /^(app|worker|scripts)\//.test(relative(".", node.getSourceFile().fileName));

const NAMES = ["name", "propertyName", "tagName"];

/** The children that give code its value: without types, imports, tags and the names of what's declared. */
function parts(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    const isName = ts.isIdentifier(child) && NAMES.some((name) => Reflect.get(node, name) === child);
    if (!isName && !ts.isTypeNode(child) && !ts.isImportDeclaration(child)) found.push(child);
  });
  return found;
}

/** What a function returns, without what the functions in it do. */
function returned({ body }: AnyFunction): ts.Node[] {
  if (body === undefined || !ts.isBlock(body)) return body ? [body] : [];
  const found: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, collect);
  };
  collect(body);
  return found;
}

/** What a test's checks compare or find. */
class Reach {
  readonly texts = new Set<string>();
  private readonly values = new Values();
  private readonly entered = new Map<ts.Node, number>();
  private readonly scanned = new Map<ts.Node, number>();

  constructor(path: string) {
    const file = sourceFile(path);
    this.enter(file, FARTHEST);
    for (const [code, far] of this.entered) for (const check of checksIn(code)) this.scan(check, far);
  }

  /** Notes the code of tests that this code uses, and the calls of their functions. */
  private enter(code: ts.Node, far: number): void {
    if ((this.entered.get(code) ?? -1) >= far) return;
    this.entered.set(code, far);
    const visit = (node: ts.Node): void => {
      if (isChain(node)) this.enterChain(node, far);
      for (const part of parts(node)) visit(part);
    };
    visit(code);
  }

  private enterChain(chain: Chain, far: number): void {
    for (const value of this.values.of({ node: chain, path: [], far })) {
      if (isOfProduct(value.node)) continue;
      const { parent } = chain;
      if (ts.isCallExpression(parent) && parent.expression === chain && isFunction(value.node)) {
        this.values.noteCall(value.node, { args: parent.arguments, far });
      }
      if (!this.isEntered(value)) this.enter(value.node, value.far);
    }
  }

  /** Whether a value is a part of what is known to be used. */
  private isEntered({ node, far }: Place): boolean {
    for (let around = node; around; around = around.parent) {
      if ((this.entered.get(around) ?? -1) >= far) return true;
    }
    return false;
  }

  /** Takes the texts in code that a check uses, and in what it refers to. */
  private scan(code: ts.Node, far: number): void {
    if ((this.scanned.get(code) ?? -1) >= far) return;
    this.scanned.set(code, far);
    const visit = (node: ts.Node): void => {
      if (ts.isJsxText(node)) this.texts.add(`>${node.text.replaceAll(/\s+/g, " ").trim()}<`);
      else if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node))
        this.texts.add(node.getText());
      else if (ts.isShorthandPropertyAssignment(node)) this.follow({ node: node.name, path: [], far });
      if (isChain(node)) this.visitChain(node, far, visit);
      else for (const part of parts(node)) visit(part);
    };
    visit(code);
  }

  /** Follows a chain of properties from its start, which may be any code. */
  private visitChain(chain: Chain, far: number, visit: (node: ts.Node) => void): void {
    this.follow({ node: chain, path: [], far });
    let start: ts.Expression = chain;
    while (ts.isPropertyAccessExpression(start) || ts.isElementAccessExpression(start)) {
      if (ts.isElementAccessExpression(start)) visit(start.argumentExpression);
      start = start.expression;
    }
    if (!ts.isIdentifier(start)) visit(start);
  }

  private follow(place: Place): void {
    for (const { node, far } of this.values.of(place)) {
      const isHelper = isFunction(node) && !isOfProduct(node);
      for (const code of isHelper ? returned(node) : [node]) this.scan(code, far);
    }
  }
}

const reached = new Map<string, string>();

/**
 * True if a test compares the text or finds an element by it, itself or through what its checks use: of a module, only
 * the declarations and properties to which they lead.
 */
export function holds(path: string, text: string): boolean {
  const texts = reached.get(path) ?? [...new Reach(path).texts].join("\n");
  reached.set(path, texts);
  return hasWhole(texts, text);
}

// The ends of a string, a pattern or a text between tags; a number may follow it.
const START = "(?:[\"'`/>^|(]|\\n\\s*)";
const END = "(?:[\"'`/<$|)\\\\.…]|\\n| (?:\\$|\\d|\\\\d))";

/** The text is there as a whole, not as a part of a longer one. */
function hasWhole(code: string, text: string): boolean {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`${START}${escaped}${END}`, "u").test(code);
}
