import { eq } from "drizzle-orm";
import { describe, expect, inject, it, vi } from "vitest";
import { generateApiKey } from "#core/domain/api-key.ts";
import { crc32, encodeBase62, randomBase62 } from "#core/domain/encoding.ts";
import { DomainError } from "#core/domain/errors.ts";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";
import { authenticateKey } from "#core/services/keys/authenticate-key.ts";
import { openDatabase } from "#core/storage/database.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { listOf, patchKey, revoke } from "./support/key-life.ts";
import { meteredKey, meterOf } from "./support/meter.ts";
import {
  call,
  clock,
  createKeyAs,
  keySecrets,
  newUser,
  openTestDatabase,
  type TestApi,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const FORGED = 1_000;
const SELF_REVOKE = "/v1/keys/self/revoke";
const present = (api: TestApi, authorization: string | null) =>
  api.request(SELF_REVOKE, { method: "POST", headers: authorization === null ? {} : { authorization } });
const selfRevoke = (api: TestApi, key: string) => present(api, `Bearer ${key}`);

const refusal = (message: string) => ({
  error: { message, type: "invalid_request_error", code: "invalid_api_key", param: null },
});
/** A database whose server, the provider's, returns only 503. */
const awayDatabase = () => openDatabase({ url: inject("supabaseUrl") });

const INCORRECT = refusal("Incorrect API key provided.");

/** The result of presenting a key: its id, or the error. */
async function resultFor(key: string, { now = Date.now(), secrets = keySecrets } = {}) {
  const ctx = { db: openTestDatabase(), clock: { now: () => now }, requestId: "test", keySecrets: secrets };
  return authenticateKey(ctx, key).then(
    ({ publicId }) => publicId,
    (error: unknown) => (error instanceof DomainError ? `${error.code}: ${error.message}` : error),
  );
}

describe("POST /v1/keys/self/revoke", () => {
  it("permanently revokes the key that it is called with, and records who did it", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id, key } = await createKeyAs(api, user);
    const other = await createKeyAs(api, user);
    const response = await selfRevoke(api, key);
    const [first] = [await response.json<{ revoked_at: string }>()];
    expect([response.status, first]).toEqual([
      200,
      { id, status: "revoked", revoked_at: expect.any(String) },
    ]);
    expect(await listOf(api, user)).toMatchObject([
      { id: other.id, status: "active" },
      { id, status: "revoked", revoked_at: first.revoked_at },
    ]);
    expect(await resultFor(key)).toBe("invalid_api_key: This API key is revoked.");
    expect(await resultFor(other.key)).toBe(other.id);
    expect((await auditOf(user.account.id)).at(-1)).toMatchObject({
      action: "key.revoked",
      subject: id,
      detail: '{"by":"key"}',
      requestId: response.headers.get("x-request-id"),
    });
  });

  it("is idempotent, also when done concurrently: one date, one audit entry", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { key } = await createKeyAs(api, user);
    const responses = await Promise.all(Array.from({ length: 10 }, () => selfRevoke(api, key)));
    responses.push(await selfRevoke(api, key));
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(bodies).size).toBe(1);
    const entries = (await auditOf(user.account.id)).filter(({ action }) => action === "key.revoked");
    expect(entries).toHaveLength(1);
  });

  it("works for a disabled and an expired key, which their owner could reactivate", async () => {
    const user = await newUser();
    let now = Date.now();
    const api = testApi({ clock: { now: () => now } });
    const [disabled, expired] = [await createKeyAs(api, user), await createKeyAs(api, user)];
    await patchKey(api, user, disabled.id, { disabled: true });
    await patchKey(api, user, expired.id, { expires_at: new Date(now + 1).toISOString() });
    now += 1;
    for (const { key } of [disabled, expired]) expect((await selfRevoke(api, key)).status).toBe(200);
    expect((await patchKey(api, user, disabled.id, { disabled: false })).status).toBe(409);
  });

  it("accepts the key as Anthropic's clients send it, but not together with a different one", async () => {
    const [user, api] = [await newUser(), testApi()];
    const [one, other] = [await createKeyAs(api, user), await createKeyAs(api, user)];
    const send = (headers: Record<string, string>) => api.request(SELF_REVOKE, { method: "POST", headers });
    const both = await send({ "x-api-key": one.key, authorization: `Bearer ${other.key}` });
    expect([both.status, await both.json()]).toEqual([
      401,
      refusal("Send one API key: the Authorization and x-api-key headers differ."),
    ]);
    expect((await send({ "x-api-key": one.key })).status).toBe(200);
    expect(await resultFor(one.key)).toBe("invalid_api_key: This API key is revoked.");
    expect(await resultFor(other.key)).toBe(other.id);
  });

  it.each([
    ["nothing", null],
    ["an empty header", ""],
    ["no key", "Bearer "],
    ["another scheme", "Basic bGtfeA=="],
    ["two words", "Bearer lk_a lk_b"],
  ])("returns 401 for %s in OpenAI's error format, and says where to put the key", async (_what, header) => {
    const response = await present(testApi(), header);
    expect([response.status, await response.json()]).toEqual([
      401,
      refusal("Send an API key in the Authorization header: Bearer YOUR_API_KEY."),
    ]);
    expect(response.headers.get("www-authenticate")).toContain('Bearer realm="latchkey"');
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("returns 503 in the same format when the database is unavailable", async () => {
    const takeErrors = expectErrors();
    const away = testApi({ openDatabase: () => awayDatabase() });
    const response = await selfRevoke(away, generateApiKey("0".repeat(11)));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: { type: "api_error", code: "database_unavailable" },
    });
    expect(takeErrors()).toHaveLength(1);
  });
});

