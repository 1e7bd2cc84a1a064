import type { UserIdentity } from "@supabase/supabase-js";
import { readRefusal } from "#app/lib/auth/auth-callback.ts";
import { PROVIDERS, type Provider } from "#app/lib/auth/provider.ts";

const LINKING_KEY = "latchkey-linking";

export interface SignInMethod {
  name: string;
  /** Null for email, which is set with Update Email instead of being linked. */
  provider: Provider | null;
  identity: UserIdentity | null;
  last: boolean;
}

export const signInMethods = (identities: UserIdentity[]): SignInMethod[] =>
  ([null, "google", "github"] as const).map((provider) => ({
    name: provider ? PROVIDERS[provider].name : "Email",
    provider,
    identity: identities.find((identity) => identity.provider === (provider ?? "email")) ?? null,
    last: identities.length <= 1,
  }));

export function identityAddress({ identity_data }: UserIdentity): string {
  const email: unknown = identity_data?.email;
  return typeof email === "string" ? email : "";
}

/** Kept for this tab: an address is believed only by someone who left to link. */
export const rememberLinking = (provider: Provider) => sessionStorage.setItem(LINKING_KEY, provider);

export const forgetLinking = () => sessionStorage.removeItem(LINKING_KEY);

/** Null unless this visit returns from linking. `refusal` is null on success, and empty if there is no reason. */
export function readLinkReturn(url: URL): { provider: Provider; refusal: string | null } | null {
  const provider = sessionStorage.getItem(LINKING_KEY);
  if (provider === "google" || provider === "github") {
    return { provider, refusal: readRefusal(url.searchParams, url.hash) };
  }
  return null;
}
