import { describe, expect, it } from "vitest";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import {
  askedAbout,
  DELETE_USER,
  failure,
  PROJECT_KEYS,
  type ProviderAnswer,
  provide,
  USER,
  withSecondFactor,
} from "./support/provider.ts";
import {
  awayDirectory,
  call,
  createKeyAs,
  errorOf,
  mint,
  newUser,
  type TestApi,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

/** What takes a key's secret out, or a key or the account away. */
const guarded: [string, string][] = [
  ["POST", "/api/keys/:id/reveal"],
  ["POST", "/api/keys/:id/revoke"],
  ["DELETE", "/api/account"],
];

async function ownerOfKey(api: TestApi) {
  const user = await newUser();
  return { user, key: await createKeyAs(api, user) };
}

const tokenAt = ({ userId, email }: TestUser, aal: string, claims: object = {}) =>
  mint({ claims: { sub: userId, email, aal, ...claims } });

const ask = (api: TestApi, token: string, [method, path]: [string, string], id: string, user: TestUser) =>
  call(api, token, path.replace(":id", id), {
    method,
    ...(method === "DELETE" && { body: { email: user.email } }),
  });

async function expectUntouched(api: TestApi, user: TestUser, keyId: string) {
  const list = await (await call(api, user.token, "/api/keys")).json();
  expect(list).toMatchObject([{ id: keyId, status: "active" }]);
  expect((await auditOf(user.account.id)).map(({ action }) => action)).toEqual(["key.created"]);
  const asked = (await askedAbout(user.userId)).map(({ name }) => name);
  expect(asked).not.toContain(DELETE_USER);
}

describe.each(guarded)("%s %s", (...route) => {
  it("is refused at aal1 when the user has a verified second factor, and changes nothing", async () => {
    const api = testApi();
    const { user, key } = await ownerOfKey(api);
    await withSecondFactor(user.userId);
    const response = await ask(api, user.token, route, key.id, user);
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toMatchObject({
      code: "second_factor_required",
      error: "Confirm with your authenticator app first.",
    });
    await expectUntouched(api, user, key.id);
  });

  it("passes with the second factor confirmed, and without one enrolled", async () => {
    const api = testApi();
    const [enrolled, plain] = await Promise.all([ownerOfKey(api), ownerOfKey(api)]);
    await withSecondFactor(enrolled.user.userId);
    const token = await tokenAt(enrolled.user, "aal2");
    expect((await ask(api, token, route, enrolled.key.id, enrolled.user)).status).toBe(200);
    expect((await ask(api, plain.user.token, route, plain.key.id, plain.user)).status).toBe(200);
  });

  it("passes while the enrolment of a factor is not verified", async () => {
    const api = testApi();
    const { user, key } = await ownerOfKey(api);
    const factors = [{ id: crypto.randomUUID(), status: "unverified" }];
    await provide(user.userId, { [USER]: { body: { id: user.userId, factors } } });
    expect((await ask(api, user.token, route, key.id, user)).status).toBe(200);
  });

  it("does not believe what the user can edit", async () => {
    const api = testApi();
    const { user, key } = await ownerOfKey(api);
    await withSecondFactor(user.userId);
    for (const claims of [
      { user_metadata: { twoFactorEnabled: false, aal: "aal2" } },
      { aal: "aal3" },
      { aal: "AAL2" },
      { aal: undefined, amr: [{ method: "totp", timestamp: 1 }] },
    ]) {
      const token = await tokenAt(user, "aal1", claims);
      expect((await ask(api, token, route, key.id, user)).status, JSON.stringify(claims)).toBe(403);
    }
    await expectUntouched(api, user, key.id);
  });

  it("is refused with 401 when the session behind the token has ended", async () => {
    const api = testApi();
    const { user, key } = await ownerOfKey(api);
    for (const code of ["session_not_found", "user_not_found", "user_banned", "bad_jwt"]) {
      await provide(user.userId, { [USER]: failure(403, code) });
      const response = await ask(api, user.token, route, key.id, user);
      expect([response.status, (await errorOf(response)).error], code).toEqual([
        401,
        "Your session has ended. Please sign in again.",
      ]);
    }
    await expectUntouched(api, user, key.id);
  });

  it.each<[string, ProviderAnswer]>([
    ["fails", failure(500, "unexpected_failure")],
    ["limits us", failure(429, "over_request_rate_limit")],
    ["has moved", { status: 302 }],
    ["refuses our own key", { status: 401, body: { message: "Invalid API key" } }],
    ["answers in an unknown shape", { body: [] }],
    ["answers factors in an unknown shape", { body: { id: crypto.randomUUID(), factors: [{}] } }],
  ])("is refused with 503 while the provider %s", async (_what, answer) => {
    const takeErrors = expectErrors();
    const api = testApi();
    const { user, key } = await ownerOfKey(api);
    await provide(user.userId, { [USER]: answer });
    const response = await ask(api, user.token, route, key.id, user);
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "identity_unavailable"]);
    const lines = takeErrors();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("GET /auth/v1/user");
    for (const secret of [user.token, user.email, ...Object.values(PROJECT_KEYS)]) {
      expect(lines[0]).not.toContain(secret);
    }
    await expectUntouched(api, user, key.id);
  });

  it("is refused with 503 while the provider is away", async () => {
    const takeErrors = expectErrors();
    const api = testApi();
    const { user, key } = await ownerOfKey(api);
    const away = testApi({ directory: awayDirectory() });
    const response = await ask(away, user.token, route, key.id, user);
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "identity_unavailable"]);
    expect(takeErrors()).toHaveLength(1);
    await expectUntouched(api, user, key.id);
  });
});

it("a provider that is silent for 5 s counts as away", async () => {
  const takeErrors = expectErrors();
  const api = testApi();
  const { user, key } = await ownerOfKey(api);
  await provide(user.userId, { [USER]: { delayMs: 20_000, body: { id: user.userId, factors: [] } } });
  const start = performance.now();
  const response = await call(api, user.token, `/api/keys/${key.id}/reveal`, { method: "POST" });
  expect([response.status, (await errorOf(response)).code]).toEqual([503, "identity_unavailable"]);
  expect(performance.now() - start).toBeLessThan(8000);
  expect(takeErrors()).toHaveLength(1);
});

it("the provider is asked in the user's own name, once a guarded request, and for no other", async () => {
  const api = testApi();
  const { user, key } = await ownerOfKey(api);
  await call(api, user.token, "/api/keys");
  await call(api, user.token, "/api/account/balance");
  expect(await askedAbout(user.userId)).toEqual([]);
  await call(api, user.token, `/api/keys/${key.id}/reveal`, { method: "POST" });
  expect(await askedAbout(user.userId)).toMatchObject([{ name: USER, key: PROJECT_KEYS.publishable }]);
});
