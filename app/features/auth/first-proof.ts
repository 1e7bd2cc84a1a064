import type { Session } from "@supabase/supabase-js";
import { authErrorCode } from "#app/lib/auth/auth-error.ts";
import { hasSecondFactor } from "#app/lib/auth/stored-session.ts";
import type { Auth } from "#app/lib/auth/supabase.client.ts";

/** An account whose address a link has just proven, and the session that the link gave, which isn't the browser's. */
export interface ProvenAccount {
  client: Auth;
  email: string;
}

/** A link that proves an address for the first time. */
export interface FirstProof {
  type: "signup" | "invite";
  token: string;
  /** The address that the link says it is for; `""` if it doesn't say. */
  email: string;
  /** Set once the token has been redeemed. */
  account?: ProvenAccount;
}

/** Both times are the provider's own. */
const SAME_MOMENT_MS = 500;

/** True if the link that began the session also confirmed the address: before that, nobody could add a second factor. */
export function confirmedAddress({ user }: Pick<Session, "user">): boolean {
  if (hasSecondFactor(user)) return false;
  const [confirmedAt, signedInAt] = [user.email_confirmed_at, user.last_sign_in_at].map((time = "") =>
    Date.parse(time),
  );
  return Math.abs(Number(signedInAt) - Number(confirmedAt)) < SAME_MOMENT_MS;
}

/**
 * Before its address was proven, anyone may have given the account a password. Nobody knows the one that replaces it,
 * and all other sessions end.
 */
export async function dropEarlierPassword(client: Auth): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const password = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const { error } = await client.updateUser({ password });
  if (error) throw error;
}

/** Repeatable. */
export async function choosePassword(client: Auth, password: string): Promise<void> {
  const { error } = await client.updateUser({ password });
  if (error && authErrorCode(error) !== "same_password") throw error;
}
