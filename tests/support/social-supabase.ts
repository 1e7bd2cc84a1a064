import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { freePorts } from "#scripts/local/free-port.ts";
import { startSocial } from "#scripts/local/social/index.ts";
import { GITHUB_USERS, GOOGLE_USERS } from "#scripts/local/social/users.ts";
import { SITE_URL, startTestSupabase } from "./local-supabase.ts";

export const APP = `${SITE_URL}/login`;
export type ProviderName = "google" | "github";
export type SocialTest = Awaited<ReturnType<typeof startSocialTest>>;
export type Browser = ReturnType<SocialTest["browser"]>;

/** A person at a provider; `pick` is their name on its page. */
export interface Person {
  provider: ProviderName;
  email: string;
  name: string;
  pick: string;
}

/** A local Supabase with its own Google and GitHub, whose people are handed out one by one. */
export async function startSocialTest() {
  const [port = 0, google = 0, github = 0] = await freePorts(3);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-social-"));
  const callbackUrl = `http://127.0.0.1:${port}/auth/v1/callback`;
  const start = () => startSocial({ ports: { google, github }, folder, callbackUrl });
  let social = await start();
  const supabase = await startTestSupabase({ port, providers: social });
  const people = {
    google: GOOGLE_USERS.map((user) => ({ ...user, provider: "google" as const, pick: user.email })),
    github: GITHUB_USERS.map((user) => ({ ...user, provider: "github" as const, pick: user.login })),
  };
  return {
    ...supabase,
    callbackUrl,
    providers: { google: social.google, github: social.github },
    person(provider: ProviderName): Person {
      const person = people[provider].shift();
      if (!person) throw new Error(`Everyone at ${provider} is taken.`);
      return person;
    },
    /** A separate browser: a sign-in started in one can't finish in another. */
    browser() {
      const kept = new Map<string, string>();
      const storage = {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      };
      const auth = { flowType: "pkce", autoRefreshToken: false, detectSessionInUrl: false, storage } as const;
      return createClient(supabase.url, supabase.publishableKey, { auth }).auth;
    },
    async restartProviders() {
      await social.stop();
      social = await start();
    },
    async stop() {
      await supabase.stop();
      await social.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address a response redirects the browser to. */
export async function follow(address: string | URL, init: RequestInit = {}): Promise<URL> {
  const response = await fetch(address, { ...init, redirect: "manual" });
  const location = response.headers.get("location");
  if (!location) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
  return new URL(location);
}

/** Starts a sign-in in `browser`. @returns the provider's page, where the person would choose an account. */
export async function beginSignIn(browser: Browser, provider: ProviderName, redirectTo = APP): Promise<URL> {
  const options = { redirectTo, skipBrowserRedirect: true };
  const { data, error } = await browser.signInWithOAuth({ provider, options });
  if (error) throw error;
  return follow(data.url);
}

/**
 * Chooses an account on the provider's page.
 * @returns Supabase's address that the browser is sent back to.
 */
export async function choose(page: URL, pick: string): Promise<URL> {
  const html = await (await fetch(page)).text();
  for (const [, action = "", body = ""] of html.matchAll(
    /<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g,
  )) {
    const fields = [...body.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")] as [string, string],
    );
    const isTheirs = fields.some(([name, value]) => /^(email|login)$/.test(name) && value === pick);
    if (isTheirs) return follow(new URL(action, page), { method: "POST", body: new URLSearchParams(fields) });
  }
  throw new Error(`${pick} is not on the page of ${page.origin}.`);
}

/** The app's callback address with a code or an error, after `person` agreed on the provider's page. */
export const agree = async (page: URL, person: Pick<Person, "pick">): Promise<URL> =>
  follow(await choose(page, person.pick));

export const codeIn = (landing: URL): string => {
  const code = landing.searchParams.get("code");
  if (!code) throw new Error(`No code in ${landing}`);
  return code;
};

/** The error the app receives; the query and the hash contain the same. */
export function errorIn(landing: URL): {
  error: string | null;
  code: string | null;
  description: string | null;
} {
  const read = (words: URLSearchParams) => ({
    error: words.get("error"),
    code: words.get("error_code"),
    description: words.get("error_description"),
  });
  const [query, hash] = [read(landing.searchParams), read(new URLSearchParams(landing.hash.slice(1)))];
  if (JSON.stringify(query) !== JSON.stringify(hash)) throw new Error(`Query and hash differ in ${landing}`);
  return query;
}

/** The whole round trip of one person in one browser. */
export async function signInAs(person: Person, browser: Browser) {
  const landing = await agree(await beginSignIn(browser, person.provider), person);
  const { data, error } = await browser.exchangeCodeForSession(codeIn(landing));
  if (error) throw error;
  return data;
}
