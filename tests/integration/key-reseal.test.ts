import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Account, KeySecrets } from "#core/services/context.ts";
import { deriveAccountRoute } from "#core/services/keys/key-hash.ts";
import { resealKeys } from "#core/services/keys/reseal-keys.ts";
import { accounts, apiKeys } from "#core/storage/schema/accounts.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import {
  changed,
  faults,
  newAccount,
  newSecrets,
  presentOnly,
  randomSecret,
  stock,
} from "./keys/key-shop.ts";
import { runReseal, secretSettings } from "./keys/reseal-command.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const routeStored = async ({ id }: Account) =>
  (await server.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.route;

describe("after a change of both secrets", () => {
  it("every key keeps working, even without the earlier secrets once it is resealed; a second run finds nothing to do", async () => {
    const before = newSecrets();
    const account = await newAccount(server.db);
    const keys = await stock(server.db, { keySecrets: before, account, count: 30 });
    const after = changed(before);
    expect(await faults(server.db, after, keys)).toEqual([]);
    expect((await faults(server.db, presentOnly(after), keys)).length).toBe(60);

    const first = await resealKeys({ db: server.db, keySecrets: after });
    expect(first).toMatchObject({ resealed: 30, unopened: 0 });
    expect(await faults(server.db, presentOnly(after), keys)).toEqual([]);
    expect(await resealKeys({ db: server.db, keySecrets: presentOnly(after) })).toMatchObject({
      resealed: 0,
    });
  });

  it("after a change of the pepper alone, or of the sealing secret alone, every key is updated too", async () => {
    const before = newSecrets();
    const keys = await stock(server.db, {
      keySecrets: before,
      account: await newAccount(server.db),
      count: 3,
    });
    const pepper: KeySecrets = { ...before, pepper: randomSecret(), earlierPeppers: [before.pepper] };
    await resealKeys({ db: server.db, keySecrets: pepper });
    expect(await faults(server.db, presentOnly(pepper), keys)).toEqual([]);
    const sealing: KeySecrets = { ...pepper, sealing: randomSecret(), earlierSealings: [before.sealing] };
    await resealKeys({ db: server.db, keySecrets: sealing });
    expect(await faults(server.db, presentOnly(sealing), keys)).toEqual([]);
  });

  it("an account keeps its route", async () => {
    const before = newSecrets();
    const [early, late] = await Promise.all([newAccount(server.db), newAccount(server.db)]);
    await stock(server.db, { keySecrets: before, account: early, count: 2 });
    const after = changed(before);
    await resealKeys({ db: server.db, keySecrets: after });
    expect(await routeStored(early)).toBe(await deriveAccountRoute(before.pepper, early.id));
    const [key] = await stock(server.db, { keySecrets: presentOnly(after), account: early, count: 1 });
    expect(key?.key.slice(35, 46)).toBe(await deriveAccountRoute(before.pepper, early.id));
    await stock(server.db, { keySecrets: presentOnly(after), account: late, count: 1 });
    expect(await routeStored(late)).toBe(await deriveAccountRoute(after.pepper, late.id));
  });
});

it("a key that opens under none of the secrets is reported and left unchanged", async () => {
  const lost = await stock(server.db, {
    keySecrets: newSecrets(),
    account: await newAccount(server.db),
    count: 1,
  });
  const rowOf = async () =>
    (
      await server.db
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.publicId, lost[0]?.publicId ?? ""))
    )[0];
  const row = await rowOf();
  const report = await resealKeys({ db: server.db, keySecrets: newSecrets() });
  expect(report.unopenedIds).toContain(lost[0]?.publicId);
  expect(await rowOf()).toEqual(row);
});

describe("npm run reseal-keys", () => {
  it("reseals all keys and reports it; with a secret missing it fails, and prints no secret either way", async () => {
    await server.db.delete(apiKeys);
    const before = newSecrets();
    const keys = await stock(server.db, {
      keySecrets: before,
      account: await newAccount(server.db),
      count: 5,
    });
    const after = changed(before);
    const wrong = await runReseal(server.url, secretSettings(presentOnly(after)));
    expect(wrong).toMatchObject({
      code: 1,
      text: expect.stringContaining("5 keys open under none of the secrets"),
    });
    const right = await runReseal(server.url, secretSettings(after));
    expect(right).toMatchObject({ code: 0, text: expect.stringContaining("5 keys examined, 5 sealed anew") });
    expect(await faults(server.db, presentOnly(after), keys)).toEqual([]);
    for (const { text } of [wrong, right]) {
      for (const secret of Object.values(secretSettings(after)).filter((value) => value !== "")) {
        expect(text).not.toContain(secret);
      }
    }
  });
});
