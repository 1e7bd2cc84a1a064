import type { AuthError, Session, User } from "@supabase/supabase-js";
import { auth, separateAuth, signInRedirect, unwrapAuth } from "#app/lib/auth/auth.ts";
import { authErrorCode } from "#app/lib/auth/auth-error.ts";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import type { Auth } from "#app/lib/auth/supabase.client.ts";
import { presenceMessages } from "./messages.ts";

export interface Person {
  id: string;
  email: string;
  way: "app" | "password" | "email";
}

/** From the identity provider, since the stored session may be older than a change made elsewhere. */
export async function findPerson(): Promise<Person> {
  const { user } = await unwrapAuth((client) => client.getUser());
  return { id: user.id, email: user.email ?? "", way: wayOf(user) };
}

function wayOf({ factors, identities }: User): Person["way"] {
  if (factors?.some(({ status }) => status === "verified")) return "app";
  return identities?.some(({ provider }) => provider === "email") ? "password" : "email";
}

export const proveByPassword = (person: Person, password: string) =>
  replaceSession(person, "invalid_credentials", presenceMessages.wrongPassword, (client) =>
    client.signInWithPassword({ email: person.email, password }),
  );

let separate: Promise<Auth> | undefined;

/** One for all attempts. */
const aside = () => (separate ??= separateAuth());

/** The email's link leads back to this page. */
export async function emailCode({ email }: Person): Promise<void> {
  const emailRedirectTo = signInRedirect(window.location.pathname);
  const client = await aside();
  const { error } = await client.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo },
  });
  if (error) throw error;
}

export const proveByEmailedCode = (person: Person, token: string) =>
  replaceSession(person, "otp_expired", presenceMessages.wrongCode, (client) =>
    client.verifyOtp({ email: person.email, token, type: "email" }),
  );

type SignIn = { data: { session: Session | null }; error: AuthError | null };

/**
 * Signs the person in aside and, if it is still the same person's browser, puts the new session in place of the old
 * one in every tab, and ends the old one. @throws Error with `refusal` for the provider's `code`, or the provider's error.
 */
async function replaceSession(
  { id }: Person,
  code: string,
  refusal: string,
  signIn: (client: Auth) => Promise<SignIn>,
): Promise<void> {
  const client = await aside();
  const { data, error } = await signIn(client);
  if (error) throw authErrorCode(error) === code ? new Error(refusal) : error;
  const before = readStoredSession();
  const { session } = data;
  try {
    if (!session || session.user.id !== id || before?.user.id !== id)
      throw new Error(presenceMessages.otherSession);
    await unwrapAuth((browsers) => browsers.setSession(session));
  } catch (failure) {
    await client.signOut({ scope: "local" });
    throw failure;
  }
  const { error: notEnded } = await (await auth()).admin.signOut(before.access_token, "local");
  // The new session stands without it.
  if (notEnded) console.warn("Ending the previous session failed.", notEnded);
}
