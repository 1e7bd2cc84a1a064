/** Takes a one-time token out of the address bar and the history, and leaves the router's own state there. */
export function hideToken(path: string): void {
  window.history.replaceState(window.history.state, "", path);
}
