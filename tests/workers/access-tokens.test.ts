import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { AccessTokens } from "#core/contract/access-tokens.ts";
import type { AuditResponse } from "#core/contract/audit.ts";
import { MAX_ACCESS_TOKENS } from "#core/domain/access-token.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { USE_NOTED_EVERY_MS } from "#core/services/tokens/authenticate-token.ts";
import { accessTokens } from "#core/storage/schema/accounts.ts";
import { notificationDeliveries, notifications } from "#core/storage/schema/notifications.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { createTokenAs, revokeToken, TOKEN_BODY } from "./support/access-tokens.ts";
import { auditOf } from "./support/audit.ts";
import { close } from "./support/closing.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { callsAbout, failure, OWNER, provide, USER, withSecondFactor } from "./support/provider.ts";
import {
  awayDirectory,
  call,
  createKeyAs,
  errorOf,
  keySecrets,
  mint,
  newUser,
  openTestDatabase,
  type TestApi,
  type TestUser,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const rowsOf = ({ account }: TestUser) =>
  openTestDatabase().select().from(accessTokens).where(eq(accessTokens.accountId, account.id));
const listOf = async (api: TestApi, user: TestUser) =>
  (await (await call(api, user.token, "/api/tokens")).json<AccessTokens>()).items;
const outcome = async (response: Response) => [
  response.status,
  response.ok ? "" : (await errorOf(response)).code,
];
const laterApi = (ms: number, replaced = {}) =>
  testApi({ clock: { now: () => Date.now() + ms }, ...replaced });

/** @param revokedAt an SQL expression, which may use the token's number as `value`. */
const storeTokens = ({ account }: TestUser, count: number, revokedAt: "value" | null) =>
  writeDirectly(() => ({
    sql: `INSERT INTO access_tokens
        (public_id, account_id, name, lookup, mask, scopes, created_at, expires_at, revoked_at)
      SELECT 'tok_' || ?1 || '_' || value, ?1, 'Old', 'old' || ?1 || '_' || value, 'lkp_', 'keys:read', 1, 2, ${revokedAt}
      FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2) SELECT value FROM n)`,
    args: [account.id, count],
  }));

describe("creating an access token", () => {
  it("returns it in full once, and lists it masked, with what it may do", async () => {
    const [user, api] = [await newUser(), testApi()];
    const body = { name: "  CI ", scopes: ["billing:read", "usage:read"], expires_in_days: 30 };
    const response = await call(api, user.token, "/api/tokens", { body });
    expect(response.status).toBe(201);
    const created = await response.json<AccessTokens["items"][number]>();
    expect(created.token).toMatch(/^lkp_[0-9A-Za-z]{36}$/);
    expect(created).toMatchObject({ name: "CI", scopes: ["usage:read", "billing:read"], last_used: null });
    expect(Date.parse(created.expires_at) - Date.parse(created.created_at)).toBe(30 * DAY_MS);
    const masked = `${created.token.slice(0, 8)}••••••••${created.token.slice(-4)}`;
    expect(await listOf(api, user)).toEqual([{ ...created, token: masked }]);
  });

  it.each([
    [{ name: " " }, "invalid_name", "name"],
    [{ name: "x".repeat(101) }, "invalid_name", "name"],
    [{ scopes: [] }, "invalid_request", "scopes"],
    [{ scopes: ["keys:admin"] }, "invalid_request", "scopes.0"],
    [{ scopes: ["keys:read", "keys:read"] }, "invalid_request", "scopes"],
    [{ scopes: "keys:read" }, "invalid_request", "scopes"],
    [{ expires_in_days: 0 }, "invalid_request", "expires_in_days"],
    [{ expires_in_days: 366 }, "invalid_request", "expires_in_days"],
    [{ expires_in_days: 1.5 }, "invalid_request", "expires_in_days"],
    [{ expires_in_days: null }, "invalid_request", "expires_in_days"],
    [{ account_id: 1 }, "invalid_request", "account_id"],
  ])("refuses %j by the field's name", async (wrong, code, field) => {
    const user = await newUser();
    const response = await call(testApi(), user.token, "/api/tokens", { body: { ...TOKEN_BODY, ...wrong } });
    expect([response.status, await errorOf(response)]).toMatchObject([422, { code, field }]);
    expect(await rowsOf(user)).toEqual([]);
  });

  it("records and notifies of it, and of its revocation, once each", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createTokenAs(api, user, { name: "CI", scopes: ["keys:read"] });
    const revoked = [await revokeToken(api, user, id), await revokeToken(api, user, id)];
    expect(revoked.map(({ status }) => status)).toEqual([200, 200]);
    const [first, again] = await Promise.all(revoked.map((response) => response.json()));
    expect(again).toEqual(first);
    const audit = (await auditOf(user.account.id)).map(({ action, subject }) => [action, subject]);
    expect(audit).toEqual([
      ["token.created", id],
      ["token.revoked", id],
    ]);
    const stored = await openTestDatabase()
      .select({ data: notifications.data, mailAt: notificationDeliveries.mailAt })
      .from(notifications)
      .innerJoin(notificationDeliveries, eq(notificationDeliveries.notificationId, notifications.id))
      .where(eq(notifications.accountId, user.account.id));
    expect(stored.map(({ data }) => JSON.parse(data))).toMatchObject([
      { change: "token_created", method: "CI" },
      { change: "token_revoked", method: "CI" },
    ]);
    expect(stored.every(({ mailAt }) => mailAt !== null)).toBe(true);
    expect(await listOf(api, user)).toEqual([]);
  });

  it("revokes all at once, records and notifies of it once, and touches nobody else's", async () => {
    const [user, other, api] = [await newUser(), await newUser(), testApi()];
    const tokens = [await createTokenAs(api, user), await createTokenAs(api, user)];
    const theirs = await createTokenAs(api, other);
    const revokeAll = () => call(api, user.token, "/api/tokens/revoke-all", { method: "POST" });
    const counts = (await Promise.all([revokeAll(), revokeAll()])).map((response) => response.json());
    expect((await Promise.all(counts)).map((body) => Object(body).revoked).sort()).toEqual([0, 2]);
    for (const { token } of tokens)
      expect(await outcome(await call(api, token, "/api/keys"))).toEqual([401, "token_revoked"]);
    expect((await call(api, theirs.token, "/api/keys")).status).toBe(200);
    expect(await listOf(api, user)).toEqual([]);
    const audit = (await auditOf(user.account.id)).map(({ action }) => action);
    expect(audit).toEqual(["token.created", "token.created", "tokens.revoked"]);
    const notices = await openTestDatabase()
      .select({ data: notifications.data })
      .from(notifications)
      .where(eq(notifications.accountId, user.account.id));
    expect(notices.filter(({ data }) => data.includes("tokens_revoked"))).toHaveLength(1);
  });

  it("stops at the limit, even for concurrent requests, and a revoked token makes room", async () => {
    const [user, api] = [await newUser(), testApi()];
    const create = () => call(api, user.token, "/api/tokens", { body: TOKEN_BODY });
    await storeTokens(user, MAX_ACCESS_TOKENS - 2, null);
    const responses = await Promise.all(Array.from({ length: 4 }, create));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await outcome(await create())).toEqual([409, "token_limit_reached"]);
    const [newest] = await listOf(api, user);
    await revokeToken(api, user, newest?.id ?? "");
    expect((await create()).status).toBe(201);
    expect((await auditOf(user.account.id)).map(({ action }) => action)).toEqual([
      "token.created",
      "token.created",
      "token.revoked",
      "token.created",
    ]);
  });

  it("keeps no more than the last hundred revoked tokens", async () => {
    const [user, api] = [await newUser(), testApi()];
    await storeTokens(user, 150, "value");
    await createTokenAs(api, user);
    const revoked = (await rowsOf(user)).flatMap(({ revokedAt }) => revokedAt ?? []);
    expect([revoked.length, Math.min(...revoked)]).toEqual([100, 51]);
  });
});

