import { afterAll, beforeAll, expect, it } from "vitest";
import { UNVERIFIED_GOOGLE_USER } from "#scripts/local/social/users.ts";
import { PASSWORD, tokenIn } from "#tests/support/local-supabase.ts";
import {
  APP,
  agree,
  beginSignIn,
  choose,
  codeIn,
  errorIn,
  follow,
  type ProviderName,
  type SocialTest,
  signInAs,
  startSocialTest,
} from "#tests/support/social-supabase.ts";

const PROVIDERS: ProviderName[] = ["google", "github"];

let server: SocialTest;
beforeAll(async () => {
  server = await startSocialTest();
});
afterAll(() => server.stop());

const userCount = async () => {
  const { data, error } = await server.admin.listUsers({ perPage: 1000 });
  if (error) throw error;
  return data.users.length;
};

it.each(PROVIDERS)("signs a new person up through %s, with a confirmed address", async (provider) => {
  const person = server.person(provider);
  const browser = server.browser();
  const { user, session } = await signInAs(person, browser);
  expect(user).toMatchObject({
    email: person.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider, providers: [provider] },
    user_metadata: { full_name: person.name, email: person.email, email_verified: true },
  });
  expect(user.identities).toMatchObject([{ provider, identity_data: { email: person.email } }]);
  const { data } = await browser.getClaims(session.access_token);
  expect(data?.claims).toMatchObject({ sub: user.id, aal: "aal1", amr: [{ method: "oauth" }] });
  expect((await browser.refreshSession()).data.user?.id).toBe(user.id);
});

it("requests the app's scopes, and the address, from each provider", async () => {
  for (const [provider, scopes] of [
    ["google", "profile email"],
    ["github", "read:user user:email"],
  ] as const) {
    const options = { scopes, redirectTo: APP, skipBrowserRedirect: true };
    const { data } = await server.browser().signInWithOAuth({ provider, options });
    const page = await follow(data.url ?? "");
    expect(page.searchParams.get("scope")?.split(" ").sort()).toEqual(scopes.split(" ").sort());
    expect(page.searchParams.get("redirect_uri")).toBe(server.callbackUrl);
  }
});

it.each(PROVIDERS)("recognizes a person of %s, even after both servers were restarted", async (provider) => {
  const person = server.person(provider);
  const first = await signInAs(person, server.browser());
  await server.restartProviders();
  await server.restart();
  const second = await signInAs(person, server.browser());
  expect(second.user.id).toBe(first.user.id);
  expect(second.user.identities).toHaveLength(1);
});

it.each(PROVIDERS)("joins %s to the confirmed account of the same address", async (provider) => {
  const person = server.person(provider);
  const account = await server.admin.createUser({
    email: person.email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { team: "blue" },
  });
  const { user } = await signInAs(person, server.browser());
  expect(user).toMatchObject({
    id: account.data.user?.id,
    app_metadata: { provider: "email", providers: ["email", provider] },
    user_metadata: { team: "blue", full_name: person.name },
  });
  const password = await server.visitor().signInWithPassword({ email: person.email, password: PASSWORD });
  expect(password.data.user?.id).toBe(user.id);
});

it.each(PROVIDERS)(
  "gives an unconfirmed account to the user %s vouches for, without its previous data",
  async (provider) => {
    const person = server.person(provider);
    const squatter = server.visitor();
    const { email } = person;
    await squatter.signUp({ email, password: PASSWORD, options: { data: { team: "squatters" } } });
    const token_hash = tokenIn(server.emailsTo(email)[0]);
    const { user } = await signInAs(person, server.browser());
    expect(user.app_metadata).toMatchObject({ provider, providers: [provider] });
    expect(user.user_metadata).not.toHaveProperty("team");
    expect(user.identities).toMatchObject([{ provider }]);
    expect((await squatter.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await squatter.verifyOtp({ token_hash, type: "signup" })).error?.code).toBe("otp_expired");
  },
);

it("opens no account for an address that Google does not vouch for, and creates none", async () => {
  const { email } = UNVERIFIED_GOOGLE_USER;
  const refused = async () =>
    errorIn(await agree(await beginSignIn(server.browser(), "google"), { pick: email }));
  const before = await userCount();
  const refusal = {
    error: "access_denied",
    code: "provider_email_needs_verification",
    description: "Unverified email with google. Verify the email with google in order to sign in",
  };
  expect(await refused()).toEqual(refusal);
  expect(await userCount()).toBe(before);
  const { data } = await server.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect(await refused()).toEqual(refusal);
  const victim = await server.admin.getUserById(data.user?.id ?? "");
  expect(victim.data.user?.identities).toHaveLength(1);
});

it("creates one account when one person returns in two browsers at once", async () => {
  const person = server.person("google");
  const pages = await Promise.all([1, 2].map(() => beginSignIn(server.browser(), "google")));
  const callbacks = await Promise.all(pages.map((page) => choose(page, person.pick)));
  const before = await userCount();
  for (const landing of await Promise.all(callbacks.map((callback) => follow(callback))))
    expect(codeIn(landing)).toBeTruthy();
  expect(await userCount()).toBe(before + 1);
});
