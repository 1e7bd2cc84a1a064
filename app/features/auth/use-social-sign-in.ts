import { useState } from "react";
import { auth } from "#app/lib/auth.ts";
import { failureMessage } from "./failure-message.ts";
import { authMessages } from "./messages.ts";
import { type Provider, providers, rememberProvider } from "./provider.ts";
import { signInRedirect } from "./sign-in-redirect.ts";

/** Leaves for a provider's own page. `busy` names it until the page is left. */
export function useSocialSignIn(returnTo: string, onFailure: (message: string) => void) {
  const [busy, setBusy] = useState<Provider | null>(null);

  const start = async (provider: Provider): Promise<void> => {
    setBusy(provider);
    rememberProvider(provider);
    try {
      window.location.assign(await authorizeAddress(provider, returnTo));
    } catch (failure) {
      onFailure(failureMessage(failure, authMessages.fallback[provider]));
      setBusy(null);
    }
  };
  return { start, busy };
}

async function authorizeAddress(provider: Provider, returnTo: string): Promise<string> {
  const { data, error } = await (await auth()).signInWithOAuth({
    provider,
    options: {
      scopes: providers[provider].scopes,
      redirectTo: signInRedirect(returnTo),
      skipBrowserRedirect: true,
    },
  });
  if (error) throw error;
  await assertStarts(data.url);
  return data.url;
}

/** A refusal to start is JSON; opened in the tab, it would be all that there is to see. */
async function assertStarts(address: string): Promise<void> {
  const answer = await fetch(address, { redirect: "manual" });
  if (answer.type === "opaqueredirect" || answer.ok) return;
  const body: unknown = await answer.json().catch(() => null);
  const told = typeof body === "object" && body !== null && "msg" in body ? body.msg : null;
  throw new Error(typeof told === "string" ? told : "");
}
