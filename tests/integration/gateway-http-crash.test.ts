import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Customer, expectExact, expectSoundBooks, newCustomer } from "./gateway/customers.ts";
import { type Meters, startMeters } from "./gateway/meter-runtime.ts";
import { CHAT, chat, costOf, MODEL } from "./gateway-http/edge.ts";
import { events, startScriptedUpstream } from "./gateway-http/scripted-upstream.ts";
import { newSecrets } from "./keys/key-shop.ts";

const KILLS = inTier({ fast: 5, full: 20 });
const WORKERS = 8;
const USAGE = { prompt_tokens: 9, completion_tokens: 4 };
const TRUE_COST = costOf(9, 4);
const DONE = "data: [DONE]\n\n";
const STREAM = [
  'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n',
  'data: {"choices":[{"delta":{"content":"lo"}}]}\n\n',
  `data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\n`,
  DONE,
];

const keySecrets = newSecrets();
let database: TestDatabase;
let upstream: Awaited<ReturnType<typeof startScriptedUpstream>>;
let gateway: Meters;
beforeAll(async () => {
  database = await startTestDatabase();
  upstream = await startScriptedUpstream();
  const bindings = {
    PEPPER: JSON.stringify([...keySecrets.pepper]),
    MODEL_PRICES: JSON.stringify([MODEL]),
    UPSTREAM_URL: upstream.url,
  };
  gateway = await startMeters(database.url, { file: "gateway-driver", bindings });
  upstream.answerWith((answer, sent) => {
    if (JSON.parse(String(sent.body)).stream) return events(STREAM)(answer, sent);
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ usage: USAGE }));
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await database.stop();
});

/** @returns the request's id if a client would take the answer for whole; null when it was cut. */
async function askOnce(key: string, stream: boolean): Promise<string | null> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(gateway.origin + CHAT, { ...chat({ stream }), headers });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  const id = answer.headers.get("x-request-id");
  return stream ? ((await sawEnd(answer)) ? id : null) : await answer.json().then(() => id);
}

/** As clients do, which stop reading there: what comes later can not be waited for. */
async function sawEnd(answer: Response): Promise<boolean> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    text += read.value;
    if (text.includes(DONE.trim())) return true;
  }
  return false;
}

async function load(customer: Customer, isOver: () => boolean): Promise<string[]> {
  const answered: string[] = [];
  let turn = 0;
  const worker = async () => {
    while (!isOver()) {
      turn += 1;
      const key = customer.keys[turn % customer.keys.length] ?? "";
      const id = await askOnce(key, turn % 2 === 0).catch(() => null);
      if (id === null) await sleep(20);
      else answered.push(id);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return answered;
}

it(`whatever was answered, whole or as a stream, is in the books at its true cost after ${KILLS} kills of workerd`, async () => {
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
  const answered = await loading;
  expect(answered.length).toBeGreaterThan(KILLS);
  const costs = await expectExact({ origin: gateway.origin, db: database.db }, customer, answered);
  expect(answered.filter((id) => costs.get(id) !== TRUE_COST)).toEqual([]);
  expect([...costs.values()].every((cost) => cost === TRUE_COST || cost === 0)).toBe(true);
  await expectSoundBooks(database.db);
}, 300_000);
