/** There, Control and K deletes to the end of the line in every text field. */
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export const shortcutLabel = () => (isMac() ? "⌘K" : "Ctrl K");

/** False on a page without a menu, and in the documentation when nobody is signed in. */
export function offersMenu(): boolean {
  const searchButton = document.querySelector("[aria-keyshortcuts]");
  return searchButton?.closest("[data-reader]:not([data-reader=in])") === null;
}

export function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
  const held = isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === "k" && held && !altKey && !shiftKey;
}
