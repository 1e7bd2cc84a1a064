import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import {
  ask,
  COST,
  type Customer,
  drained,
  expectExact,
  expectSoundBooks,
  newCustomer,
  standingOf,
} from "./gateway/customers.ts";
import { type Meters, startMeters } from "./gateway/meter-runtime.ts";

const KILLS = inTier({ fast: 2, full: 20 });
const WORKERS = 8;

let database: TestDatabase;
let meters: Meters;
beforeAll(async () => {
  database = await startTestDatabase();
  meters = await startMeters(database.url);
});
afterAll(async () => {
  expect(meters.logs.filter((line) => line.includes("meter_unreadable"))).toEqual([]);
  await meters.stop();
  await database.stop();
});

const place = () => ({ origin: meters.origin, db: database.db });
const customerWith = (keys: number) => newCustomer(database.db, { keys, micros: 10_000_000 });

/** Sends requests without a pause until it is over. @returns the ids of those that were admitted and settled. */
async function load(customer: Customer, isOver: () => boolean): Promise<string[]> {
  const served: string[] = [];
  let turn = 0;
  const worker = async () => {
    while (!isOver()) {
      turn += 1;
      const sent = await ask(meters.origin, customer, { turn, settle: "before" });
      if (sent === null) await sleep(20);
      else if (sent.response.admitted) served.push(sent.requestId);
      else throw new Error(sent.response.code);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return served;
}

async function killUnderLoad(customer: Customer) {
  let over = false;
  const loading = load(customer, () => over);
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(150 + Math.random() * 350);
      await meters.kill();
      await meters.restart();
    }
    await sleep(200);
  } finally {
    over = true;
  }
  return loading;
}

it(`every request that got a response has its row at its true cost after ${KILLS} kills of workerd`, async () => {
  const customer = await customerWith(150);
  const served = await killUnderLoad(customer);
  expect(served.length).toBeGreaterThan(KILLS);
  const costs = await expectExact(place(), customer, served);
  expect(served.filter((requestId) => costs.get(requestId) !== COST)).toEqual([]);
  expect([...costs.values()].every((cost) => cost === COST || cost === 0)).toBe(true);
  await expectSoundBooks(database.db);
});

it.each([
  ["before", "never"],
  ["after", "before"],
] as const)("the window outlives a kill %s the flush", async (_, settle) => {
  const customer = await customerWith(1);
  const burst = async (count: number) => {
    const sent = Array.from({ length: count }, (_, turn) => ask(meters.origin, customer, { turn, settle }));
    return (await Promise.all(sent)).filter((one) => one?.response.admitted).length;
  };
  expect(await burst(60)).toBe(60);
  if (settle === "before") await drained(meters.origin, customer);
  await meters.kill();
  await meters.restart();
  expect(await burst(100)).toBe(40);
});

it("what requests held outlives a kill, until an alarm gives it back", async () => {
  const customer = await customerWith(1);
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => ask(meters.origin, customer, { turn, settle: "never" })),
  );
  await meters.kill();
  await meters.restart();
  expect(await standingOf(meters.origin, customer)).toMatchObject({ heldMicros: 1000, pending: 10 });
  const costs = await expectExact(
    place(),
    customer,
    sent.flatMap((one) => (one ? [one.requestId] : [])),
  );
  expect([...costs.values()]).toEqual(Array.from({ length: 10 }, () => 0));
});
