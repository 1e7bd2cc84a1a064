interface Claims {
  aal?: unknown;
  amr?: unknown;
  exp?: unknown;
  iat?: unknown;
}

/** Null if the token can't be read. Only its ASCII claims are read correctly. */
export function claimsOf(token: string): Claims | null {
  const payload = token.split(".")[1] ?? "";
  const claims = parsed(() => atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  return typeof claims === "object" ? claims : null;
}

/** Null for text that isn't JSON. */
export function parsed(read: () => string): unknown {
  try {
    return JSON.parse(read());
  } catch {
    return null;
  }
}
