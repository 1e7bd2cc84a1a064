import ts from "typescript";

/** Testing Library's queries that throw if nothing has the text. */
const FINDS = /^(get|find)(All)?By\w+$/;
/** Playwright's methods that fail if the element, which its text finds, isn't there. */
const ACTIONS =
  /^(click|dblclick|fill|clear|check|uncheck|setChecked|press|pressSequentially|hover|focus|tap|selectOption|setInputFiles|dragTo|textContent|innerText|inputValue|getAttribute|scrollIntoViewIfNeeded)$/;
const ABSENT = /^(toBeHidden|toBeNull|toBeUndefined|toBeFalsy|toBeEmptyDOMElement)$/;
const NONE = /^(toHave(Count|Length)\(0|toBe\((0|false|null|undefined))$/;
/** A state that only an existing element has or hasn't. */
const STATE = /^to(Be(Disabled|Enabled|Checked|Focused|Editable)|Have(Attribute|Class|CSS|Focus))$/;

/** The code of a browser test, in which finding an element without using it checks nothing. */
const isPlaywright = (node: ts.Node) => /(^|\/)tests\/e2e\//.test(node.getSourceFile().fileName);

const linkOf = (node: ts.Node): ts.Expression | null =>
  ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node)
    ? node.expression
    : null;

/** Whether a call is the last one of a chain that begins with `expect`. */
function isExpectation(call: ts.CallExpression): boolean {
  if (ts.isPropertyAccessExpression(call.parent)) return false;
  let start: ts.Expression = call;
  for (let link = linkOf(start); link !== null; link = linkOf(start)) start = link;
  return ts.isIdentifier(start) && start.text === "expect";
}

/** Whether an expectation holds because something isn't there. */
function isAbsence(call: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(call.expression)) return false;
  const { name, expression } = call.expression;
  const negated = ts.isPropertyAccessExpression(expression) && expression.name.text === "not";
  if (ABSENT.test(name.text) || NONE.test(`${name.text}(${call.arguments[0]?.getText()}`)) return !negated;
  return negated && !STATE.test(name.text);
}

/** The part of a call that fails unless what it compares or finds by its text is there. */
function checkedPart(call: ts.CallExpression): ts.Node | null {
  if (isExpectation(call)) return isAbsence(call) ? null : call;
  if (!ts.isPropertyAccessExpression(call.expression)) {
    return ts.isIdentifier(call.expression) && FINDS.test(call.expression.text) ? call : null;
  }
  const { name, expression } = call.expression;
  // A table of which each row is a test.
  if (name.text === "each") return call;
  if (!isPlaywright(call)) return FINDS.test(name.text) ? call : null;
  return ACTIONS.test(name.text) ? expression : null;
}

/** The checks in some code: expectations, except those of an absence, and the elements that it needs to find. */
export function checksIn(code: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const collect = (node: ts.Node): void => {
    const part = ts.isCallExpression(node) ? checkedPart(node) : null;
    if (part !== null) found.push(part);
    ts.forEachChild(node, collect);
  };
  collect(code);
  return found;
}
