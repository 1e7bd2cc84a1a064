import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { until } from "#tests/support/limits.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { ask, type Customer, expectExact, expectSoundBooks, newCustomer } from "./gateway/customers.ts";
import type { Manner } from "./gateway/ending-poster.ts";
import { type Fault, faultyWay } from "./gateway/faulty-way.ts";
import { type Meters, startMeters } from "./gateway/meter-runtime.ts";

const CUSTOMERS = 8;
const ENDS = inTier({ fast: 6, full: 60 });

let database: TestDatabase;
let way: Awaited<ReturnType<typeof faultyWay>>;
let meters: Meters;
let faultOf: (flush: boolean) => Fault;
let flushes = 0;
beforeEach(() => {
  faultOf = () => "none";
});
beforeAll(async () => {
  database = await startTestDatabase();
  way = await faultyWay(database.url, (flush) => {
    if (flush) flushes += 1;
    return faultOf(flush);
  });
  meters = await startMeters(way.url);
});
afterAll(async () => {
  await meters.stop();
  await way.stop();
  await database.stop();
});

const newCustomers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => newCustomer(database.db, { keys: 2, micros: 10_000_000 })));

/** @returns the ids of the requests that got a response. */
async function serve(customer: Customer, requests: number): Promise<string[]> {
  const ids: string[] = [];
  for (let turn = 0; turn < requests; turn += 1) {
    const sent = await ask(meters.origin, customer, { turn, settle: "before" });
    if (sent?.response.admitted) ids.push(sent.requestId);
  }
  return ids;
}

const expectAllExact = async (served: ReadonlyMap<Customer, string[]>) => {
  for (const [customer, ids] of served)
    await expectExact({ origin: meters.origin, db: database.db }, customer, ids);
  await expectSoundBooks(database.db);
};

const askPoster = (what: "end" | "behave" | "posts", body: { manner?: Manner } = {}) =>
  fetch(`${meters.origin}/poster/${what}`, { method: "POST", body: JSON.stringify(body) });

const pretend = (manner: Manner) => askPoster("behave", { manner });

/** Each of them has posted at least this often. */
async function havePosted(customers: readonly Customer[], times: number): Promise<boolean> {
  const posts = (await (await askPoster("posts")).json()) as [accountId: number, posts: number][];
  const byAccount = new Map(posts);
  return customers.every(({ accountId }) => (byAccount.get(accountId) ?? 0) >= times);
}

async function refresh({ route }: Customer): Promise<unknown> {
  const body = JSON.stringify({ route });
  return (await fetch(`${meters.origin}/refresh`, { method: "POST", body })).json();
}

it("posts nowhere else while its poster is silent, goes on without it, and counts what it stored in silence once", async () => {
  const customers = await newCustomers(CUSTOMERS);
  const before = flushes;
  await pretend("silent before");
  const served = await Promise.all(customers.map(async (one) => [one, await serve(one, 3)] as const));
  // An object that posts again has lost patience with its poster.
  await until(async () => flushes > before || (await havePosted(customers, 2)));
  expect(await Promise.all(customers.map(refresh))).toEqual(customers.map(() => true));
  expect(flushes).toBe(before);
  await pretend("silent after");
  await until(async () => flushes > before && (await havePosted(customers, 3)));
  await pretend("as deployed");
  expect(served.map(([, ids]) => ids.length)).toEqual(customers.map(() => 3));
  await expectAllExact(new Map(served));
});

it("loses and doubles nothing when posters end at any moment and responses are lost", async () => {
  const customers = await newCustomers(CUSTOMERS);
  const faults: Fault[] = ["none", "lose", "none", "refuse"];
  let turn = 0;
  faultOf = (flush) => {
    if (!flush) return "none";
    turn += 1;
    return faults[turn % faults.length] ?? "none";
  };
  const served = new Map<Customer, string[]>(customers.map((customer) => [customer, []]));
  let over = false;
  const traffic = Promise.all(
    customers.map(async (customer) => {
      while (!over) served.get(customer)?.push(...(await serve(customer, 1)));
    }),
  );
  for (let end = 0; end < ENDS; end += 1) {
    // At another step of a post each time.
    await sleep(37 * (end % 11));
    await askPoster("end");
  }
  over = true;
  await traffic;
  faultOf = () => "none";
  expect([...served.values()].every((ids) => ids.length > 0)).toBe(true);
  await expectAllExact(served);
});

it("counts a request once when an account has two posters at once by mistake", async () => {
  const customers = await newCustomers(CUSTOMERS);
  await pretend("doubled");
  let turn = 0;
  faultOf = (flush) => {
    turn += flush ? 1 : 0;
    return flush && turn % 3 === 0 ? "lose" : "none";
  };
  const served = await Promise.all(
    customers.map(async (one) => [one, await serve(one, inTier({ fast: 20, full: 200 }))] as const),
  );
  faultOf = () => "none";
  await expectAllExact(new Map(served));
  await pretend("as deployed");
});

it("stores everybody else's usage when one account's is rejected, tells the operator, and stores that once it can", async () => {
  const customers = await newCustomers(CUSTOMERS);
  const poisoned = customers[3] as Customer;
  await database.db.$client.execute(`CREATE TRIGGER poisoned BEFORE INSERT ON api_usage
    WHEN NEW.account_id = ${poisoned.accountId} BEGIN SELECT RAISE(ABORT, 'poisoned'); END`);
  const served = new Map<Customer, string[]>();
  await Promise.all(customers.map(async (one) => served.set(one, await serve(one, 3))));
  const rejected = async () => {
    const { rows } = await database.db.$client.execute("SELECT account_id FROM rejected_usage");
    return rows.map(({ account_id }) => Number(account_id));
  };
  for (const [customer, ids] of served)
    if (customer !== poisoned) await expectExact({ origin: meters.origin, db: database.db }, customer, ids);
  await until(async () => (await rejected()).includes(poisoned.accountId));
  await Promise.all(customers.map(async (one) => served.get(one)?.push(...(await serve(one, 1)))));
  expect(await rejected()).toEqual([poisoned.accountId]);
  await database.db.$client.execute("DROP TRIGGER poisoned");
  await expectAllExact(served);
  await until(async () => (await rejected()).length === 0);
  // An object that restarted after it was rejected posts in a group again.
  const [restarted] = customers as [Customer];
  const noted = "INSERT INTO rejected_usage (account_id, since) VALUES (?, 0)";
  await database.db.$client.execute({ sql: noted, args: [restarted.accountId] });
  await serve(restarted, 1);
  await until(async () => (await rejected()).length === 0);
});
