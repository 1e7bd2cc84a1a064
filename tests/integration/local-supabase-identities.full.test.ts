import { afterAll, beforeAll, expect, it } from "vitest";
import { newAddress, PASSWORD } from "#tests/support/local-supabase.ts";
import {
  APP,
  agree,
  type Browser,
  codeIn,
  errorIn,
  type Person,
  type ProviderName,
  type SocialTest,
  signInAs,
  startSocialTest,
} from "#tests/support/social-supabase.ts";

const options = { redirectTo: APP, skipBrowserRedirect: true };

let server: SocialTest;
beforeAll(async () => {
  server = await startSocialTest();
});
afterAll(() => server.stop());

/** A browser signed in with a password. */
async function signedIn(email = newAddress()) {
  const { data } = await server.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const browser = server.browser();
  const { error } = await browser.signInWithPassword({ email, password: PASSWORD });
  if (error || !data.user) throw error ?? new Error("no user");
  return { id: data.user.id, email, browser };
}

async function askToLink(browser: Browser, provider: ProviderName): Promise<URL> {
  const { data, error } = await browser.linkIdentity({ provider, options });
  if (error) throw error;
  return new URL(data.url ?? "");
}

const link = async (browser: Browser, person: Person) =>
  agree(await askToLink(browser, person.provider), person);

async function identitiesOf(browser: Browser) {
  const { data, error } = await browser.getUserIdentities();
  if (error) throw error;
  return data.identities;
}

async function unlink(browser: Browser, provider: string) {
  const identity = (await identitiesOf(browser)).find((one) => one.provider === provider);
  if (!identity) throw new Error(`no identity of ${provider}`);
  return (await browser.unlinkIdentity(identity)).error;
}

const readUser = async (browser: Browser) => (await browser.getUser()).data.user;

it.each(["google", "github"] as const)(
  "adds %s to the signed-in user, whatever its address",
  async (provider) => {
    const person = server.person(provider);
    const { id, email, browser } = await signedIn();
    const landing = await link(browser, person);
    const { data, error } = await browser.exchangeCodeForSession(codeIn(landing));
    expect([error, data.user?.id]).toEqual([null, id]);
    expect(await readUser(browser)).toMatchObject({
      email,
      app_metadata: { provider: "email", providers: ["email", provider] },
    });
    expect((await identitiesOf(browser)).map((identity) => identity.identity_data?.email)).toEqual([
      email,
      person.email,
    ]);
    expect((await signInAs(person, server.browser())).user.id).toBe(id);
  },
);

it("leaves an identity with the user who has it, and reports it", async () => {
  const person = server.person("google");
  const owner = await signInAs(person, server.browser());
  const { browser } = await signedIn();
  const refusal = { error: "server_error", code: "identity_already_exists" };
  expect(errorIn(await link(browser, person))).toEqual({
    ...refusal,
    description: "Identity is already linked to another user",
  });
  expect(await identitiesOf(browser)).toHaveLength(1);
  expect((await signInAs(person, server.browser())).user.id).toBe(owner.user.id);
  const own = server.person("github");
  await link(browser, own);
  expect(errorIn(await link(browser, own))).toEqual({
    ...refusal,
    description: "Identity is already linked",
  });
});

it("links for the holder of a session only, and gives the session to no other browser", async () => {
  const person = server.person("github");
  const stranger = await server.browser().linkIdentity({ provider: "github", options });
  expect(stranger.error).toMatchObject({ status: 403, code: "bad_jwt" });
  const { browser } = await signedIn();
  const landing = await link(browser, person);
  const thief = server.browser();
  await thief.signInWithOAuth({ provider: "github", options });
  expect((await thief.exchangeCodeForSession(codeIn(landing))).error?.code).toBe("bad_code_verifier");
});

it("sends a browser that does not request the address straight to the provider", async () => {
  const { browser } = await signedIn();
  const { data } = await browser.getSession();
  const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "s256" };
  const query = new URLSearchParams({ provider: "google", ...challenge });
  const response = await fetch(`${server.url}/auth/v1/user/identities/authorize?${query}`, {
    redirect: "manual",
    headers: { apikey: server.publishableKey, Authorization: `Bearer ${data.session?.access_token}` },
  });
  expect(response.status).toBe(302);
  expect(new URL(response.headers.get("location") ?? "").origin).toBe(server.providers.google.url);
});

it("removes an identity: it can no longer sign in to the account, and the provider list is updated", async () => {
  const person = server.person("github");
  const { id, browser } = await signedIn();
  await link(browser, person);
  expect(await unlink(browser, "github")).toBeNull();
  expect(await readUser(browser)).toMatchObject({
    app_metadata: { provider: "email", providers: ["email"] },
    identities: [{ provider: "email" }],
  });
  expect((await signInAs(person, server.browser())).user.id).not.toBe(id);
});

it("keeps the last identity, even when two are removed at the same moment", async () => {
  const person = server.person("google");
  const { browser } = await signedIn();
  const last = await unlink(browser, "email");
  expect(last).toMatchObject({ status: 422, code: "single_identity_not_deletable" });
  expect(last?.message).toBe("User must have at least 1 identity after unlinking");
  await link(browser, person);
  const both = await identitiesOf(browser);
  const results = await Promise.all(both.map((identity) => browser.unlinkIdentity(identity)));
  expect(results.map(({ error }) => error?.code).sort()).toEqual([
    "single_identity_not_deletable",
    undefined,
  ]);
  expect(await identitiesOf(browser)).toHaveLength(1);
});

it("removes an identity for its own user only", async () => {
  const [mine, theirs] = [await signedIn(), await signedIn()];
  await link(mine.browser, server.person("google"));
  await link(theirs.browser, server.person("google"));
  const [foreign] = await identitiesOf(theirs.browser);
  if (!foreign) throw new Error("no identity");
  expect((await mine.browser.unlinkIdentity(foreign)).error).toMatchObject({
    status: 422,
    code: "identity_not_found",
  });
  expect(await identitiesOf(theirs.browser)).toHaveLength(2);
  const nameless = await mine.browser.unlinkIdentity({ ...foreign, identity_id: "1" });
  expect(nameless.error).toMatchObject({ status: 404, code: "validation_failed" });
  expect((await server.browser().unlinkIdentity(foreign)).error?.code).toBe("bad_jwt");
});

it("gives a user the address of the remaining identity when theirs is removed", async () => {
  const person = server.person("google");
  const { browser } = await signedIn();
  await link(browser, person);
  expect(await unlink(browser, "email")).toBeNull();
  expect(await readUser(browser)).toMatchObject({
    email: person.email,
    app_metadata: { provider: "google", providers: ["google"] },
  });
});

it("keeps an identity whose removal would give the user someone else's address", async () => {
  const person = server.person("github");
  const { browser, email } = await signedIn();
  await link(browser, person);
  await signedIn(person.email);
  expect(await unlink(browser, "email")).toMatchObject({
    status: 422,
    code: "email_conflict_identity_not_deletable",
  });
  expect(await readUser(browser)).toMatchObject({ email });
  expect(await identitiesOf(browser)).toHaveLength(2);
});
