import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { statusUnderName } from "#tests/support/host-name.ts";
import { SITE_URL } from "#tests/support/local-supabase.ts";
import {
  APP,
  agree,
  beginSignIn,
  choose,
  codeIn,
  errorIn,
  follow,
  type SocialTest,
  startSocialTest,
} from "#tests/support/social-supabase.ts";

const MINUTE_MS = 60_000;

let server: SocialTest;
beforeAll(async () => {
  server = await startSocialTest();
});
afterAll(() => server.stop());

function wait(milliseconds: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

it("accepts a code once", async () => {
  const person = server.person("github");
  const browser = server.browser();
  const code = codeIn(await agree(await beginSignIn(browser, "github"), person));
  const body = (code_verifier: string) => JSON.stringify({ auth_code: code, code_verifier });
  const redeem = (verifier: string) =>
    fetch(`${server.url}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      headers: { apikey: server.publishableKey },
      body: body(verifier),
    });
  expect((await browser.exchangeCodeForSession(code)).error).toBeNull();
  const again = await redeem("x".repeat(43));
  expect([again.status, await again.json()]).toMatchObject([404, { error_code: "flow_state_not_found" }]);
});

it("returns nothing for a code without the verifier of the browser that started, and uses the code up", async () => {
  const person = server.person("github");
  const [browser, thief] = [server.browser(), server.browser()];
  const code = codeIn(await agree(await beginSignIn(browser, "github"), person));
  await beginSignIn(thief, "github");
  const stolen = await thief.exchangeCodeForSession(code);
  expect(stolen.error).toMatchObject({ status: 400, code: "bad_code_verifier" });
  expect((await browser.exchangeCodeForSession(code)).error?.code).toBe("flow_state_not_found");
  const forged = server.browser();
  await beginSignIn(forged, "github");
  expect((await forged.exchangeCodeForSession("forged")).error).toMatchObject({
    status: 404,
    code: "flow_state_not_found",
  });
});

it("accepts a code for five minutes", async () => {
  const person = server.person("github");
  const browser = server.browser();
  const code = codeIn(await agree(await beginSignIn(browser, "github"), person));
  wait(5 * MINUTE_MS + 1_000);
  expect((await browser.exchangeCodeForSession(code)).error).toMatchObject({
    status: 403,
    code: "flow_state_expired",
  });
});

it("accepts a state once, for ten minutes, and only if it issued it", async () => {
  const person = server.person("google");
  const callback = await choose(await beginSignIn(server.browser(), "google"), person.pick);
  const late = await choose(await beginSignIn(server.browser(), "google"), person.pick);
  expect(codeIn(await follow(callback))).toBeTruthy();
  const forged = new URL(callback);
  forged.searchParams.set("state", "x".repeat(43));
  const missing = new URL(callback);
  missing.searchParams.delete("state");
  for (const [address, code, description] of [
    [callback, "bad_oauth_state", "OAuth state not found or expired"],
    [forged, "bad_oauth_state", "OAuth state not found or expired"],
    [missing, "bad_oauth_callback", "OAuth state parameter missing"],
  ] as const) {
    const landing = await follow(address);
    expect(landing.origin + landing.pathname).toBe(`${SITE_URL}/`);
    expect(errorIn(landing)).toEqual({ error: "invalid_request", code, description });
  }
  wait(10 * MINUTE_MS + 1_000);
  expect(errorIn(await follow(late))).toMatchObject({ description: "OAuth state has expired" });
});

it.each(["google", "github"] as const)(
  "reports to the app that the person cancelled at %s",
  async (provider) => {
    const page = await beginSignIn(server.browser(), provider, `${APP}?return_to=%2Fkeys`);
    const html = await (await fetch(page)).text();
    const [, cancel = ""] = /<a href="([^"]+)"[^>]*>Cancel</.exec(html) ?? [];
    const address = cancel.replaceAll("&amp;", "&");
    const landing = await follow(address);
    expect(landing.href.startsWith(`${APP}?return_to=%2Fkeys&`)).toBe(true);
    const description = "The user denied the request";
    expect(errorIn(landing)).toEqual({ error: "access_denied", code: null, description });
    expect(errorIn(await follow(address)).code).toBe("bad_oauth_state");
  },
);

it("sends the browser back only to pages of the site, under both names of this machine", async () => {
  const person = server.person("google");
  const landOn = async (redirectTo: string) => {
    const landing = await agree(await beginSignIn(server.browser(), "google", redirectTo), person);
    expect(codeIn(landing)).toBeTruthy();
    landing.search = "";
    return landing.href;
  };
  expect(await landOn(`${SITE_URL}/login?return_to=%2Fkeys`)).toBe(`${SITE_URL}/login`);
  expect(await landOn("http://localhost:8787/login")).toBe("http://localhost:8787/login");
  for (const foreign of [
    "https://evil.test/login",
    "http://127.0.0.1:8788/login",
    "https://127.0.0.1:8787/login",
    "http://127.0.0.1:8787@evil.test/",
    "http://user:pass@127.0.0.1:8787/",
    "http://127.0.0.1:8787.evil.test/",
    "//evil.test",
    "/login",
    "javascript:alert(1)",
    `${SITE_URL}.evil.test`,
  ])
    expect(await landOn(foreign), foreign).toBe(`${SITE_URL}/`);
});

it("starts nothing for an unknown provider or without an S256 challenge", async () => {
  const challenge = "a".repeat(43);
  const wanted = { provider: "google", code_challenge: challenge, code_challenge_method: "s256" };
  const begin = async (changes: Record<string, string>) => {
    const query = new URLSearchParams({ ...wanted, ...changes });
    const response = await fetch(`${server.url}/auth/v1/authorize?${query}`, { redirect: "manual" });
    return { status: response.status, body: await response.text() };
  };
  expect((await begin({})).status).toBe(302);
  expect((await begin({ provider: "apple" })).body).toContain(
    '"msg":"Unsupported provider: Provider apple could not be found"',
  );
  for (const changes of [
    { provider: "apple" },
    { provider: "__proto__" },
    { code_challenge: "" },
    { code_challenge_method: "" },
    { code_challenge_method: "plain" },
    { code_challenge: "short" },
    { code_challenge: `${challenge}=` },
    { scopes: "email&prompt=none" },
  ]) {
    const { status, body } = await begin(changes);
    expect([status, body], JSON.stringify(changes)).toEqual([
      400,
      expect.stringContaining("validation_failed"),
    ]);
  }
});

it("reports to the app that the provider does not know the code", async () => {
  const page = await beginSignIn(server.browser(), "github");
  const state = page.searchParams.get("state") ?? "";
  const landing = await follow(`${server.callbackUrl}?${new URLSearchParams({ code: "forged", state })}`);
  expect(errorIn(landing)).toEqual({
    error: "server_error",
    code: "unexpected_failure",
    description: "Unable to exchange external code",
  });
});

it("keeps states and codes out of caches and out of the next page's referrer", async () => {
  const { data } = await server.browser().signInWithOAuth({
    provider: "google",
    options: { redirectTo: APP, skipBrowserRedirect: true },
  });
  const { headers } = await fetch(data.url ?? "", { redirect: "manual" });
  expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"]);
});

it("acts as Google and GitHub on this machine's names only, and responds to no other origin's script", async () => {
  for (const { url } of Object.values(server.providers)) {
    expect(await statusUnderName("evil.test", `${url}/`)).toBe(421);
    expect(await statusUnderName("localhost", `${url}/_emulate/favicon.ico`)).toBe(200);
    const response = await fetch(`${url}/user`, { headers: { Origin: "https://evil.test" } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  }
});
