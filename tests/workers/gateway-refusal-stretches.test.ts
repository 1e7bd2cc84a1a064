import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { CurrentRefusalsResponse } from "#core/contract/usage.ts";
import { textOf } from "#core/domain/notification-text.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { parsePayload } from "#core/services/notifications/payload.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { patchKey, revoke } from "./support/key-life.ts";
import { admit, grant, type MeteredKey, meteredUser } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { storedRefusals } from "./support/refusals.ts";
import { call, openTestDatabase, type TestUser, testApi, writeDirectly } from "./support/test-api.ts";

const api = testApi();
/** Later than any test runs, so that no alarm rings by itself. */
const NOON = Date.parse("2100-02-02T12:00Z");

const identify = ({ route, lookup }: MeteredKey, requestId = crypto.randomUUID() as string) =>
  metersOf(env.METER)(route).identify([lookup], null, requestId);
const refuse = ({ route, lookup }: MeteredKey) =>
  metersOf(env.METER)(route).refuse({
    keyHashes: [lookup],
    requestId: crypto.randomUUID(),
    code: "model_not_found",
    origin: null,
  });

async function current({ token }: TestUser): Promise<CurrentRefusalsResponse> {
  const response = await call(api, token, "/api/usage/refusals/current");
  return await response.json<CurrentRefusalsResponse>();
}
async function titles({ account }: TestUser): Promise<string[]> {
  const stored =
    "SELECT kind, data FROM notifications WHERE account_id = ? AND kind = 'key_refused' ORDER BY id";
  const { rows } = await openTestDatabase().$client.execute({ sql: stored, args: [account.id] });
  return rows.map((row) => {
    const payload = parsePayload({ kind: String(row.kind), data: String(row.data) });
    return payload === null ? "unreadable" : textOf(payload).title.replace(/“.*?”/, "Key");
  });
}

it("says since when a key is refused, across hours, and counts anew after a pause", async () => {
  const clock = stopClock(NOON + 50 * MINUTE_MS);
  const { user, key, meter } = await meteredUser({ micros: 0 });
  await admit(key);
  await admit(key);
  clock.move(6 * MINUTE_MS);
  const since = new Date(Date.now()).toISOString();
  for (let i = 0; i < 4; i += 1) {
    await admit(key);
    if (i % 2 === 0) await runDurableObjectAlarm(meter());
    clock.move(2 * MINUTE_MS);
  }
  await runDurableObjectAlarm(meter());
  const last = new Date(Date.now() - 2 * MINUTE_MS).toISOString();
  expect((await current(user)).items).toMatchObject([
    { key_id: key.publicId, code: "insufficient_balance", since, last, requests: 4, partial: false },
  ]);
  clock.move(4 * MINUTE_MS);
  expect((await current(user)).items).toEqual([]);
});

it("stops once the cause is gone, and says whether other keys work", async () => {
  const clock = stopClock(NOON);
  const { user, keys, key, meter } = await meteredUser({ keys: 2 });
  await patchKey(api, user, key.publicId, { disabled: true });
  await admit(key);
  await runDurableObjectAlarm(meter());
  expect(await current(user)).toMatchObject({
    items: [{ key_id: key.publicId, code: "key_disabled", requests: 1 }],
    other_keys_work: true,
  });
  await patchKey(api, user, keys[1]?.publicId ?? "", { disabled: true });
  expect(await current(user)).toMatchObject({ other_keys_work: false });
  await patchKey(api, user, key.publicId, { disabled: false });
  expect(await current(user)).toEqual({ items: [], other_keys_work: false });
  clock.move(1_000);
  await admit(key, { hold: 2_000_000 });
  await runDurableObjectAlarm(meter());
  expect((await current(user)).items).toMatchObject([{ code: "insufficient_balance" }]);
  await grant(user, 5_000_000);
  expect((await current(user)).items).toEqual([]);
});