describe("the second factor", () => {
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
  const session = ({ userId, email }: TestUser, amr: unknown) =>
    mint({ claims: { sub: userId, email, aal: "aal2", amr } });

  it.each([
    ["confirmed a minute ago", [{ method: "totp", timestamp: minutesAgo(1) }], [201, ""]],
    ["confirmed six minutes ago", [{ method: "totp", timestamp: minutesAgo(6) }], [403, "presence_required"]],
    ["without the time", undefined, [403, "presence_required"]],
    ["in a form of its own", ["totp"], [403, "presence_required"]],
    [
      "with a fresh password only",
      [{ method: "password", timestamp: minutesAgo(0) }],
      [403, "presence_required"],
    ],
  ])("%s decides whether a token can be created", async (_when, amr, expected) => {
    const user = await newUser();
    await withSecondFactor(user.userId);
    const token = await session(user, amr);
    expect(await outcome(await call(testApi(), token, "/api/tokens", { body: TOKEN_BODY }))).toEqual(
      expected,
    );
  });

  it("isn't asked for where there is none", async () => {
    const user = await newUser();
    expect((await call(testApi(), user.token, "/api/tokens", { body: TOKEN_BODY })).status).toBe(201);
  });
});

describe("a request with an access token", () => {
  it("is refused by name once the token is revoked or has expired", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id, token } = await createTokenAs(api, user);
    expect((await call(api, token, "/api/keys")).status).toBe(200);
    expect(await outcome(await call(laterApi(89 * DAY_MS), token, "/api/keys"))).toEqual([200, ""]);
    const expired = await call(laterApi(90 * DAY_MS), token, "/api/keys");
    expect(await outcome(expired)).toEqual([401, "token_expired"]);
    expect(expired.headers.get("www-authenticate")).toContain("invalid_token");
    await revokeToken(api, user, id);
    expect(await outcome(await call(api, token, "/api/keys"))).toEqual([401, "token_revoked"]);
  });

  it("is refused without a look-up unless its form and checksum are right", async () => {
    const openDatabase = vi.fn(() => {
      throw new Error("The database was asked.");
    });
    const api = testApi({ openDatabase });
    const { token } = await createTokenAs(testApi(), await newUser());
    const changed = `${token.slice(0, 10)}${token[10] === "a" ? "b" : "a"}${token.slice(11)}`;
    for (const wrong of ["lkp_", "lkp_x", changed, `${token}0`, token.slice(0, -1), `lkp_${"é".repeat(36)}`])
      expect(await outcome(await call(api, encodeURI(wrong), "/api/keys"))).toEqual([401, "unauthorized"]);
    // Nor for a route that refuses tokens.
    expect(await outcome(await call(api, token, "/api/tokens"))).toEqual([403, "token_not_allowed"]);
    expect(openDatabase).not.toHaveBeenCalled();
  });

  it("is stored as the last use at most once a minute, however many there are", async () => {
    const user = await newUser();
    const { token } = await createTokenAs(testApi(), user);
    const now = Date.now();
    const at = (ms: number) => testApi({ clock: { now: () => now + ms } });
    const usedAt = async () => (await rowsOf(user))[0]?.lastUsed;
    await Promise.all(Array.from({ length: 5 }, () => call(at(1000), token, "/api/keys")));
    await expect.poll(usedAt).toBe(now + 1000);
    await call(at(1000 + USE_NOTED_EVERY_MS), token, "/api/keys");
    expect(await usedAt()).toBe(now + 1000);
    await call(at(1001 + USE_NOTED_EVERY_MS), token, "/api/keys");
    await expect.poll(usedAt).toBe(now + 1001 + USE_NOTED_EVERY_MS);
  });

  it("works although its time can't be stored, which is logged without the token", async () => {
    const takeErrors = expectErrors();
    const { token } = await createTokenAs(testApi(), await newUser());
    const db = openTestDatabase();
    const batch = db.$client.batch.bind(db.$client);
    const full: typeof batch = (statements, mode) =>
      mode === "write" ? Promise.reject(new Error("full")) : batch(statements, mode);
    Object.assign(db.$client, { batch: full });
    expect((await call(testApi({ openDatabase: () => db }), token, "/api/keys")).status).toBe(200);
    const lines: string[] = [];
    await expect.poll(() => lines.push(...takeErrors()) && lines.length).toBe(1);
    expect(lines[0]).toContain("token_use_not_stored");
    expect(lines[0]).not.toContain(token.slice(4, 34));
  });

  it("moves the token to a new pepper, so that the earlier one can be dropped", async () => {
    const user = await newUser();
    const { token } = await createTokenAs(testApi(), user);
    const pepper = crypto.getRandomValues(new Uint8Array(32));
    const under = (secrets: object) => testApi({ keySecrets: { ...keySecrets, ...secrets } });
    expect(await outcome(await call(under({ pepper }), token, "/api/keys"))).toEqual([401, "unauthorized"]);
    const both = under({ pepper, earlierPeppers: [keySecrets.pepper] });
    expect((await call(both, token, "/api/keys")).status).toBe(200);
    await expect.poll(async () => (await call(under({ pepper }), token, "/api/keys")).status).toBe(200);
  });

  it("counts against the account's limit, together with its sessions", async () => {
    const counted: string[] = [];
    const account = {
      limit: async ({ key }: { key: string }) => ({ success: counted.push(key) <= 2 }),
    };
    const user = await newUser();
    const { token } = await createTokenAs(testApi(), user);
    const api = testApi({ limits: { ...noLimits, account } });
    const statuses: number[] = [];
    for (const one of [token, user.token, token])
      statuses.push((await call(api, one, "/api/account/balance")).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(new Set(counted)).toEqual(new Set([user.userId]));
  });

  it("records the token by name as who did it", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { token } = await createTokenAs(api, user, { name: "Rotation" });
    await call(api, token, "/api/keys", { body: { name: "By CI", shows_balance: false } });
    const { items } = await (await call(api, user.token, "/api/audit?kind=keys")).json<AuditResponse>();
    expect(items).toMatchObject([
      { action: "key.created", by: "token", detail: { token: "Rotation", shows_balance: false } },
    ]);
  });

  it("doesn't count as a sign-in", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { token } = await createTokenAs(api, user);
    const before = (await auditOf(user.account.id)).length;
    await call(api, token, "/api/keys", { cf: { country: "BR" } });
    const stored = openTestDatabase().$count(notifications, eq(notifications.accountId, user.account.id));
    expect([(await auditOf(user.account.id)).length, await stored]).toEqual([before, 1]);
  });

  it("is no key for the gateway", async () => {
    const { token } = await createTokenAs(testApi(), await newUser());
    expect((await call(testApi(), token, "/v1/models")).status).toBe(401);
    expect((await call(testApi(), token, "/v1/keys/self/revoke", { method: "POST" })).status).toBe(401);
  });
});

