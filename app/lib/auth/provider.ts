/** The other ways to sign in, with the scopes that each requests (specification, section 7). */
export const PROVIDERS = {
  google: { name: "Google", scopes: "profile email" },
  github: { name: "GitHub", scopes: "read:user user:email" },
} as const;

export type Provider = keyof typeof PROVIDERS;

const REMEMBERED_KEY = "latchkey-auth-provider";

/** Kept for this tab, so that the page you return to knows which provider was requested. */
export const rememberProvider = (provider: Provider) => sessionStorage.setItem(REMEMBERED_KEY, provider);

/** Forgets it, since the next arrival is a different one. */
export function takeRequestedProvider(): Provider | null {
  const name = sessionStorage.getItem(REMEMBERED_KEY);
  sessionStorage.removeItem(REMEMBERED_KEY);
  return name === "google" || name === "github" ? name : null;
}
