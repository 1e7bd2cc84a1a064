import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountName, STRIPE_USD } from "#core/domain/ledger.ts";
import type { Account, KeySecrets } from "#core/services/context.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { resealKeys } from "#core/services/keys/reseal-keys.ts";
import { revokePresentedKey } from "#core/services/keys/revoke-key.ts";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { contextNow } from "#tests/support/account.ts";
import { transferMoney } from "#tests/support/money.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import {
  changed,
  clock,
  faults,
  type KnownKey,
  newAccount,
  newSecrets,
  presentOnly,
  stock,
} from "./keys/key-shop.ts";
import { runReseal, secretSettings } from "./keys/reseal-command.ts";
import { type Fault, faultyDatabase } from "./rollup/faulty-database.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

it("killed at any trip to the database, before, inside or after it, a run loses nothing and the next one finishes", async () => {
  await server.db.delete(apiKeys);
  let secrets = newSecrets();
  const account = await newAccount(server.db);
  const keys = await stock(server.db, { keySecrets: secrets, account, count: 450 });
  const sample = [...keys.slice(0, 2), ...keys.slice(198, 202), ...keys.slice(-2)];
  const kinds: Fault[] = [{ at: "before" }, { at: "inside", index: 25 }, { at: "after" }];
  // Each chunk of 200 takes one trip to read it and one to store it.
  for (const [trip, [stored, storedAfter]] of [
    [0, 0],
    [0, 200],
    [200, 200],
    [200, 400],
    [400, 400],
    [400, 450],
  ].entries()) {
    for (const fault of inTier({ fast: kinds.slice(1, 2), full: kinds })) {
      secrets = changed(presentOnly(secrets));
      const { db } = faultyDatabase(server.db, trip, fault);
      await expect(resealKeys({ db, keySecrets: secrets })).rejects.toThrow();
      expect(await faults(server.db, secrets, sample)).toEqual([]);
      const rest = await resealKeys({ db: server.db, keySecrets: secrets });
      const done = (fault.at === "after" ? storedAfter : stored) ?? 0;
      expect(rest).toMatchObject({ examined: 450, resealed: 450 - done, unopened: 0 });
    }
  }
  expect(await faults(server.db, presentOnly(secrets), keys)).toEqual([]);
});

it("running alongside creations, rotations and revocations, and alongside itself, a run loses no key and revives none", async () => {
  await server.db.delete(apiKeys);
  const before = newSecrets();
  const accountsOfTest = await Promise.all(Array.from({ length: 6 }, () => newAccount(server.db)));
  const shops = await Promise.all(
    accountsOfTest.map(async (account) => ({
      account,
      keys: await stock(server.db, { keySecrets: before, account, count: 60 }),
    })),
  );
  const after = changed(before);
  const [living, revoked] = [new Map<string, KnownKey>(), new Set<string>()];
  for (const { keys } of shops) for (const key of keys) living.set(key.publicId, key);
  const work = shops.map(({ account, keys }) =>
    liveThrough({ account, keys, keySecrets: after, living, revoked }),
  );
  const runs = [0, 1].map(() => resealKeys({ db: server.db, keySecrets: after }));
  const reports = await Promise.all(runs);
  await Promise.all(work);
  expect(reports.map(({ unopened }) => unopened)).toEqual([0, 0]);
  const last = await resealKeys({ db: server.db, keySecrets: after });
  expect(last).toMatchObject({ examined: living.size, unopened: 0 });
  expect(await faults(server.db, presentOnly(after), [...living.values()])).toEqual([]);
  const rows = await server.db.select().from(apiKeys).where(eq(apiKeys.status, "revoked"));
  expect(new Set(rows.map(({ publicId }) => publicId))).toEqual(revoked);
  expect(rows.filter(({ sealed }) => sealed !== null)).toEqual([]);
  expect(revoked.size).toBeGreaterThan(50);
});

interface Living {
  account: Account;
  keys: KnownKey[];
  keySecrets: KeySecrets;
  living: Map<string, KnownKey>;
  revoked: Set<string>;
}

/**
 * An account at work while its keys are resealed: every key is rotated or revoked, and new ones are created.
 */
async function liveThrough({ account, keys, keySecrets, living, revoked }: Living) {
  const { db } = server;
  const ctx = await contextNow({ db, clock, requestId: "test", keySecrets, account, metering: noMetering });
  await transferMoney(db, { debit: STRIPE_USD, credit: accountName(account.id), micros: 1, kind: "top_up" });
  for (const [at, { publicId, key }] of keys.slice(0, 30).entries()) {
    if (at % 3 === 0) {
      await revokePresentedKey(ctx, { key });
      living.delete(publicId);
      revoked.add(publicId);
    } else {
      const made =
        at % 3 === 1
          ? await rotateKey(ctx, { id: publicId, overlapHours: 0 })
          : await createKey(ctx, { name: "New" });
      living.set(made.id, { publicId: made.id, accountId: account.id, key: made.key });
      if (at % 3 === 1) {
        living.delete(publicId);
        revoked.add(publicId);
      }
    }
  }
}

describe("npm run reseal-keys", () => {
  it("names each missing environment variable", async () => {
    const { KEY_PEPPER: _, ...rest } = secretSettings(newSecrets());
    expect(await runReseal(server.url, { ...rest, KEY_SEALING_SECRET: "s3cret" })).toEqual({
      code: 1,
      text: "Wrong configuration of reseal-keys: KEY_PEPPER is missing; KEY_SEALING_SECRET must be base64 of at least 32 random bytes.\n",
    });
  });
});
