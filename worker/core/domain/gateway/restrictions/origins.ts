import type { ListRestriction } from "./restriction.ts";

/** Most origins whose pages may use one key. */
const ALLOWED_ORIGINS_MAX = 20;

/** Longer than any: a host has at most 253 characters. */
const LONGEST = 300;
/** A scheme and a host, perhaps with a port: no wildcard, no name before an @, and nothing behind but one slash. */
const SHAPE = /^https?:\/\/[^\s/\\?#@*]+\/?$/i;
/** Of browser extensions, and of apps that show web pages. Their host is a name or an ID, without a port. */
const APP =
  /^(app|capacitor|chrome-extension|ionic|moz-extension|safari-web-extension|tauri|vscode-webview):\/\/[a-z\d._-]+\/?$/i;
/** Where pages in development come from, and apps on Windows; browsers trust these without https too. */
const LOCAL = /^(127\.0\.0\.1|([a-z\d-]+\.)*localhost)$/;

/** The origin that `text` names, as browsers send it (RFC 6454); null when it is not one that a key can allow. */
export function pageOrigin(text: string): string | null {
  if (text.length > LONGEST) return null;
  if (APP.test(text)) return text.toLowerCase().replace(/\/$/, "");
  if (!SHAPE.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, origin } = new URL(text);
  return protocol === "https:" || LOCAL.test(hostname) ? origin : null;
}

/** Unlike other lists, an empty one allows nothing: no browser. */
export const allowedOrigins = {
  kind: "list",
  most: ALLOWED_ORIGINS_MAX,
  read: pageOrigin,
  rule: "an origin such as https://app.example.com or http://localhost:3000, without a path or wildcard",
  description: "Browser origins that may use the key; empty for no browser",
  recorded: () => false,
} as const satisfies ListRestriction;
