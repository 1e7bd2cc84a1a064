import { auth } from "#app/lib/supabase.client.ts";

/**
 * Whether the session still lacks the second step that its user has set up. For what is shown only: the
 * API and the identity provider decide from the token. A token that cannot be read is theirs to refuse.
 */
export async function needsSecondFactor(): Promise<boolean> {
  const level = await auth()
    .mfa.getAuthenticatorAssuranceLevel()
    .catch(() => null);
  return level?.data?.nextLevel === "aal2" && level.data.currentLevel !== "aal2";
}
