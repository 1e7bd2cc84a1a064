import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { listenOnLoopback } from "#scripts/local/loopback-server.ts";
import { PASSWORD, startTestSupabase } from "#tests/support/local-supabase.ts";
import { APP, codeIn, errorIn, follow } from "#tests/support/social-supabase.ts";

interface Address {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** GitHub's next responses; the emulator's users have one verified address each. */
const github = { id: 1, emails: [] as Address[], profileStatus: 200 };
let server: Awaited<ReturnType<typeof startTestSupabase>>;
let edge: Awaited<ReturnType<typeof listenOnLoopback>>;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  const responses = new Hono()
    .post("/login/oauth/access_token", (c) => c.json({ access_token: "gho_test" }))
    .get("/user/emails", (c) => c.json(github.emails))
    .get("/user", (c) =>
      github.profileStatus === 200
        ? c.json({ id: github.id, login: `user-${github.id}`, name: null, avatar_url: null })
        : c.json({ message: "secret words of the provider" }, 502),
    );
  edge = await listenOnLoopback(port, responses.fetch);
  const settings = { url: edge.url, clientId: "id", clientSecret: "secret" };
  server = await startTestSupabase({ providers: { github: settings } });
});
afterAll(async () => {
  await server.stop();
  await edge.stop();
});
beforeEach(() => {
  github.id += 1;
  github.profileStatus = 200;
});

const options = { redirectTo: APP, skipBrowserRedirect: true };

async function landing() {
  const browser = server.visitor();
  const { data } = await browser.signInWithOAuth({ provider: "github", options });
  const state = (await follow(data.url ?? "")).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ code: "anything", state });
  return { browser, url: await follow(`${server.url}/auth/v1/callback?${query}`) };
}

async function signIn() {
  const { browser, url } = await landing();
  const { data, error } = await browser.exchangeCodeForSession(codeIn(url));
  if (error) throw error;
  return data.user;
}

it("uses GitHub's primary address and no other, in lower case", async () => {
  github.emails = [
    { email: "second@github.test", primary: false, verified: true },
    { email: "First@GitHub.test", primary: true, verified: true },
  ];
  expect(await signIn()).toMatchObject({
    email: "first@github.test",
    user_metadata: { user_name: `user-${github.id}` },
  });
});

it.each([
  ["is not verified, whatever the others are", false, "owner@github.test"],
  ["is one that can't receive email", true, "owner@localhost"],
])("opens no account when GitHub's primary address %s", async (_case, verified, email) => {
  await server.admin.createUser({ email: "owner@github.test", password: PASSWORD, email_confirm: true });
  github.emails = [
    { email: "other@github.test", primary: false, verified: true },
    { email, primary: true, verified },
  ];
  const { url } = await landing();
  expect(errorIn(url)).toMatchObject({ error: "access_denied", code: "provider_email_needs_verification" });
  const { data } = await server.admin.listUsers();
  expect(data.users.flatMap((user) => user.identities ?? []).map(({ id }) => id)).not.toContain(
    String(github.id),
  );
});

it("recognizes a person by GitHub's ID, even with a new address that is not verified yet", async () => {
  github.emails = [{ email: "old@github.test", primary: true, verified: true }];
  const first = await signIn();
  github.emails = [{ email: "new@github.test", primary: true, verified: false }];
  const second = await signIn();
  expect([second.id, second.email]).toEqual([first.id, "old@github.test"]);
});

it("does not pass on the provider's message when its profile could not be read", async () => {
  github.profileStatus = 502;
  const { url } = await landing();
  expect(errorIn(url)).toEqual({
    error: "server_error",
    code: "unexpected_failure",
    description: "Error getting user profile from external provider",
  });
});

it("does not offer a provider that is switched off", async () => {
  const { data } = await server.visitor().signInWithOAuth({ provider: "google", options });
  const response = await fetch(data.url ?? "", { redirect: "manual" });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error_code: "validation_failed", msg: "Unsupported provider: provider is not enabled" },
  ]);
});
