/** Whether a key of a Supabase project may do everything in it; also one of before there were `sb_…` keys. */
export const isSecretKey = (key: string) =>
  key.startsWith("sb_secret_") || legacyRole(key) === "service_role";

/** Whether it is the one that browsers are given. */
export const isPublishableKey = (key: string) =>
  key.startsWith("sb_publishable_") || legacyRole(key) === "anon";

/** The role of an older project's key, which is a JWT; read without a check, as only Supabase can tell. */
function legacyRole(key: string): unknown {
  try {
    const payload = (key.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === "object" && claims !== null && "role" in claims ? claims.role : null;
  } catch {
    return null;
  }
}
