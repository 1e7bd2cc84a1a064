import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { until } from "#tests/support/limits.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import {
  ask,
  COST,
  type Customer,
  expectExact,
  expectSoundBooks,
  newCustomer,
  standingOf,
} from "./gateway/customers.ts";
import { type Fault, faultyWay } from "./gateway/faulty-way.ts";
import { type Meters, startMeters } from "./gateway/meter-runtime.ts";

const AWAY_MS = inTier({ fast: 3_000, full: 60_000 });
const LOST = inTier({ fast: 8, full: 100 });
const KILLS = inTier({ fast: 1, full: 8 });
const MINUTE = 60_000;

let database: TestDatabase;
let way: Awaited<ReturnType<typeof faultyWay>>;
let meters: Meters;
let faultOf: (flush: boolean) => Fault;
beforeEach(() => {
  faultOf = () => "none";
});
beforeAll(async () => {
  database = await startTestDatabase();
  way = await faultyWay(database.url, (flush) => faultOf(flush));
  meters = await startMeters(way.url);
});
afterAll(async () => {
  expect(meters.logs.filter((line) => line.includes("meter_unreadable"))).toEqual([]);
  await meters.stop();
  await way.stop();
  await database.stop();
});

/** Sends requests for all customers until it is over. @returns the served requests of each, and all refusals. */
function paced(customers: readonly Customer[], isOver: () => boolean) {
  const refused: string[] = [];
  const begun = customers.map(() => Promise.withResolvers<void>());
  const ended = Promise.all(
    customers.map(async (customer, index) => {
      const ids: string[] = [];
      for (let turn = 0; !isOver(); turn += 1) {
        const sent = await ask(meters.origin, customer, { turn, settle: "before" });
        if (sent?.response.admitted) ids.push(sent.requestId);
        else refused.push(sent === null ? "cut" : JSON.stringify(sent.response));
        begun[index]?.resolve();
        await sleep(80);
      }
      return { customer, ids };
    }),
  );
  return {
    /** Each customer's object has read everything it needs to do without libSQL. */
    begun: Promise.race([ended, Promise.all(begun.map(({ promise }) => promise))]),
    ended: ended.then((served) => ({ served, refused })),
  };
}

async function expectAllExact(served: { customer: Customer; ids: string[] }[]) {
  for (const { customer, ids } of served) {
    const costs = await expectExact({ origin: meters.origin, db: database.db }, customer, ids);
    expect([...costs.keys()].sort()).toEqual([...ids].sort());
    expect([...costs.values()].every((cost) => cost === COST)).toBe(true);
  }
  await expectSoundBooks(database.db);
}

/** Lines about posts that failed; each of the objects tries every five seconds. */
const delayLines = () => meters.logs.filter((line) => line.includes("meter_flush_delayed")).length;

const customersWith = (count: number, keys: number) =>
  Promise.all(Array.from({ length: count }, () => newCustomer(database.db, { keys, micros: 10_000_000 })));

const OUTAGES = [
  ["takes requests and hangs", "hang"],
  ["does not respond at all", "refuse"],
] as const;

it.each(inTier({ fast: OUTAGES.slice(0, 1), full: [...OUTAGES] }))(
  `refuses nothing while libSQL %s for ${AWAY_MS / 1000} s, and stores it all afterwards`,
  async (_, fault) => {
    const customers = await customersWith(6, 10);
    let over = false;
    const traffic = paced(customers, () => over);
    await traffic.begun;
    const logged = delayLines();
    const began = Date.now();
    faultOf = () => fault;
    await sleep(AWAY_MS);
    const waiting = await Promise.all(customers.map((customer) => standingOf(meters.origin, customer)));
    faultOf = () => "none";
    await until(async () => {
      const left = await Promise.all(customers.map((customer) => standingOf(meters.origin, customer)));
      return left.every(({ unposted }, index) => unposted < (waiting[index]?.unposted ?? 0));
    });
    over = true;
    const { served, refused } = await traffic.ended;
    expect(refused).toEqual([]);
    expect(waiting.every(({ unposted }) => unposted > 1)).toBe(true);
    expect(delayLines()).toBeGreaterThan(0);
    expect(delayLines() - logged).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / MINUTE));
    await expectAllExact(served);
  },
);

it("admits again once libSQL is back, although all clients that waited for it disconnected", async () => {
  const [customer] = await customersWith(1, 1);
  if (customer === undefined) throw new Error("no customer");
  faultOf = () => "hang";
  const impatient = Array.from({ length: 5 }, (_, turn) =>
    ask(meters.origin, customer, { turn, settle: "before", patienceMs: 200 }),
  );
  expect(await Promise.all(impatient)).toEqual([null, null, null, null, null]);
  const patient = await ask(meters.origin, customer, { turn: 0, settle: "before" });
  expect(patient?.response).toMatchObject({ admitted: false, code: "unavailable" });
  faultOf = () => "none";
  const admitted = await until(async () => {
    const sent = await ask(meters.origin, customer, { turn: 0, settle: "before" });
    return sent?.response.admitted && sent;
  });
  await expectExact({ origin: meters.origin, db: database.db }, customer, [admitted?.requestId ?? ""]);
});

it("refuses nothing while sqld is killed with -9 again and again, and stores it all once", async () => {
  const customers = await customersWith(4, 10);
  let over = false;
  const traffic = paced(customers, () => over);
  await traffic.begun;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(300 + Math.random() * 500);
    await database.crashAndRestart();
  }
  over = true;
  const { served, refused } = await traffic.ended;
  expect(refused).toEqual([]);
  await expectAllExact(served);
});

it(`pays once although the responses to ${LOST} flushes get lost after they were made, with a kill of workerd in between`, async () => {
  const customers = await customersWith(4, 40);
  const seen = { flushes: 0, lost: 0 };
  let over = false;
  for (const customer of customers) await ask(meters.origin, customer, { turn: 0, settle: "never" });
  faultOf = (flush) => {
    if (!flush) return "none";
    seen.flushes += 1;
    if (seen.flushes % 7 === 0) return "refuse";
    if (seen.flushes % 4 === 0 || seen.lost >= LOST) return "none";
    seen.lost += 1;
    return "lose";
  };
  const traffic = paced(customers, () => over);
  for (let kills = 1; seen.lost < LOST; ) {
    await sleep(50);
    if (seen.lost < (kills * LOST) / 4) continue;
    kills += 1;
    await meters.kill();
    await meters.restart();
  }
  over = true;
  faultOf = () => "none";
  const { served } = await traffic.ended;
  for (const { customer, ids } of served) {
    const costs = await expectExact({ origin: meters.origin, db: database.db }, customer, ids);
    expect(ids.filter((requestId) => costs.get(requestId) !== COST)).toEqual([]);
  }
  await expectSoundBooks(database.db);
});
