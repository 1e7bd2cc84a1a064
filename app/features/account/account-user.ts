import type { Factor, User, UserIdentity } from "@supabase/supabase-js";

/** Ours alone: the provider overwrites `full_name` at every sign-in through Google or GitHub. */
export const NAME_KEY = "display_name";

export interface AccountUser {
  email: string;
  emailConfirmed: boolean;
  /** Empty when none was given. */
  name: string;
  identities: UserIdentity[];
  /** The authenticator app that is asked for at sign-in; null when there is none. */
  factor: Factor | null;
  /** Whether this session has passed the second step. */
  secondStepPassed: boolean;
}

/** Whether the second step is on comes from the factors; what the user can edit decides nothing. */
export function accountUserFrom(user: User, secondStepPassed: boolean): AccountUser {
  const { [NAME_KEY]: chosen, full_name: given } = user.user_metadata;
  return {
    email: user.email ?? "",
    emailConfirmed: typeof user.email_confirmed_at === "string",
    name: [chosen, given].find((name): name is string => typeof name === "string") ?? "",
    identities: user.identities ?? [],
    factor: (user.factors ?? []).find(isVerifiedTotp) ?? null,
    secondStepPassed,
  };
}

const isVerifiedTotp = ({ factor_type, status }: Factor) => factor_type === "totp" && status === "verified";