it("a spending limit is named until it is removed or raised, or its period is over", async () => {
  const clock = stopClock(NOON + 12 * 60 * MINUTE_MS - 2 * MINUTE_MS);
  const { user, key, meter } = await meteredUser();
  const limit = (...amounts: number[]) =>
    call(api, user.token, "/api/account/budgets", {
      method: "PUT",
      body: { budgets: amounts.map((amount) => ({ period: "day", amount })) },
    });
  const refused = async () => {
    clock.move(1_000);
    await admit(key, { hold: 500_000 });
    await runDurableObjectAlarm(meter());
    return (await current(user)).items.map(({ code }) => code);
  };
  await limit(0.1);
  expect(await refused()).toEqual(["spending_limit_exceeded"]);
  await limit();
  expect((await current(user)).items).toEqual([]);
  clock.move(1_000);
  await limit(0.1);
  expect(await refused()).toEqual(["spending_limit_exceeded"]);
  clock.move(1_000);
  await limit(0.2);
  expect((await current(user)).items).toEqual([]);

  expect(await refused()).toEqual(["spending_limit_exceeded"]);
  clock.move(2 * MINUTE_MS);
  expect((await current(user)).items).toEqual([]);
});

it("a used-up plan is named until it changes, pays from the balance, or its month is over", async () => {
  const clock = stopClock(NOON);
  const { user, key, meter } = await meteredUser();
  const accountId = user.account.id;
  // Its months end ten minutes after noon.
  const validUntil = Date.parse("2100-05-02T12:10Z");
  await writeDirectly((db) =>
    db.insert(subscriptions).values({ accountId, type: "Premium", validUntil, requestsPerMonth: 0 }),
  );
  const refused = async () => {
    clock.move(1_000);
    await admit(key);
    await runDurableObjectAlarm(meter());
    return (await current(user)).items.map(({ code }) => code);
  };
  const drawOnBalance = (draws_on_balance: boolean) =>
    call(api, user.token, "/api/account/subscription", { method: "PATCH", body: { draws_on_balance } });
  expect(await refused()).toEqual(["quota_exceeded"]);
  clock.move(1_000);
  await drawOnBalance(true);
  expect((await current(user)).items).toEqual([]);
  await drawOnBalance(false);
  // The next request says whether that refuses it.
  expect((await current(user)).items).toEqual([]);
  clock.move(8 * MINUTE_MS);
  expect(await refused()).toEqual(["quota_exceeded"]);
  clock.move(2 * MINUTE_MS);
  expect((await current(user)).items).toEqual([]);
});

it("counts requests with a revoked key for its owner, once each, and none with an unknown key", async () => {
  stopClock(NOON);
  const { user, key, meter } = await meteredUser({ keys: 2 });
  await identify(key);
  await revoke(api, user, key.publicId);
  const requestId = crypto.randomUUID();
  expect(await identify(key, requestId)).toEqual({
    known: false,
    unavailable: false,
    code: "invalid_api_key",
  });
  await identify(key, requestId);
  await admit(key);
  await identify({ ...key, lookup: "0".repeat(64) });
  await runDurableObjectAlarm(meter());
  expect(await storedRefusals(user)).toEqual({ [`${key.publicId} invalid_api_key 12`]: 2 });
  expect(await current(user)).toMatchObject({
    items: [{ key_id: key.publicId, code: "invalid_api_key", revoked: true, requests: 2 }],
    other_keys_work: true,
  });
  expect(await titles(user)).toEqual(["Key is still in use, but revoked"]);
});

it("notifies once per stretch and day, of an unknown model only when it is repeated", async () => {
  const clock = stopClock(NOON);
  const { user, key, meter } = await meteredUser();
  const post = async (count: number) => {
    for (let i = 0; i < count; i += 1) await refuse(key);
    await runDurableObjectAlarm(meter());
  };
  await post(4);
  expect(await titles(user)).toEqual([]);
  await post(1);
  await post(3);
  const expected = ["Key asks for a model that doesn’t exist"];
  expect(await titles(user)).toEqual(expected);
  clock.move(60 * MINUTE_MS);
  await post(6);
  expect(await titles(user)).toEqual(expected);
  clock.move(24 * 60 * MINUTE_MS);
  await post(6);
  expect(await titles(user)).toEqual([...expected, ...expected]);
});
