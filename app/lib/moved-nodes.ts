/*
 * Browsers that translate a page replace its text nodes with <font> elements, and extensions wrap or move nodes. React
 * knows nothing of it, so its next change throws, and the page is gone (https://github.com/facebook/react/issues/11538).
 * React leaves this to applications and suggests more tolerant DOM methods. They are here, and they also keep the text
 * right: a text node that was replaced returns when React changes it, and is translated again.
 */

/** The elements that took the places of text nodes. */
const standIns = new WeakMap<Node, Element>();

/** Before React renders. @returns a function that undoes it. */
export function tolerateMovedNodes(): () => void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const changed = new MutationObserver((records) => {
    for (const { target } of records) returnText(target);
  });
  const replaced = new MutationObserver((records) => {
    for (const record of records) noteStandIns(record, changed);
  });
  replaced.observe(document, { childList: true, subtree: true });

  Node.prototype.appendChild = function append<T extends Node>(this: Node, child: T): T {
    dropStandIn(child);
    return appendChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    child: T,
    before: Node | null,
  ): T {
    const place = before && childFor(before, this);
    dropStandIn(child);
    return insertBefore.call(this, child, place) as T;
  };
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const wrapper = childFor(child, this);
    dropStandIn(child);
    child.parentNode?.removeChild(child);
    // A translator's own element, which now shows nothing.
    if (wrapper?.parentNode === this && wrapper.nodeName === "FONT" && wrapper.textContent === "")
      removeChild.call(this, wrapper);
    return child;
  };
  return () => {
    replaced.disconnect();
    changed.disconnect();
    Object.assign(Node.prototype, { appendChild, insertBefore, removeChild });
  };
}

/** The child of `parent` that is `node`, contains it, or took its place; null if there is none. */
function childFor(node: Node, parent: Node): Node | null {
  let place: Node | null = node.parentNode ? node : (standIns.get(node) ?? null);
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place;
}

/** Translators put an element where a text node was, or beside it before they remove it. */
function noteStandIns(
  { removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord,
  changed: MutationObserver,
): void {
  for (const text of removedNodes) {
    if (!(text instanceof Text) || text.parentNode) continue;
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isForeign);
    if (!standIn) continue;
    standIns.set(text, standIn);
    changed.observe(text, { characterData: true });
  }
}

function returnText(text: Node): void {
  const standIn = standIns.get(text);
  standIns.delete(text);
  standIn?.parentNode?.replaceChild(text, standIn);
}

function dropStandIn(text: Node): void {
  standIns.get(text)?.remove();
  standIns.delete(text);
}

/** React marks each element that it renders. */
const isForeign = (node: Node | null): node is Element =>
  node instanceof Element && !Object.keys(node).some((key) => key.startsWith("__react"));
