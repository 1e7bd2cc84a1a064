import { auth } from "#app/lib/supabase.client.ts";

/**
 * Whether the session still lacks the second step that its user has set up. For what is shown only: the
 * API and the identity provider decide from the token.
 */
export async function needsSecondFactor(): Promise<boolean> {
  const { data } = await auth().mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === "aal2" && data.currentLevel !== "aal2";
}
