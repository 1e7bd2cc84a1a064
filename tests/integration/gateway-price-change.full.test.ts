import { setTimeout as sleep } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePriceEntries } from "#core/contract/price-list.ts";
import { publishPrices } from "#core/services/prices/publish-prices.ts";
import { apiUsage } from "#core/storage/schema/usage.ts";
import { type AllWorkers, startAllWorkers } from "#tests/support/all-workers.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { chat, fundedUser, newKey } from "./gateway-http/whole-slice.ts";

/** The prices of `demo-small` in three lists: any mix of two of them gives another sum. */
const RATES = [
  { input: 1, output: 7, request: 101 },
  { input: 3, output: 11, request: 1_009 },
  { input: 5, output: 13, request: 2_003 },
] as const;
/** A list that isn't known in advance is in force everywhere after so long. */
const IN_FORCE_MS = 60_000;
/** Longer than an isolate keeps its prices before it reads them again, so that it knows the third list in advance. */
const SCHEDULED_AFTER_MS = 14_000;
const AFTERWARDS_MS = 2_000;
/** Longer than the account's object may keep usage before it posts it. */
const POSTED_MS = 30_000;
const WORKERS = 4;
/** A key may send 100 requests a minute. */
const KEYS = 24;

let workers: AllWorkers;
beforeAll(async () => {
  workers = await startAllWorkers();
});
afterAll(() => workers.stop());

async function publish(list: number, effectiveFrom: number): Promise<number> {
  const { input, output, request } = RATES[list] ?? RATES[0];
  const price = { input: input * 1e6, output: output * 1e6, request, context: 10_000, max_output: 1_000 };
  const models = parsePriceEntries(JSON.stringify([{ model: "demo-small", ...price }]));
  const ctx = testOperator(workers.database.db);
  const { id } = await publishPrices(ctx, { models, effectiveFrom, reason: "Another price" });
  if (id === null) throw new Error("The list was in force already.");
  return id;
}

/** Epoch ms; `stream` tells the two kinds of requests apart. */
type Sent = { stream: boolean; started: number; ended: number };

/** Whole responses and slow streams, until it is over. @returns each by its id. */
async function load(keys: readonly string[], isOver: () => boolean): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>();
  let turn = 0;
  const worker = async () => {
    while (!isOver()) {
      turn += 1;
      const stream = turn % 3 === 0;
      const started = Date.now();
      const content = stream ? "/trickle 40 Tell me more about keys and locks" : "Tell me more";
      const response = await chat(workers.origin, keys[turn % keys.length] ?? "", content, { stream });
      expect(response.status, await response.text()).toBe(200);
      sent.set(response.headers.get("x-request-id") ?? "", { stream, started, ended: Date.now() });
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return sent;
}

async function postedRows(ids: readonly string[]) {
  const { db } = workers.database;
  const read = () =>
    db
      .select()
      .from(apiUsage)
      .where(inArray(apiUsage.requestId, [...ids]));
  for (const until = Date.now() + POSTED_MS; Date.now() < until; await sleep(500)) {
    if ((await read()).length === ids.length) break;
  }
  return read();
}

test("new prices apply under load, from their time on, and to whole requests only", async () => {
  const first = await publish(0, Date.now());
  const user = await fundedUser(workers, "prices@example.com");
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i += 1) keys.push((await newKey(user)).key);

  const plan = { over: false };
  const loading = load(keys, () => plan.over);
  await sleep(1_000);
  const published = Date.now();
  const scheduled = published + SCHEDULED_AFTER_MS;
  const [second, third] = [await publish(1, published), await publish(2, scheduled)];
  await sleep(scheduled + AFTERWARDS_MS - Date.now());
  plan.over = true;
  const sent = await loading;

  const rows = await postedRows([...sent.keys()]);
  expect(rows.map(({ requestId }) => requestId).sort()).toEqual([...sent.keys()].sort());
  const rates = new Map([first, second, third].map((id, list) => [id, RATES[list] ?? RATES[0]]));
  const holds = new Set<string>();
  const lastOfFirst = Math.max(
    ...rows.filter((row) => row.priceListId === first).map((row) => sent.get(row.requestId)?.started ?? 0),
  );
  for (const { requestId, priceListId, costMicros, tokensIn, tokensOut, holdMicros } of rows) {
    const { stream, started, ended } = sent.get(requestId) ?? { stream: false, started: 0, ended: 0 };
    const price = rates.get(priceListId ?? 0) ?? { input: -1, output: -1, request: -1 };
    expect(costMicros).toBe(price.input * tokensIn + price.output * tokensOut + price.request);
    holds.add(`${stream} ${priceListId} ${holdMicros}`);
    if (ended < published) expect(priceListId).toBe(first);
    if (started > lastOfFirst && ended < scheduled) expect(priceListId).toBe(second);
    if (started >= scheduled) expect(priceListId).toBe(third);
  }
  expect(lastOfFirst - published).toBeLessThan(IN_FORCE_MS);
  // Each list was in force for requests of both kinds, and held by its own prices.
  expect(holds.size).toBe(6);
});
