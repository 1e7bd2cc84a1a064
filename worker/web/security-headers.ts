import { STRICT_TRANSPORT } from "../strict-transport.ts";

/** Of every answer that is ours to make, pages or not. */
const COMMON = {
  "strict-transport-security": STRICT_TRANSPORT,
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // The payment's tab is opened empty and sent on; it must stay ours until then.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
};

const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

const UNUSED = ["browsing-topics", "camera", "display-capture", "geolocation", "hid"].concat([
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
]);

/**
 * Headers of every page. Scripts run only from our own files or with this answer's nonce.
 * Styles allow inline ones: Radix and Recharts position things with them.
 */
export function securityHeaders(nonce: string, supabaseUrl: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(supabaseUrl).origin}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    ...COMMON,
    "content-security-policy": policy.join("; "),
    "permissions-policy": UNUSED.map((feature) => `${feature}=()`).join(", "),
    // The next visit asks again: a page names the files of its own deployment. And nobody's nonce is another's.
    "cache-control": "private, no-cache",
  };
}

/** The answer with its id, and with what a redirect, a file or an error needs beside it. */
export function finished(answer: Response, requestId: string): Response {
  const headers = new Headers(answer.headers);
  const missing = { ...COMMON, "content-security-policy": NO_PAGE, "cache-control": "no-cache" };
  for (const [name, value] of Object.entries(missing)) if (!headers.has(name)) headers.set(name, value);
  headers.set("x-request-id", requestId);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
