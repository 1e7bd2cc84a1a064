/** Where Control and K, as in every text field there, deletes to the end of the line. */
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export const shortcutLabel = () => (isMac() ? "⌘K" : "Ctrl K");

export function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
  const held = isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === "k" && held && !altKey && !shiftKey;
}
