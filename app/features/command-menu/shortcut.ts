/** Where Control and K, as in every text field there, deletes to the end of the line. */
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export const shortcutLabel = () => (isMac() ? "⌘K" : "Ctrl K");

/** The button that opens the menu. */
export const searchButton = () => document.querySelector<HTMLElement>("[aria-keyshortcuts]");

/** False on a page that has no menu, and for a reader of the documentation who isn't signed in. */
export const offersMenu = () => searchButton()?.closest("[data-reader]:not([data-reader=in])") === null;

export function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
  const held = isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === "k" && held && !altKey && !shiftKey;
}
