import { describe, expect, it } from "vitest";
import { type ApiKey, apiKeyList, type RevokedKey } from "#core/contract/keys.ts";
import { parseApiKey } from "#core/domain/api-key.ts";
import { MAX_ACTIVE_KEYS } from "#core/services/keys/create-key.ts";
import { MAX_REVEALS } from "#core/services/keys/reveal-key.ts";
import { listKeysOf } from "#core/storage/keys.ts";
import { stock } from "#tests/integration/keys/key-shop.ts";
import { auditOf } from "./support/audit.ts";
import {
  call,
  createKeyAs,
  errorOf,
  keySecrets,
  newUser,
  openTestDatabase,
  testApi,
} from "./support/test-api.ts";

describe("creating a key", () => {
  it("returns the full key once, and only its mask from then on", async () => {
    const user = await newUser();
    const api = testApi();
    const response = await call(api, user.token, "/api/keys", { body: { name: "  Production " } });
    expect(response.status).toBe(201);
    const created = await response.json<ApiKey>();
    expect(created).toMatchObject({
      name: "Production",
      status: "active",
      last_used: null,
      revoked_at: null,
    });
    expect(parseApiKey(created.key)).not.toBeNull();

    const list = apiKeyList.parse(await (await call(api, user.token, "/api/keys")).json());
    const masked = `${created.key.slice(0, 8)}••••••••${created.key.slice(-4)}`;
    expect(list).toEqual([{ ...created, key: masked }]);
  });

  it("gives all keys of an account the same meter, and another account another one", async () => {
    const [user, other] = await Promise.all([newUser(), newUser()]);
    const api = testApi();
    const routes = [
      await createKeyAs(api, user),
      await createKeyAs(api, user),
      await createKeyAs(api, other),
    ].map(({ key }) => parseApiKey(key)?.route);
    expect(routes[0]).toBe(routes[1]);
    expect(routes[2]).not.toBe(routes[0]);
  });

  it("needs a balance above 0", async () => {
    const user = await newUser({ micros: 0 });
    const api = testApi();
    const response = await call(api, user.token, "/api/keys", { body: { name: "Production" } });
    expect(response.status).toBe(402);
    expect(await errorOf(response)).toMatchObject({
      code: "insufficient_balance",
      error: "Please add funds to your account before creating an API key.",
    });
    expect(await (await call(api, user.token, "/api/keys")).json()).toEqual([]);
  });

  it("stops at the maximum number of active keys, even for concurrent requests", async () => {
    const user = await newUser();
    const api = testApi();
    const { account } = user;
    await stock(openTestDatabase(), { keySecrets, account, count: MAX_ACTIVE_KEYS - 5 });
    const tries = Array.from({ length: 10 }, () =>
      call(api, user.token, "/api/keys", { body: { name: "Many" } }),
    );
    const responses = await Promise.all(tries);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect((await errorOf(refused[0] as Response)).error).toContain("100 active API keys");
    const keys = await (await call(api, user.token, "/api/keys")).json<ApiKey[]>();
    expect(keys).toHaveLength(MAX_ACTIVE_KEYS);
    await call(api, user.token, `/api/keys/${keys[0]?.id}/revoke`, { method: "POST" });
    expect((await call(api, user.token, "/api/keys", { body: { name: "Again" } })).status).toBe(201);
  });
});

it("lists active and revoked keys, newest first", async () => {
  const user = await newUser();
  const api = testApi();
  for (const name of ["first", "second", "third"]) {
    const { id } = await createKeyAs(api, user, name);
    if (name === "second") await call(api, user.token, `/api/keys/${id}/revoke`, { method: "POST" });
  }
  const list = await (await call(api, user.token, "/api/keys")).json<ApiKey[]>();
  expect(list.map(({ name, status }) => [name, status])).toEqual([
    ["third", "active"],
    ["second", "revoked"],
    ["first", "active"],
  ]);
});

it("keeps every active key in a truncated list, then the newest revoked ones", async () => {
  const user = await newUser();
  const api = testApi();
  for (const name of ["oldest", "revoked first", "revoked last"]) {
    const { id } = await createKeyAs(api, user, name);
    if (name !== "oldest") await call(api, user.token, `/api/keys/${id}/revoke`, { method: "POST" });
  }
  const cut = await listKeysOf(openTestDatabase(), user.account.id, 2);
  expect(cut.map(({ name }) => name)).toEqual(["revoked last", "oldest"]);
});

describe("revealing a key", () => {
  it("returns the key as it was created, and writes an audit log entry", async () => {
    const user = await newUser();
    const api = testApi();
    const { id, key } = await createKeyAs(api, user);
    const response = await call(api, user.token, `/api/keys/${id}/reveal`, { method: "POST" });
    expect(await response.json()).toEqual({ key });
    expect(await auditOf(user.account.id)).toEqual([
      expect.objectContaining({ action: "key.created", subject: id }),
      expect.objectContaining({
        action: "key.revealed",
        subject: id,
        requestId: response.headers.get("x-request-id"),
      }),
    ]);
  });

  it("is limited per account and minute, even for concurrent requests", async () => {
    const user = await newUser();
    const start = Date.now();
    let now = start;
    const api = testApi({ clock: { now: () => now } });
    const { id } = await createKeyAs(api, user);
    const reveal = () => call(api, user.token, `/api/keys/${id}/reveal`, { method: "POST" });
    const statuses = (await Promise.all(Array.from({ length: MAX_REVEALS + 10 }, reveal))).map(
      (r) => r.status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_REVEALS);

    now = start + 59_000;
    const refused = await reveal();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await errorOf(refused)).code).toBe("rate_limited");
    now = start + 60_000;
    expect((await reveal()).status).toBe(200);
  });

  it("refuses a revoked key", async () => {
    const user = await newUser();
    const api = testApi();
    const { id } = await createKeyAs(api, user);
    await call(api, user.token, `/api/keys/${id}/revoke`, { method: "POST" });
    const response = await call(api, user.token, `/api/keys/${id}/reveal`, { method: "POST" });
    expect(response.status).toBe(409);
    expect((await errorOf(response)).code).toBe("key_revoked");
  });
});

describe("revoking a key", () => {
  it("deletes the ciphertext", async () => {
    const user = await newUser();
    const api = testApi();
    const { id } = await createKeyAs(api, user);
    await call(api, user.token, `/api/keys/${id}/revoke`, { method: "POST" });
    const { rows } = await openTestDatabase().$client.execute({
      sql: "SELECT sealed, status FROM api_keys WHERE public_id = ?",
      args: [id],
    });
    expect({ ...rows[0] }).toEqual({ sealed: null, status: "revoked" });
  });

  it("is idempotent, also when done concurrently: one date, one audit entry", async () => {
    const user = await newUser();
    let now = Date.now();
    const api = testApi({ clock: { now: () => now++ } });
    const { id } = await createKeyAs(api, user);
    const revoke = () => call(api, user.token, `/api/keys/${id}/revoke`, { method: "POST" });
    const responses = [...(await Promise.all(Array.from({ length: 20 }, revoke))), await revoke()];
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const bodies = await Promise.all(responses.map((response) => response.json<RevokedKey>()));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ id, status: "revoked" });
    const entries = await auditOf(user.account.id);
    expect(entries.filter(({ action }) => action === "key.revoked")).toHaveLength(1);
  });
});
