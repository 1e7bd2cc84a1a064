import { expect, it } from "vitest";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { PROJECT_KEYS } from "./support/project-keys.ts";
import {
  callsAbout,
  failure,
  type ProviderResponse,
  provide,
  USER,
  withSecondFactor,
} from "./support/provider.ts";
import {
  call,
  createKeyAs,
  errorOf,
  mint,
  newUser,
  type TestUser,
  testApi,
  testDirectory,
} from "./support/test-api.ts";

async function ownerOfKey() {
  const api = testApi();
  const user = await newUser();
  const { id } = await createKeyAs(api, user);
  const reveal = (token: string) => call(api, token, `/api/keys/${id}/reveal`, { method: "POST" });
  return { api, user, reveal, keyId: id };
}

const tokenAt = ({ userId, email }: TestUser, aal: string, claims: object = {}) =>
  mint({ claims: { sub: userId, email, aal, ...claims } });

const actionsOf = async ({ account }: TestUser) => (await auditOf(account.id)).map(({ action }) => action);

it("a change succeeds with a confirmed second factor, and otherwise says what to do", async () => {
  const { user, reveal } = await ownerOfKey();
  await withSecondFactor(user.userId);
  const refused = await reveal(user.token);
  expect([refused.status, (await errorOf(refused)).error]).toEqual([
    403,
    "Confirm with your authenticator app first.",
  ]);
  expect(await actionsOf(user)).toEqual(["key.created"]);
  expect((await reveal(await tokenAt(user, "aal2"))).status).toBe(200);
});

it("nothing the user can edit replaces the second factor", async () => {
  const { user, reveal } = await ownerOfKey();
  await withSecondFactor(user.userId);
  for (const claims of [
    { user_metadata: { twoFactorEnabled: false, aal: "aal2" } },
    { aal: "aal3" },
    { aal: "AAL2" },
    { aal: undefined, amr: [{ method: "totp", timestamp: 1 }] },
  ]) {
    const token = await tokenAt(user, "aal1", claims);
    expect((await reveal(token)).status, JSON.stringify(claims)).toBe(403);
  }
});

it("a token that the provider no longer accepts gets 401, whatever the reason", async () => {
  const { user, reveal } = await ownerOfKey();
  for (const code of ["session_not_found", "user_not_found", "user_banned", "bad_jwt"]) {
    await provide(user.userId, { [USER]: failure(403, code) });
    const response = await reveal(user.token);
    expect([response.status, (await errorOf(response)).error], code).toEqual([
      401,
      "Your session has ended. Please sign in again.",
    ]);
  }
});

it.each<[string, ProviderResponse]>([
  ["fails", failure(500, "unexpected_failure")],
  ["limits us", failure(429, "over_request_rate_limit")],
  ["has moved", { status: 302 }],
  ["refuses our own key", { status: 401, body: { message: "Invalid API key" } }],
  ["returns an unknown format", { body: [] }],
  ["returns factors in an unknown format", { body: { id: crypto.randomUUID(), factors: [{}] } }],
])(
  "when the provider %s, a change gets 503 and is logged without secrets; reads still work",
  async (_what, providerResponse) => {
    const takeErrors = expectErrors();
    const { api, user, reveal } = await ownerOfKey();
    await provide(user.userId, { [USER]: providerResponse });
    const response = await reveal(user.token);
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "identity_unavailable"]);
    const lines = takeErrors();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("GET /auth/v1/user");
    for (const secret of [user.token, user.email, ...Object.values(PROJECT_KEYS)]) {
      expect(lines[0]).not.toContain(secret);
    }
    expect(await actionsOf(user)).toEqual(["key.created"]);
    const fresh = await tokenAt(user, "aal1");
    expect((await call(api, fresh, "/api/keys")).status).toBe(200);
  },
);

it("a change waits for a provider that hangs no longer than for any call, a read for 2 s, and the read succeeds", async () => {
  const takeErrors = expectErrors();
  const { user, keyId } = await ownerOfKey();
  await provide(user.userId, { [USER]: { delayMs: 600_000, body: { id: user.userId, factors: [] } } });
  const waits: (number | undefined)[] = [];
  const directory = testDirectory();
  const impatient: typeof directory = {
    ...directory,
    findUser: (token, { timeoutMs } = {}) => {
      waits.push(timeoutMs);
      return directory.findUser(token, { timeoutMs: (timeoutMs ?? 5_000) / 20 });
    },
  };
  const api = testApi({ directory: impatient });
  const change = await call(api, user.token, `/api/keys/${keyId}/reveal`, { method: "POST" });
  expect([change.status, (await errorOf(change)).code]).toEqual([503, "identity_unavailable"]);
  expect(takeErrors()).toHaveLength(1);
  expect((await call(api, await tokenAt(user, "aal1"), "/api/keys")).status).toBe(200);
  expect(waits).toEqual([undefined, 2_000]);
});

it("the provider is called with the user's own token, once a minute for reads", async () => {
  const { api, user } = await ownerOfKey();
  const before = await callsAbout(user.userId);
  expect(before).toMatchObject([{ name: USER, key: PROJECT_KEYS.publishable }]);
  const token = await tokenAt(user, "aal1");
  for (const path of ["/api/keys", "/api/account/balance", "/api/keys"]) await call(api, token, path);
  expect(await callsAbout(user.userId)).toHaveLength(2);
});
