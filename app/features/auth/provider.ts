import { authMessages } from "./messages.ts";

/** The ways to sign in elsewhere, with what is asked for there (specification, section 7). */
export const providers = {
  google: { name: "Google", scopes: "profile email" },
  github: { name: "GitHub", scopes: "read:user user:email" },
} as const;

export type Provider = keyof typeof providers;

const REMEMBERED_KEY = "latchkey-auth-provider";

/** Kept for this tab, so that the page one comes back to knows who was asked. */
export const rememberProvider = (provider: Provider) => sessionStorage.setItem(REMEMBERED_KEY, provider);

/** Which provider this tab left for, if any; forgets it, for the next arrival is another one. */
export function takeAskedProvider(): Provider | null {
  const asked = sessionStorage.getItem(REMEMBERED_KEY);
  sessionStorage.removeItem(REMEMBERED_KEY);
  return asked === "google" || asked === "github" ? asked : null;
}

/** What to say when the provider that was asked gives no reason of its own. */
export const providerFallback = (asked: Provider | null): string => authMessages.fallback[asked ?? "signIn"];
