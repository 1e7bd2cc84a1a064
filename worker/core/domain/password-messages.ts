/** Apart from the rule, which has a long list and is loaded only where a password is chosen. */
export const WEAK_PASSWORD =
  "This password is too easy to guess. Use at least 8 characters, and none that you use elsewhere.";
export const LONG_PASSWORD = "This password is too long. Use at most 72 characters.";
