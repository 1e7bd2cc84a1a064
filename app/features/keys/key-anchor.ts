/** The id of the element that shows a key. */
export const keyAnchor = (id: string) => `key-${id}`;

/** Leads the reader to another key of the list, which takes the focus only then: a click on its row is none. */
export function focusKey(id: string): void {
  const element = document.getElementById(keyAnchor(id));
  if (!element) return;
  element.tabIndex = -1;
  element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  element.focus();
}
