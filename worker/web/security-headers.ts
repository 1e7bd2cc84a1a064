import { STRICT_TRANSPORT } from "#worker/http-headers.ts";

const COMMON = {
  "strict-transport-security": STRICT_TRANSPORT,
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // The payment tab opens empty and is redirected; it must stay ours until then.
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

/** Scripts need our origin or the nonce. Radix and Recharts position with inline styles. */
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
    // A page names its deployment's files and carries its own nonce.
    "cache-control": "private, no-cache",
  };
}

/** Adds the request id, and the headers that a redirect, a file or an error lacks. */
export function finished(response: Response, requestId: string): Response {
  const headers = new Headers(response.headers);
  const missing = { ...COMMON, "content-security-policy": NO_PAGE, "cache-control": "no-cache" };
  for (const [name, value] of Object.entries(missing)) if (!headers.has(name)) headers.set(name, value);
  headers.set("x-request-id", requestId);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
