import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { RequestRefusal } from "#core/domain/gateway/refusal-codes.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { patchKey } from "./support/key-life.ts";
import { admit, type MeteredKey, meteredUser, restart, tally } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { storedRefusals } from "./support/refusals.ts";
import { testApi } from "./support/test-api.ts";

/** Later than any test runs, so that no alarm rings by itself. */
const NOON = Date.parse("2100-02-02T12:00Z");

const refuse = (
  { route, lookup }: MeteredKey,
  {
    code = "invalid_request" as RequestRefusal,
    requestId = crypto.randomUUID() as string,
    origin = null as string | null,
  } = {},
) => metersOf(env.METER)(route).refuse({ keyHashes: [lookup], requestId, code, origin });
const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work));

it("counts refused requests by key, code and hour, and posts them without any usage", async () => {
  const clock = stopClock(NOON);
  const { user, keys, meter } = await meteredUser({ keys: 2, micros: 0 });
  const [first, second] = keys as [MeteredKey, MeteredKey];
  await times(3, () => refuse(first));
  await refuse(first, { code: "model_not_found" });
  await times(2, () => admit(second));
  await runDurableObjectAlarm(meter());
  clock.move(HOUR_MS);
  await times(2, () => refuse(first));
  await runDurableObjectAlarm(meter());
  await refuse(first);
  await runDurableObjectAlarm(meter());
  expect(await storedRefusals(user)).toEqual({
    [`${first.publicId} invalid_request 12`]: 3,
    [`${first.publicId} model_not_found 12`]: 1,
    [`${second.publicId} insufficient_balance 12`]: 2,
    [`${first.publicId} invalid_request 13`]: 3,
  });
});

it("takes a slot of the key's rate, and at the limit says so instead", async () => {
  const { user, key, meter } = await meteredUser();
  const responses = await times(99, () => refuse(key));
  expect(responses.every((each) => each.code === "invalid_request")).toBe(true);
  expect(await refuse(key)).toMatchObject({ code: "invalid_request", remaining: 0, limit: 100 });
  expect(await refuse(key)).toMatchObject({ code: "rate_limit_exceeded", remaining: 0 });
  expect(tally(await times(2, () => admit(key)))).toEqual({ rate_limit_exceeded: 2 });
  await runDurableObjectAlarm(meter());
  expect(Object.values(await storedRefusals(user))).toEqual([100, 3]);
});

it("counts a repeated call once", async () => {
  const { user, key, meter } = await meteredUser();
  const requestId = crypto.randomUUID();
  for (const _ of [1, 2, 3]) expect(await refuse(key, { requestId })).toMatchObject({ remaining: 99 });
  await runDurableObjectAlarm(meter());
  expect(Object.values(await storedRefusals(user))).toEqual([1]);
});

it("puts the key's own refusal first, and counts that", async () => {
  const { user, key, meter } = await meteredUser();
  expect(await refuse(key, { origin: "https://elsewhere.test" })).toMatchObject({
    code: "origin_not_allowed",
    page: null,
  });
  await patchKey(testApi(), user, key.publicId, { disabled: true });
  expect(await refuse(key)).toMatchObject({ code: "key_disabled" });
  await runDurableObjectAlarm(meter());
  expect(Object.keys(await storedRefusals(user)).map((name) => name.split(" ")[1])).toEqual([
    "key_disabled",
    "origin_not_allowed",
  ]);
});

it("counts nothing for an unknown key, and any unknown code as one", async () => {
  const { user, key, meter } = await meteredUser();
  const unknown = { ...key, lookup: "0".repeat(64) };
  expect(await refuse(unknown)).toMatchObject({ code: "invalid_api_key", balanceMicros: null });
  expect(await admit(unknown)).toMatchObject({ code: "invalid_api_key" });
  // A newer edge may know more codes.
  for (const code of ["teapot", "kettle"])
    expect(await refuse(key, { code: code as RequestRefusal })).toMatchObject({ code });
  await runDurableObjectAlarm(meter());
  const stored = await storedRefusals(user);
  expect(Object.entries(stored).map(([name, count]) => [name.split(" ")[1], count])).toEqual([["other", 2]]);
});

it("keeps what it has counted through a restart once it was written, and posts it exactly once", async () => {
  const clock = stopClock(NOON);
  const { user, key, meter } = await meteredUser();
  await refuse(key);
  clock.move(1_000);
  await refuse(key);
  await refuse(key);
  await admit(key);
  await restart(key);
  await runDurableObjectAlarm(meter());
  await restart(key);
  await refuse(key);
  await createMetering(env.METER).refresh(key.route);
  await runDurableObjectAlarm(meter());
  expect(Object.values(await storedRefusals(user))).toEqual([4]);
});

it("a crash between libSQL's commit and its acknowledgement counts nothing again", async () => {
  stopClock(NOON);
  const { user, key, meter } = await meteredUser();
  await refuse(key);
  await refuse(key);
  await runDurableObjectAlarm(meter());
  await runInDurableObject(meter(), (_, { storage }) => {
    storage.sql.exec("UPDATE refusal SET posted = 0");
  });
  await restart(key);
  await refuse(key);
  await runDurableObjectAlarm(meter());
  expect(Object.values(await storedRefusals(user))).toEqual([3]);
});

it("an hour that the clock steps back into adds to what was posted of it", async () => {
  const clock = stopClock(NOON);
  const { user, key, meter } = await meteredUser();
  for (const step of [HOUR_MS, -HOUR_MS, HOUR_MS, -HOUR_MS]) {
    await refuse(key);
    await runDurableObjectAlarm(meter());
    clock.move(step);
  }
  expect(await storedRefusals(user)).toEqual({
    [`${key.publicId} invalid_request 12`]: 2,
    [`${key.publicId} invalid_request 13`]: 2,
  });
});

it("keeps two hours per key and code while libSQL is away, and every request of them", async () => {
  const clock = stopClock(NOON);
  const { user, key, meter } = await meteredUser();
  await refuse(key);
  for (let hour = 1; hour < 5; hour += 1) {
    clock.move(HOUR_MS);
    await refuse(key);
  }
  const rows = await runInDurableObject(meter(), (_, { storage }) =>
    storage.sql.exec("SELECT hour, requests FROM refusal ORDER BY hour").toArray(),
  );
  expect(rows.map(({ requests }) => requests)).toEqual([1, 4]);
  await runDurableObjectAlarm(meter());
  expect(Object.values(await storedRefusals(user))).toEqual([1, 4]);
});
