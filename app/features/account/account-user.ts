import type { Factor, User, UserIdentity } from "@supabase/supabase-js";

export interface AccountUser {
  email: string;
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
  const name: unknown = user.user_metadata.full_name;
  return {
    email: user.email ?? "",
    name: typeof name === "string" ? name : "",
    identities: user.identities ?? [],
    factor: (user.factors ?? []).find(isVerifiedTotp) ?? null,
    secondStepPassed,
  };
}

const isVerifiedTotp = ({ factor_type, status }: Factor) => factor_type === "totp" && status === "verified";
