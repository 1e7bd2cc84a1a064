/** The element that shows a key; it must be focusable. */
export const keyAnchor = (id: string) => `key-${id}`;

/** Leads the reader to another key of the list. */
export function focusKey(id: string): void {
  document.getElementById(keyAnchor(id))?.focus();
}
