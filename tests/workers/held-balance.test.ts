import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { balanceResponse } from "#core/contract/account.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { admit, meteredKey, meterOf, settlement } from "./support/meter.ts";
import { call, createKeyAs, newUser, type TestUser, testApi } from "./support/test-api.ts";

async function balanceOf({ token }: TestUser, api = testApi()) {
  const response = await call(api, token, "/api/account/balance");
  expect(response.status).toBe(200);
  return balanceResponse.parse(await response.json());
}

async function userWithKey() {
  const user = await newUser({ micros: 5_000_000 });
  const { id, key } = await createKeyAs(testApi(), user);
  return { user, key: await meteredKey(id, key) };
}

/** Objects with the given response. */
const metersThat = (response: () => Promise<unknown>) =>
  createMetering(Object.assign(Object.create(env.METER), { getByName: () => ({ standing: response }) }));

it("returns the amount reserved for requests in progress next to the ledger's balance, as long as they run", async () => {
  const { user, key } = await userWithKey();
  expect(await balanceOf(user)).toEqual({
    balance: 5,
    held: 0,
    currency: "USD",
    ever_funded: true,
    low_balance_threshold: 5,
    pending: [],
  });
  const [first] = [await admit(key, { hold: 1_200_000 }), await admit(key, { hold: 34 })];
  expect(await balanceOf(user)).toEqual({
    balance: 5,
    held: 1.200034,
    currency: "USD",
    ever_funded: true,
    low_balance_threshold: 5,
    pending: [],
  });
  await meterOf(key).settle([settlement(first.requestId, 700_000)]);
  expect(await balanceOf(user)).toEqual({
    balance: 5,
    held: 0.000034,
    currency: "USD",
    ever_funded: true,
    low_balance_threshold: 5,
    pending: [],
  });
});

it("does not include another account's reservations, and is empty before the first key", async () => {
  const [{ key }, stranger] = [await userWithKey(), await userWithKey()];
  await admit(key, { hold: 1_000_000 });
  expect(await balanceOf(stranger.user)).toMatchObject({ balance: 5, held: 0 });
  expect(await balanceOf(await newUser({ micros: 7 }))).toMatchObject({ balance: 0.000007, held: 0 });
});

it("neither fails nor waits when the object does", async () => {
  const { user, key } = await userWithKey();
  await admit(key, { hold: 1_000_000 });
  const silent = metersThat(() => new Promise(() => {}));
  const failing = metersThat(() => Promise.reject(new Error("The object is away.")));
  for (const metering of [silent, failing]) {
    expect(await balanceOf(user, testApi({ metering }))).toMatchObject({ balance: 5, held: 0 });
  }
});