describe("GET /v1/key", () => {
  const describeKey = (api: TestApi, key: string) => call(api, key, "/v1/key");

  it("describes the key that it is called with, at no cost", async () => {
    const [user, api] = [await newUser({ micros: 2_500_000 }), testApi()];
    const created = await createKeyAs(api, user, "Production");
    const response = await describeKey(api, created.key);
    const { id, name, created_at, expires_at } = created;
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        object: "key",
        id,
        name,
        created_at,
        expires_at,
        test: false,
        budgets: [],
        balance: 2.5,
        key: expect.stringMatching(/^lk_/),
        ...UNRESTRICTED,
      },
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-latchkey-cost": "0.000000",
      "x-latchkey-balance": "2.500000",
      "x-ratelimit-limit-requests": "100",
      "x-ratelimit-remaining-requests": "99",
    });
  });

  it("shows the balance only while the key may see it", async () => {
    const [user, api] = [await newUser({ micros: 2_500_000 }), testApi()];
    const { id, key } = await createKeyAs(api, user);
    const shown = async () => {
      const response = await describeKey(api, key);
      const { balance } = await response.json<{ balance: number | null }>();
      return [balance, response.headers.get("x-latchkey-balance")];
    };
    expect(await shown()).toEqual([2.5, "2.500000"]);
    await patchKey(api, user, id, { shows_balance: false });
    expect(await shown()).toEqual([null, null]);
    await patchKey(api, user, id, { shows_balance: true });
    expect(await shown()).toEqual([2.5, "2.500000"]);
  });

  it("never shows the key itself", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { key } = await createKeyAs(api, user);
    expect(await (await describeKey(api, key)).text()).not.toContain(key.slice(10, -4));
  });

  it("is refused for a revoked, a disabled, an expired and an unknown key", async () => {
    const [user, api] = [await newUser(), testApi()];
    const [revoked, disabled, expired] = [
      await createKeyAs(api, user),
      await createKeyAs(api, user),
      await createKeyAs(api, user),
    ];
    await revoke(api, user, revoked.id);
    await patchKey(api, user, disabled.id, { disabled: true });
    expect((await describeKey(api, expired.key)).status).toBe(200);
    await writeDirectly((db) =>
      db
        .update(apiKeys)
        .set({ expiresAt: Date.now() - 1 })
        .where(eq(apiKeys.publicId, expired.id)),
    );
    await meterOf(await meteredKey(expired.id, expired.key)).refresh();
    const results = [];
    for (const key of [revoked.key, disabled.key, expired.key, expired.key, generateApiKey("0".repeat(11))]) {
      const response = await describeKey(api, key);
      const { error } = await response.json<{ error: { code: string; message: string } }>();
      const { headers } = response;
      results.push([
        response.status,
        error.code,
        headers.has("x-latchkey-balance"),
        headers.get("x-should-retry"),
      ]);
    }
    expect(results).toEqual([
      [401, "invalid_api_key", false, "false"],
      [403, "key_disabled", true, "false"],
      // The isolate knows it the first time, and has forgotten it the second time.
      [403, "key_disabled", false, "false"],
      [403, "key_disabled", false, "false"],
      [401, "invalid_api_key", false, "false"],
    ]);
  });

  it("accepts the key as Anthropic's clients send it", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id, key } = await createKeyAs(api, user);
    const response = await call(api, null, "/v1/key", { headers: { "x-api-key": key } });
    expect(await response.json()).toMatchObject({ id });
  });
});

