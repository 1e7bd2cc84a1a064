import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { parseApiKey } from "#core/domain/api-key.ts";
import { MAX_ACTIVE_KEYS } from "#core/services/keys/create-key.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { stock } from "#tests/integration/keys/key-shop.ts";
import { racing } from "#tests/support/race.ts";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { keyOf, listOf, patchKey, refusalOf, reveal, revoke, rotate } from "./support/key-life.ts";
import { withSecondFactor } from "./support/provider.ts";
import { databaseThatWaits } from "./support/slow-database.ts";
import {
  call,
  createKeyAs,
  keySecrets,
  mint,
  newUser,
  openTestDatabase,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const HOUR_MS = 3_600_000;
const rowsOf = (accountId: number) =>
  openTestDatabase().select().from(apiKeys).where(eq(apiKeys.accountId, accountId)).orderBy(apiKeys.id);
const entriesOf = async (accountId: number) =>
  (await auditOf(accountId)).map(({ action, subject, detail }) => [
    action,
    subject,
    detail && JSON.parse(detail),
  ]);

describe("rotating a key", () => {
  it("returns a new key with the same name and expiry, and keeps the old one working for the overlap", async () => {
    const user = await newUser();
    const now = Date.now();
    const api = testApi({ clock: { now: () => now } });
    const old = await createKeyAs(api, user, "Production");
    const expires_at = new Date(now + 1000 * HOUR_MS).toISOString();
    await patchKey(api, user, old.id, { expires_at });
    const fresh = await keyOf(await rotate(api, user, old.id, 24), 201);
    expect(fresh).toMatchObject({ name: "Production", status: "active", expires_at, replaced_by: null });
    expect(fresh.key).not.toBe(old.key);
    expect(parseApiKey(fresh.key)?.route).toBe(parseApiKey(old.key)?.route);
    expect(await listOf(api, user)).toMatchObject([
      { id: fresh.id },
      {
        id: old.id,
        status: "active",
        replaced_by: fresh.id,
        expires_at: new Date(now + 24 * HOUR_MS).toISOString(),
      },
    ]);
    for (const { id, key } of [old, fresh]) {
      expect(await (await reveal(api, user, id)).json()).toEqual({ key });
    }
  });

  it("replaces a test key with a test key, even for an account that may have no other", async () => {
    const [user, api] = [await newUser({ micros: 0 }), testApi()];
    const old = await keyOf(
      await call(api, user.token, "/api/keys", { body: { name: "Mine", test: true } }),
      201,
    );
    const fresh = await keyOf(await rotate(api, user, old.id, 1), 201);
    expect([old.key, fresh.key].map((key) => key.slice(0, 4))).toEqual(["lkt_", "lkt_"]);
    const real = await call(api, user.token, "/api/keys", { body: { name: "Real" } });
    expect(await refusalOf(real)).toMatchObject({ status: 402, code: "insufficient_balance" });
  });

  it("never extends the life of the old key", async () => {
    const user = await newUser();
    const now = Date.now();
    const api = testApi({ clock: { now: () => now } });
    const { id } = await createKeyAs(api, user);
    const expires_at = new Date(now + HOUR_MS).toISOString();
    await patchKey(api, user, id, { expires_at });
    await rotate(api, user, id, 24);
    expect(await listOf(api, user)).toMatchObject([{ expires_at }, { id, expires_at }]);
  });

  it("without an overlap immediately revokes the old key and deletes its ciphertext", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    const fresh = await keyOf(await rotate(api, user, id, 0), 201);
    const [old, made] = await rowsOf(user.account.id);
    expect(old).toMatchObject({ status: "revoked", sealed: null, replacedBy: fresh.id, expiresAt: null });
    expect(old?.revokedAt).toBe(made?.createdAt);
    expect(await entriesOf(user.account.id)).toEqual([
      ["key.created", id, null],
      ["key.rotated", id, { replaced_by: fresh.id, overlap_hours: 0 }],
      ["key.created", fresh.id, null],
      ["key.revoked", id, null],
    ]);
  });

  it.each([true, false])("passes on whether the key shows the balance: %s", async (shows_balance) => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    await patchKey(api, user, id, { shows_balance });
    expect(await keyOf(await rotate(api, user, id, 1), 201)).toMatchObject({ shows_balance });
  });

  it("passes the plan on: the new key is the Premium one, and the old one no longer follows the plan", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    await writeDirectly((db) => db.update(apiKeys).set({ planKey: true }).where(eq(apiKeys.publicId, id)));
    const fresh = await keyOf(await rotate(api, user, id, 1), 201);
    expect(fresh.plan_key).toBe(true);
    expect(await listOf(api, user)).toMatchObject([{ plan_key: true }, { id, plan_key: false }]);
  });

  it("needs no balance, and works for a disabled key", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    await patchKey(api, user, id, { disabled: true });
    await writeDirectly(
      () =>
        `INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at) VALUES ('account:${user.account.id}', 'stripe:usd', 50000000, 'refund', 'test:${id}', 0)`,
    );
    const fresh = await keyOf(await rotate(api, user, id, 1), 201);
    expect(fresh.disabled_at).toBeNull();
  });

  it("refuses a revoked, an expired and a rotated key, each with its reason", async () => {
    const user = await newUser();
    let now = Date.now();
    const api = testApi({ clock: { now: () => now } });
    const [revoked, expired, rotated] = await Promise.all([1, 2, 3].map(() => createKeyAs(api, user)));
    await revoke(api, user, revoked?.id ?? "");
    await patchKey(api, user, expired?.id ?? "", { expires_at: new Date(now + 1).toISOString() });
    await rotate(api, user, rotated?.id ?? "", 24);
    now += 1;
    const refusals = [revoked, expired, rotated].map(async (key) =>
      refusalOf(await rotate(api, user, key?.id ?? "", 1)),
    );
    expect(await Promise.all(refusals)).toEqual([
      { status: 409, code: "key_revoked", error: "This API key is revoked." },
      { status: 409, code: "key_not_rotatable", error: "This API key has expired." },
      { status: 409, code: "key_not_rotatable", error: "This API key has already been rotated." },
    ]);
    expect(await rowsOf(user.account.id)).toHaveLength(4);
  });

  it("requires the second factor of a user who has one", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    await withSecondFactor(user.userId);
    expect(await refusalOf(await rotate(api, user, id, 0))).toMatchObject({
      status: 403,
      code: "second_factor_required",
    });
    expect(await rowsOf(user.account.id)).toHaveLength(1);
    const token = await mint({ claims: { sub: user.userId, email: user.email, aal: "aal2" } });
    expect((await rotate(api, { token }, id, 0)).status).toBe(201);
  });

  it("works at the maximum number of keys, and stops when overlaps have doubled it", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { account } = user;
    await stock(openTestDatabase(), { keySecrets, account, count: 2 * MAX_ACTIVE_KEYS - 2 });
    for (let rotated = 0; rotated < 2; rotated += 1) {
      const unreplaced = (await listOf(api, user)).find(({ replaced_by }) => replaced_by === null);
      expect((await rotate(api, user, unreplaced?.id ?? "", 1)).status).toBe(201);
    }
    const fresh = (await listOf(api, user)).find(({ replaced_by }) => replaced_by === null);
    expect(await refusalOf(await rotate(api, user, fresh?.id ?? "", 1))).toEqual({
      status: 409,
      code: "key_limit_reached",
      error: "Too many rotated API keys still work. Revoke one, or rotate without an overlap.",
    });
    expect((await rotate(api, user, fresh?.id ?? "", 0)).status).toBe(201);
    expect((await call(api, user.token, "/api/keys", { body: { name: "More" } })).status).toBe(409);
  });
});

