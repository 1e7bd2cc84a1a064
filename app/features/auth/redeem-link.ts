import { auth, separateAuth } from "#app/lib/auth.ts";
import type { LinkType } from "./arrival.ts";
import { throwFailure } from "./use-attempt.ts";

/** The session of a mailed link that belongs to somebody else than who is signed in here. */
export interface OtherAccount {
  email: string;
  /** Who is signed in. */
  current: string;
  /** Takes the place of whoever is signed in. */
  enter(): Promise<void>;
  refuse(): Promise<void>;
}

/** `half`: the first of two confirmations. */
export type Redeemed = "signed-in" | "half" | OtherAccount;

/**
 * Trades a mailed token for a session, which becomes the browser's unless that would put another account in the place
 * of the one signed in: a link can come from anybody, and money would then go to a stranger's account.
 * @returns the provider's refusal, if it is one.
 */
export async function redeemLink(tokenHash: string, type: LinkType): Promise<Redeemed | Error> {
  const browsers = await auth();
  const before = (await browsers.getSession()).data.session;
  const client = before ? await separateAuth() : browsers;
  const { data, error } = await client.verifyOtp({ token_hash: tokenHash, type });
  if (error) return error;
  const { session } = data;
  if (!session) return "half";
  if (!before) return "signed-in";
  const enter = async () => throwFailure(await browsers.setSession(session));
  if (session.user.id === before.user.id) {
    await enter();
    return "signed-in";
  }
  const refuse = async () => void (await client.signOut({ scope: "local" }));
  return { email: session.user.email ?? "", current: before.user.email ?? "", enter, refuse };
}