describe("a presented key", () => {
  it("is refused as soon as its revocation or disabling returns, and works again once enabled", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id, key } = await createKeyAs(api, user);
    expect(await resultFor(key)).toBe(id);
    await patchKey(api, user, id, { disabled: true });
    expect(await resultFor(key)).toBe("key_disabled: This API key is disabled.");
    await patchKey(api, user, id, { disabled: false });
    expect(await resultFor(key)).toBe(id);
    await revoke(api, user, id);
    expect(await resultFor(key)).toBe("invalid_api_key: This API key is revoked.");
  });

  it("works to the last millisecond before its expiry", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id, key } = await createKeyAs(api, user);
    const end = Date.now() + 60_000;
    await patchKey(api, user, id, { expires_at: new Date(end).toISOString() });
    expect(await resultFor(key, { now: end - 1 })).toBe(id);
    expect(await resultFor(key, { now: end })).toBe("key_disabled: This API key has expired.");
  });

  it("is recognized with an earlier pepper, and not without it", async () => {
    const { id, key } = await createKeyAs(testApi(), await newUser());
    const pepper = crypto.getRandomValues(new Uint8Array(32));
    const secrets = { ...keySecrets, pepper };
    const changed = {
      ...secrets,
      earlierPeppers: [crypto.getRandomValues(new Uint8Array(32)), keySecrets.pepper],
    };
    expect(await resultFor(key, { secrets: changed })).toBe(id);
    expect(await resultFor(key, { secrets })).toBe("invalid_api_key: Incorrect API key provided.");
  });

  it("takes one look-up, known or not, even with earlier peppers", async () => {
    const { key } = await createKeyAs(testApi(), await newUser());
    const earlierPeppers = [1, 2, 3].map(() => crypto.getRandomValues(new Uint8Array(32)));
    for (const text of [key, generateApiKey("0".repeat(11))]) {
      const db = openTestDatabase();
      const trips = (["execute", "batch"] as const).map((method) => vi.spyOn(db.$client, method));
      const ctx = { db, clock, requestId: "test", keySecrets: { ...keySecrets, earlierPeppers } };
      await authenticateKey(ctx, text).catch(() => null);
      expect(trips.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(1);
    }
  });
});

it("1,000 forged keys are refused without a database call", async () => {
  const { key } = await createKeyAs(testApi(), await newUser());
  const draw = (most: number) => Math.floor(Math.random() * most);
  const garble = (text: string): string => {
    const at = draw(text.length);
    const other = randomBase62(1);
    return text[at] === other ? garble(text) : text.slice(0, at) + other + text.slice(at + 1);
  };
  const wrongChecksum = () => {
    const body = `lk_${randomBase62(43)}`;
    return body + encodeBase62(BigInt((crc32(body) + 1 + draw(1e9)) % 2 ** 32), 6);
  };
  const forgeries = [
    () => garble(key),
    () => garble(generateApiKey(randomBase62(11))),
    wrongChecksum,
    () => `lk_${randomBase62(49)}`,
    () => `lk_${randomBase62(1 + draw(200))}`,
    () => randomBase62(1 + draw(100)),
    () => key.slice(0, 1 + draw(key.length - 1)),
    () => key + randomBase62(1 + draw(20)),
    () => generateApiKey(randomBase62(11)).replace("lk_", "sk_"),
    () => `${"x".repeat(8000)}`,
  ];
  const takeErrors = expectErrors();
  const opened = vi.fn(awayDatabase);
  const edge = vi.spyOn(globalThis, "fetch");
  // The objects of other files post to the real database meanwhile.
  const urlOf = (input: Parameters<typeof fetch>[0]) =>
    input instanceof Request ? input.url : String(input);
  const calls = () =>
    edge.mock.calls.filter(([input]) => urlOf(input).startsWith(inject("supabaseUrl"))).length;
  const api = testApi({ openDatabase: opened });
  const statuses = new Map<number, number>();
  for (let done = 0; done < FORGED; done += forgeries.length) {
    for (const forge of forgeries) {
      const response = await selfRevoke(api, forge());
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (done === 0) expect(await response.json()).toEqual(INCORRECT);
    }
  }
  expect([...statuses]).toEqual([[401, FORGED]]);
  expect(opened).not.toHaveBeenCalled();
  expect(calls(), "calls of the database").toBe(0);

  const wellFormed = await selfRevoke(api, generateApiKey(randomBase62(11)));
  expect([wellFormed.status, calls()], "one with a right checksum is looked up").toEqual([503, 1]);
  edge.mockRestore();
  expect(takeErrors()).toHaveLength(1);
});