describe("rotating concurrently", () => {
  it("creates one new key for any number of requests", async () => {
    const api = testApi();
    for (const overlap of [0, 1]) {
      const user = await newUser();
      const { id } = await createKeyAs(api, user);
      const responses = await Promise.all(Array.from({ length: 12 }, () => rotate(api, user, id, overlap)));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
      expect(await rowsOf(user.account.id)).toHaveLength(2);
      const rotations = (await entriesOf(user.account.id)).filter(([action]) => action === "key.rotated");
      expect(rotations).toHaveLength(1);
    }
  });

  it("with a revocation leaves no working old key, and a new one only if its rotation succeeded", async () => {
    const [api, race] = [testApi(), racing()];
    const seen = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const user = await newUser();
      const { id } = await createKeyAs(api, user);
      const [rotation] = await race(
        () => rotate(api, user, id, 24),
        () => revoke(api, user, id),
      );
      seen.add(rotation.status);
      const [old, ...fresh] = await rowsOf(user.account.id);
      expect(old).toMatchObject({ status: "revoked", sealed: null });
      expect(fresh).toHaveLength(rotation.status === 201 ? 1 : 0);
    }
    expect([...seen].sort()).toEqual([201, 409]);
  });
});

it("a rotation that is admitted before a revocation, but reaches the database after it, creates no key", async () => {
  const user = await newUser();
  const { id } = await createKeyAs(testApi(), user);
  const { db, reached, letGo } = databaseThatWaits();
  const rotation = rotate(testApi({ openDatabase: () => db }), user, id, 24);
  await reached;
  await revoke(testApi(), user, id);
  letGo();
  expect(await refusalOf(await rotation)).toMatchObject({ status: 409, code: "key_revoked" });
  expect(await rowsOf(user.account.id)).toMatchObject([{ status: "revoked", replacedBy: null }]);
});

it("an interrupted rotation creates no new key and leaves the old one unchanged", async () => {
  const takeErrors = expectErrors();
  const [user, api] = [await newUser(), testApi()];
  const { id } = await createKeyAs(api, user);
  const before = await rowsOf(user.account.id);
  const steps = [
    ["api_keys", "INSERT", `NEW.account_id = ${user.account.id}`],
    ["api_keys", "UPDATE", `NEW.account_id = ${user.account.id}`],
    ["api_keys", "UPDATE", `NEW.account_id = ${user.account.id} AND NEW.expires_at IS NOT NULL`],
    ["audit_log", "INSERT", `NEW.account_id = ${user.account.id} AND NEW.action = 'key.rotated'`],
    ["audit_log", "INSERT", `NEW.account_id = ${user.account.id} AND NEW.action = 'key.created'`],
  ];
  for (const [table, event, when] of steps) {
    const trigger = `refuse_rotation_${user.account.id}`;
    await writeDirectly(
      () =>
        `CREATE TRIGGER ${trigger} BEFORE ${event} ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused by test'); END`,
    );
    expect((await rotate(api, user, id, 1)).status).toBe(500);
    await writeDirectly(() => `DROP TRIGGER ${trigger}`);
    expect(await rowsOf(user.account.id)).toEqual(before);
  }
  expect(takeErrors()).toHaveLength(steps.length);
  expect((await rotate(api, user, id, 1)).status).toBe(201);
});