describe("the owner of an access token", () => {
  const changeOf = { body: { name: "By token" } };

  it.each([
    ["banned", { body: { banned_until: new Date(Date.now() + 60_000).toISOString() } }],
    ["deleted at the provider", failure(404, "user_not_found")],
  ])("who is %s can neither read nor change with it", async (_what, { status = 200, body }) => {
    const user = await newUser();
    const { token } = await createTokenAs(testApi(), user);
    await provide(user.userId, { [OWNER]: { status, body: { id: user.userId, ...Object(body) } } });
    const api = testApi();
    expect(await outcome(await call(api, token, "/api/keys", changeOf))).toEqual([401, "unauthorized"]);
    expect(await outcome(await call(api, token, "/api/keys"))).toEqual([401, "unauthorized"]);
    expect((await auditOf(user.account.id)).map(({ action }) => action)).toEqual(["token.created"]);
  });

  it("is checked once a minute for reads, and for every change", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { token } = await createTokenAs(api, user);
    for (let count = 0; count < 3; count += 1) await call(api, token, "/api/keys");
    const checks = async () => (await callsAbout(user.userId)).filter(({ name }) => name === OWNER).length;
    expect(await checks()).toBe(1);
    for (let count = 0; count < 2; count += 1)
      expect((await call(api, token, "/api/keys", changeOf)).status).toBe(201);
    expect(await checks()).toBe(3);
  });

  it("can read and revoke a key while the provider is unavailable, and change nothing else", async () => {
    const takeErrors = expectErrors();
    const user = await newUser();
    const [key, { token }] = [await createKeyAs(testApi(), user), await createTokenAs(testApi(), user)];
    const api = testApi({ directory: awayDirectory() });
    expect((await call(api, token, "/api/keys")).status).toBe(200);
    expect(await outcome(await call(api, token, "/api/keys", changeOf))).toEqual([
      503,
      "identity_unavailable",
    ]);
    expect((await call(api, token, `/api/keys/${key.id}/revoke`, { method: "POST" })).status).toBe(200);
    expect(takeErrors()).toHaveLength(1);
  });

  it("needs no second factor for it, since the token was created with one", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { token } = await createTokenAs(api, user);
    const body = { id: user.userId, factors: [{ id: crypto.randomUUID(), status: "verified" }] };
    await provide(user.userId, { [USER]: { body }, [OWNER]: { body } });
    expect((await call(api, token, "/api/keys", changeOf)).status).toBe(201);
  });

  it("who deletes the account loses every token at once, and its name", async () => {
    const [user, other, api] = [await newUser(), await newUser(), testApi()];
    const [mine, theirs] = [await createTokenAs(api, user), await createTokenAs(api, other)];
    expect((await close(api, user)).status).toBe(200);
    expect(await outcome(await call(api, mine.token, "/api/keys"))).toEqual([403, "account_closed"]);
    expect(await rowsOf(user)).toMatchObject([{ name: "", revokedAt: expect.any(Number) }]);
    expect((await call(api, theirs.token, "/api/keys")).status).toBe(200);
  });
});

it("whatever comes first, no request with a token is accepted after its revocation has returned", async () => {
  const [user, api] = [await newUser(), testApi()];
  for (let round = 0; round < 5; round += 1) {
    const { id, token } = await createTokenAs(api, user);
    const requests = Array.from({ length: 4 }, () => call(api, token, "/api/keys"));
    await revokeToken(api, user, id);
    expect(await outcome(await call(api, token, "/api/keys"))).toEqual([401, "token_revoked"]);
    for (const response of await Promise.all(requests)) expect([200, 401]).toContain(response.status);
  }
});

it("no token is created while or after the account is deleted", async () => {
  const [user, api] = [await newUser(), testApi()];
  const create = () => call(api, user.token, "/api/tokens", { body: TOKEN_BODY });
  await Promise.all([create(), create(), close(api, user), create(), create()]);
  const open = (await rowsOf(user)).filter(({ revokedAt }) => revokedAt === null);
  expect(open).toEqual([]);
  expect(await outcome(await create())).toEqual([403, "account_closed"]);
});
