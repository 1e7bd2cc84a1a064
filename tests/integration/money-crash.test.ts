import { drizzle } from "drizzle-orm/libsql/web";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { openDatabase } from "#core/storage/database.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { PRODUCT } from "./money/acts.ts";
import { readLedger } from "./money/ledger-state.ts";
import { lossyProxy } from "./money/lossy-proxy.ts";
import { insist, isUnavailable } from "./money/outage.ts";
import { finish, play } from "./money/play.ts";
import { story } from "./money/story.ts";
import { newWorld, type World } from "./money/world.ts";

const KILLS = inTier({ fast: 2, full: 20 });
const LOST_RESPONSES = inTier({ fast: 10, full: 100 });

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

/** At least one random story, then another, each with its own customer and compared with the model at each step. */
async function tellStories(url: string, until: () => boolean): Promise<number> {
  const db = openDatabase({ url });
  for (let played = 0; ; played += 1) {
    const [next] = fc.sample(story, 1);
    if (!next || (played > 0 && until())) return played;
    // Reconciliation checks the orders of every customer, and several stories run at once.
    await play(db, { ...next, steps: next.steps.filter(({ act }) => act !== "reconcile") });
  }
}

type Act = "deliverLast" | "spend";

async function pay(world: World, pick: number): Promise<Act> {
  await insist(() => PRODUCT.open(world, world.ctx, pick));
  world.provider.checkouts.slice(-1).forEach(world.provider.pay);
  return "deliverLast";
}
const topUp = (world: World) => pay(world, 1);
const purchase = (world: World) => pay(world, 0);

async function refund(world: World): Promise<Act> {
  await topUp(world);
  await insist(() => PRODUCT.deliver(world, world.ctx, 0));
  for (const checkout of world.provider.checkouts) world.provider.refund(checkout, 0.5);
  return "deliverLast";
}

/** Each brings a customer to the point where the next step writes, and returns that step. */
const SCENES: ((world: World) => Promise<Act>)[] = [topUp, purchase, refund, async () => "spend"];

/** A transaction that holds the write lock for seconds after its last statement. */
const DAWDLE = `WITH RECURSIVE steps (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps WHERE n < 20000000)
  SELECT count(*) FROM steps`;

function dawdling(): World["ctx"]["db"] {
  const { $client } = openDatabase({ url: server.url });
  const batch: typeof $client.batch = (statements, mode) => $client.batch([...statements, DAWDLE], mode);
  const client = new Proxy($client, {
    get: (target, name) => {
      const value: unknown = name === "batch" ? batch : Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return drizzle(client);
}

/** Resolves once an open transaction keeps all other writers waiting, or once the server has ended it. */
async function someoneDawdles(dawdler: Promise<unknown>): Promise<void> {
  let ended = false;
  void dawdler.then(() => {
    ended = true;
  });
  const impatient = openDatabase({ url: server.url, timeoutMs: 400 });
  const touch = () => impatient.$client.batch(["UPDATE accounts SET email = email WHERE false"], "write");
  while (
    !ended &&
    (await touch().then(
      () => true,
      () => false,
    ))
  );
}

async function killInMidTransaction(scene: (world: World) => Promise<Act>): Promise<void> {
  const world = await insist(() => newWorld(server.db));
  const act = await scene(world);
  const before = await insist(() => readLedger(server.db, world.ctx.account.id));
  const cut = PRODUCT[act](world, { ...world.ctx, db: dawdling() }, 0).catch((error: unknown) => error);
  await someoneDawdles(cut);
  await server.crashAndRestart();
  expect(isUnavailable(await cut)).toBe(true);
  expect(await insist(() => readLedger(server.db, world.ctx.account.id))).toEqual(before);
  await insist(() => PRODUCT[act](world, world.ctx, 0));
  await finish(world);
}

test(`nothing is lost or doubled when the database is killed ${KILLS} times in the middle of a transaction`, async () => {
  let killed = 0;
  let over = false;
  const kills = async () => {
    for (; killed < KILLS; killed += 1) await killInMidTransaction(SCENES[killed % SCENES.length] ?? topUp);
  };
  const traffic = [1, 2].map(() => tellStories(server.url, () => over));
  const ended = kills().finally(() => {
    over = true;
  });
  const [played] = await Promise.all([Promise.all(traffic), ended]);
  expect(killed).toBe(KILLS);
  expect(played.every((stories) => stories > 0)).toBe(true);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

test(`nothing is lost or doubled when the response to ${LOST_RESPONSES} transactions is lost after they were committed`, async () => {
  let transactions = 0;
  let lost = 0;
  const proxy = await lossyProxy(server.url, () => {
    transactions += 1;
    const loses = transactions % 3 === 0;
    if (loses) lost += 1;
    return loses;
  });
  try {
    await tellStories(proxy.url, () => lost >= LOST_RESPONSES);
  } finally {
    await proxy.stop();
  }
  expect(lost).toBeGreaterThanOrEqual(LOST_RESPONSES);
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});
