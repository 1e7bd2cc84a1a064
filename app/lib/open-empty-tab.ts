/**
 * Opens an empty tab during the click, since browsers block it later; the address follows. `noopener` would hide the
 * tab from this page too, so its opener is cleared by hand. @returns null if the browser blocks it.
 */
export function openEmptyTab(title: string): Window | null {
  const tab = window.open("", "_blank");
  if (tab) {
    tab.opener = null;
    tab.document.title = title;
  }
  return tab;
}
