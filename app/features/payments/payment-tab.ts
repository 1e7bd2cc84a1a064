interface PaymentTab {
  /** False when there is no tab to send anywhere: blocked, or closed meanwhile. */
  go(url: string): boolean;
  close(): void;
}

/**
 * Opens an empty tab in the click itself, or browsers take it for a pop-up; the address follows.
 * `noopener` would hide the tab from us as well, so its way back is cut by hand.
 */
export function openPaymentTab(): PaymentTab {
  const tab = window.open("", "_blank");
  if (tab) {
    tab.opener = null;
    tab.document.title = "Opening payment…";
  }
  return {
    go(url) {
      if (!tab || tab.closed) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
}
