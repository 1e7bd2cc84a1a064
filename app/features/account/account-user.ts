import type { Factor, User, UserIdentity } from "@supabase/supabase-js";

/** Our own key: the provider overwrites `full_name` at every sign-in through Google or GitHub. */
export const NAME_KEY = "display_name";

export interface AccountUser {
  email: string;
  emailConfirmed: boolean;
  name: string;
  identities: UserIdentity[];
  /** The authenticator app needed at sign-in; null when there is none. */
  factor: Factor | null;
}

/** Only the factors decide if two-factor authentication is on: the user can edit the metadata. */
export function accountUserFrom(user: User): AccountUser {
  const { [NAME_KEY]: chosen, full_name: given } = user.user_metadata;
  return {
    email: user.email ?? "",
    emailConfirmed: typeof user.email_confirmed_at === "string",
    name: [chosen, given].find((name): name is string => typeof name === "string") ?? "",
    identities: user.identities ?? [],
    factor:
      user.factors?.find(({ factor_type, status }) => factor_type === "totp" && status === "verified") ??
      null,
  };
}

/** The identity provider stores addresses in lower case. */
export const sameAddress = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
