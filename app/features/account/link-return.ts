import { type Provider, providers } from "#app/features/auth/provider.ts";

const LINKING_KEY = "latchkey-linking";
/** A provider's sentence; anything longer is not meant for a reader. */
const REASON_MAX = 200;

export interface LinkReturn {
  provider: Provider;
  /** Null when it went well; empty when no reason was given. */
  refusal: string | null;
}

/** Kept for this tab: only who left to link believes what an address says of it. */
export const rememberLinking = (provider: Provider) => sessionStorage.setItem(LINKING_KEY, provider);

export const forgetLinking = () => sessionStorage.removeItem(LINKING_KEY);

/** What came of leaving to link: the provider's refusal is in the address, query or hash. Null for any other visit. */
export function readLinkReturn(address: URL): LinkReturn | null {
  const provider = sessionStorage.getItem(LINKING_KEY);
  if (provider === null || !isProvider(provider)) return null;
  return { provider, refusal: refusalIn(address) };
}

const isProvider = (name: string): name is Provider => Object.hasOwn(providers, name);

function refusalIn(address: URL): string | null {
  for (const said of [address.searchParams, new URLSearchParams(address.hash.slice(1))]) {
    const reason = said.get("error_description") ?? (said.has("error") ? "" : null);
    if (reason !== null) return reason.slice(0, REASON_MAX);
  }
  return null;
}
