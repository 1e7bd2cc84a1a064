import type { UserIdentity } from "@supabase/supabase-js";
import { type Provider, providers } from "#app/features/auth/provider.ts";

export interface SignInMethod {
  name: string;
  /** Null where there is nothing to link to: an address is set with Update Email. */
  provider: Provider | null;
  /** Null while it is not linked. */
  identity: UserIdentity | null;
  /** The only one left cannot go. */
  last: boolean;
}

const methods: { id: string; name: string; provider: Provider | null }[] = [
  { id: "email", name: "Email", provider: null },
  { id: "google", name: providers.google.name, provider: "google" },
  { id: "github", name: providers.github.name, provider: "github" },
];

/** Every way to sign in, linked or not, in an order that stays. */
export const signInMethods = (identities: UserIdentity[]): SignInMethod[] =>
  methods.map(({ id, name, provider }) => ({
    name,
    provider,
    identity: identities.find((identity) => identity.provider === id) ?? null,
    last: identities.length <= 1,
  }));

/** The address an identity is known by. */
export function identityAddress({ identity_data }: UserIdentity): string {
  const email: unknown = identity_data?.email;
  return typeof email === "string" ? email : "";
}
