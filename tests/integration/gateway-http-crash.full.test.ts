import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { costOf } from "#core/domain/gateway/price-list.ts";
import { priceListOf } from "#tests/support/prices.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Customer, expectExact, expectSoundBooks, newCustomer } from "./gateway/customers.ts";
import { type Meters, startMeters } from "./gateway/meter-runtime.ts";
import { CHAT_API, DONE, streamOf } from "./gateway-http/apis.ts";
import { CHAT, chat, MODEL } from "./gateway-http/edge.ts";
import { events, json, startScriptedUpstream } from "./gateway-http/scripted-upstream.ts";
import { newSecrets } from "./keys/key-shop.ts";

const KILLS = inTier({ fast: 5, full: 20 });
const WORKERS = 8;
const CHUNKS = streamOf(CHAT_API, 9, 4);
const WHOLE = json(CHAT_API.whole(9, 4));
const priceOfDemo = priceListOf().models.get(MODEL.model);

const keySecrets = newSecrets();
let database: TestDatabase;
let upstream: Awaited<ReturnType<typeof startScriptedUpstream>>;
let gateway: Meters;
beforeAll(async () => {
  database = await startTestDatabase();
  upstream = await startScriptedUpstream();
  const bindings = {
    PEPPER: JSON.stringify([...keySecrets.pepper]),
    UPSTREAM_URL: upstream.url,
  };
  gateway = await startMeters(database.url, { file: "gateway-driver", bindings });
  upstream.respondWith((response, received) => {
    const { stream } = JSON.parse(String(received.body));
    (stream === true ? events(CHUNKS) : WHOLE)(response, received);
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await database.stop();
});

/** @returns the request's id if a client would take the response for complete; null when it was cut. */
async function askOnce(key: string, stream: boolean): Promise<string | null> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(gateway.origin + CHAT, { ...chat({ stream }), headers });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const id = response.headers.get("x-request-id");
  return stream ? ((await sawEnd(response)) ? id : null) : await response.json().then(() => id);
}

/** As clients do, which stop reading there: nothing after it can be waited for. */
async function sawEnd(response: Response): Promise<boolean> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    text += read.value;
    if (text.includes(DONE.trim())) return true;
  }
  return false;
}

async function load(customer: Customer, isOver: () => boolean): Promise<string[]> {
  const completed: string[] = [];
  let turn = 0;
  const worker = async () => {
    while (!isOver()) {
      turn += 1;
      const key = customer.keys[turn % customer.keys.length] ?? "";
      const id = await askOnce(key, turn % 2 === 0).catch(() => null);
      if (id === null) await sleep(20);
      else completed.push(id);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return completed;
}

/** The price of a response by the list of the gateway. */
function trueCost(): number {
  if (priceOfDemo === undefined) throw new Error(`${MODEL.model} has no price.`);
  const lines = [
    { dimension: "input", quantity: 9 },
    { dimension: "output", quantity: 4 },
  ];
  return costOf(priceOfDemo, { tier: "default", lines });
}

it(`each complete response, whole or as a stream, is charged its true cost after ${KILLS} kills of workerd`, async () => {
  const customer = await newCustomer(database.db, { keys: 200, micros: 10_000_000, keySecrets });
  let over = false;
  const loading = load(customer, () => over);
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(150 + Math.random() * 350);
      await gateway.kill();
      await gateway.restart();
    }
    await sleep(300);
  } finally {
    over = true;
  }
  const completed = await loading;
  expect(completed.length).toBeGreaterThan(KILLS);
  const costs = await expectExact({ origin: gateway.origin, db: database.db }, customer, completed);
  expect(completed.filter((id) => costs.get(id) !== trueCost())).toEqual([]);
  expect([...costs.values()].every((cost) => cost === trueCost() || cost === 0)).toBe(true);
  await expectSoundBooks(database.db);
});
