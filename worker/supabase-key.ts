/** Also recognizes the JWT keys of older projects. */
export const isSecretKey = (key: string) =>
  key.startsWith("sb_secret_") || legacyRole(key) === "service_role";

export const isPublishableKey = (key: string) =>
  key.startsWith("sb_publishable_") || legacyRole(key) === "anon";

/** Read without verification, which only Supabase can do. */
function legacyRole(key: string): unknown {
  try {
    const payload = (key.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === "object" && claims !== null && "role" in claims ? claims.role : null;
  } catch {
    return null;
  }
}
