import { z } from "zod";
import { AuthFailure } from "./errors.ts";
import type { ProviderSettings } from "./oauth-settings.ts";
import { emailField } from "./request.ts";

const TIMEOUT_MS = 10_000;

/** The profile of the person who signed in at a provider. */
export interface Profile {
  /** The provider's own id of this person; it never changes. */
  subject: string;
  /** The address the provider vouches for, if any. */
  verifiedEmail: string | null;
  /** The profile data stored with the user and the identity. */
  claims: Record<string, unknown>;
}

export interface ConsentRequest {
  callbackUrl: string;
  state: string;
  scopes: string;
}

export interface Provider {
  name: string;
  consentUrl: (settings: ProviderSettings, request: ConsentRequest) => string;
  exchangeCode: (settings: ProviderSettings, proof: { code: string; callbackUrl: string }) => Promise<string>;
  readProfile: (settings: ProviderSettings, accessToken: string) => Promise<Profile>;
}

/** The URL of the consent page, with the parameters every provider needs. */
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

/** The scopes Supabase needs and those the app requests, without duplicates. */
export const joinScopes = (needed: string[], requested: string) =>
  [...new Set([...needed, ...requested.split(/[\s,]+/).filter(Boolean)])].join(" ");

const tokenSchema = z.object({ access_token: z.string().min(1) });

/** Exchanges a code for the provider's access token, server to server. */
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
  const response = await ask(new URL(path, url), { method: "POST", body }, tokenSchema);
  if (!response) throw new AuthFailure(500, "unexpected_failure", "Unable to exchange external code");
  return response.access_token;
}

/** One part of the profile that `accessToken` opens. */
export async function readWithToken<T>(address: URL, accessToken: string, schema: z.ZodType<T>): Promise<T> {
  const response = await ask(address, { headers: { Authorization: `Bearer ${accessToken}` } }, schema);
  if (response === null)
    throw new AuthFailure(500, "unexpected_failure", "Error getting user profile from external provider");
  return response;
}

/** Null for any unexpected response: a provider's own message must not end up in the browser's address bar. */
async function ask<T>(address: URL, init: RequestInit, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const response = await fetch(address, {
      ...init,
      headers: { ...init.headers, Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? schema.parse(await response.json()) : null;
  } catch {
    return null;
  }
}

/** An address in the form users have, or null for one that no mail reaches. */
export const usableAddress = (email: unknown): string | null => emailField.safeParse(email).data ?? null;
