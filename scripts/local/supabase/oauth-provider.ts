import { z } from "zod";
import { AuthFailure } from "./errors.ts";
import type { ProviderSettings } from "./oauth-settings.ts";
import { emailField } from "./request.ts";

const TIMEOUT_MS = 10_000;

/** Who a provider says has signed in. */
export interface Profile {
  /** The provider's own id of this person; it never changes. */
  subject: string;
  /** The address the provider vouches for, if any. */
  verifiedEmail: string | null;
  /** What user and identity show of this person. */
  claims: Record<string, unknown>;
}

export interface ConsentRequest {
  callbackUrl: string;
  state: string;
  scopes: string;
}

export interface Provider {
  name: string;
  consentUrl(settings: ProviderSettings, request: ConsentRequest): string;
  exchangeCode(settings: ProviderSettings, proof: { code: string; callbackUrl: string }): Promise<string>;
  readProfile(settings: ProviderSettings, accessToken: string): Promise<Profile>;
}

/** The page that asks for consent, with what every provider needs to know. */
export function consentPage(
  path: string,
  { url, clientId }: ProviderSettings,
  { callbackUrl, state }: ConsentRequest,
  scopes: string,
): string {
  const page = new URL(path, url);
  page.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callbackUrl,
    response_type: "code",
    scope: scopes,
    state,
  }).toString();
  return page.href;
}

/** The scopes Supabase needs and those the app asks for, each once. */
export const joinScopes = (needed: string[], asked: string) =>
  [...new Set([...needed, ...asked.split(/[\s,]+/).filter(Boolean)])].join(" ");

const tokenAnswer = z.object({ access_token: z.string().min(1) });

/** The provider's access token for a code, asked for from server to server. */
export async function exchangeProviderCode(
  path: string,
  { url, clientId, clientSecret }: ProviderSettings,
  { code, callbackUrl }: { code: string; callbackUrl: string },
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: callbackUrl,
    code,
  });
  const answer = await ask(new URL(path, url), { method: "POST", body }, tokenAnswer);
  if (!answer) throw new AuthFailure(500, "unexpected_failure", "Unable to exchange external code");
  return answer.access_token;
}

/** One part of the profile that `accessToken` opens. */
export async function readWithToken<T>(address: URL, accessToken: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await ask(address, { headers: { Authorization: `Bearer ${accessToken}` } }, schema);
  if (answer === null)
    throw new AuthFailure(500, "unexpected_failure", "Error getting user profile from external provider");
  return answer;
}

/** Null for everything but the expected answer: a provider's own words are not for the browser's address line. */
async function ask<T>(address: URL, init: RequestInit, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const answer = await fetch(address, {
      ...init,
      headers: { ...init.headers, Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok ? schema.parse(await answer.json()) : null;
  } catch {
    return null;
  }
}

/** An address in the form users have, or null for one that no mail reaches. */
export const usableAddress = (email: unknown): string | null => emailField.safeParse(email).data ?? null;
