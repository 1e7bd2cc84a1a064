/**
 * Headers of every page. Scripts run only from our own files or with this answer's nonce.
 * Styles allow inline ones: Radix and Recharts position things with them.
 */
export function securityHeaders(nonce: string, supabaseUrl: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
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
    "content-security-policy": policy.join("; "),
    "strict-transport-security": "max-age=15552000; includeSubDomains",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  };
}
