import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateApiKey, parseApiKey } from "#core/domain/api-key.ts";
import { until } from "#tests/support/limits.ts";
import { ADDRESS_MAX, type RealGateway, startRealGateway, waitingProvider } from "./attacks/real-gateway.ts";
import { CHAT, COUNT_TOKENS, EMBEDDINGS, post, RESPONSE, TARGETS } from "./attacks/targets.ts";
import { type Customer, drained, expectExact } from "./gateway/customers.ts";
import { CHAT_API } from "./gateway-http/apis.ts";
import { events, json } from "./gateway-http/scripted-upstream.ts";

let gateway: RealGateway;
beforeAll(async () => {
  gateway = await startRealGateway();
});
afterAll(() => gateway.stop());

const RATE = 100;
const IN_FLIGHT = 500;

async function tally(responses: readonly Response[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const text = await response.text();
    const name = response.ok ? "ok" : `${response.status} ${JSON.parse(text).error.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Its object has read the account for its last key: of hundreds that wait for that, a slow machine refuses some. */
async function knownCustomer({ keys = 1, micros = 1_000_000 } = {}) {
  const customer = await gateway.newCustomer({ keys: keys + 1, micros });
  const opening = await gateway.send("/v1/nosuch", customer.keys.at(-1) ?? "");
  expect(await tally([opening])).toEqual({ "404 unknown_endpoint": 1 });
  return customer;
}

const keyOf = ({ keys }: Customer) => keys[0] ?? "";
const many = <Each>(count: number, each: (index: number) => Promise<Each>) =>
  Promise.all(Array.from({ length: count }, (_, index) => each(index)));

describe("G16: the rate of a key", () => {
  test("is exactly 100, of all that it sends at once, whatever becomes of it", async () => {
    const customer = await knownCustomer();
    gateway.upstream.respondWith(json(RESPONSE));
    const key = keyOf(customer);
    const kinds = [
      () => gateway.send(CHAT.path, key, post(CHAT.body)),
      () => gateway.send(CHAT.path, key, post("{")),
      () => gateway.send(CHAT.path, key, post({ ...CHAT.body, model: "no-such-model" })),
      () => gateway.send("/v1/nosuch", key),
      () => gateway.send("/v1/models", key),
      () => gateway.send(COUNT_TOKENS.path, key, post(COUNT_TOKENS.body)),
    ];
    const responses = await many(150, async (i) => (kinds[i % kinds.length] ?? fetch)(""));
    const counts = await tally(responses);
    expect(counts["429 rate_limit_exceeded"]).toBe(150 - RATE);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(150);
    const remaining = responses.map(({ headers }) => Number(headers.get("x-ratelimit-remaining-requests")));
    expect(remaining.filter((left) => left === 0).length).toBeGreaterThanOrEqual(150 - RATE);
    expect(new Set(remaining.filter((left) => left > 0)).size).toBe(RATE - 1);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(50);
    await expectExact(gateway, customer, []);
  });

  test("is its own: another key of the account has all of it", async () => {
    const customer = await knownCustomer({ keys: 2 });
    gateway.upstream.respondWith(json(RESPONSE));
    const [first = "", second = ""] = customer.keys;
    const both = await Promise.all([
      many(110, () => gateway.send("/v1/nosuch", first)),
      many(110, () => gateway.send("/v1/nosuch", second)),
    ]);
    for (const responses of both)
      expect(await tally(responses)).toEqual({ "404 unknown_endpoint": RATE, "429 rate_limit_exceeded": 10 });
  });

  test("does not let a refused request reach the provider", async () => {
    const customer = await knownCustomer();
    await many(RATE, () => gateway.send("/v1/nosuch", keyOf(customer)));
    gateway.upstream.respondWith(json(RESPONSE));
    for (const { path, body } of TARGETS) {
      const response = await gateway.send(path, keyOf(customer), post(body));
      expect(await tally([response])).toEqual({ "429 rate_limit_exceeded": 1 });
    }
    expect(gateway.upstream.received).toEqual([]);
  });
});

test("G16: exactly 500 requests of an account are in flight at once, and each end makes room for one", async () => {
  const customer = await knownCustomer({ keys: 6, micros: 10_000_000 });
  const provider = waitingProvider();
  gateway.upstream.respondWith(provider.script);
  const done: Response[] = [];
  const sendNext = async (turn: number) => {
    const key = customer.keys[turn % customer.keys.length] ?? "";
    const response = await gateway.send(CHAT.path, key, post(CHAT.body));
    done.push(response);
    return response;
  };
  const first = many(520, sendNext);
  await until(() => provider.count + done.length === 520);
  expect([provider.count, done.length]).toEqual([IN_FLIGHT, 20]);
  provider.release(3);
  await until(() => done.length === 23);
  const second = many(8, sendNext);
  await until(() => provider.count + done.length === 520 + 8);
  expect(provider.count).toBe(IN_FLIGHT);
  provider.release();
  const counts = await tally([...(await first), ...(await second)]);
  expect(counts).toEqual({ ok: 503, "429 concurrency_limit_exceeded": 25 });
  const costs = await expectExact(gateway, customer, []);
  expect([...costs.values()].every((cost) => cost === CHAT.cost)).toBe(true);
});

describe("G11: an address that guesses keys", () => {
  const guess = () => generateApiKey(parseApiKey(generateApiKey("7".repeat(11)))?.route ?? "");

  test("is refused after some, while others and known keys go on", async () => {
    const customer = await gateway.newCustomer();
    gateway.upstream.respondWith(json(RESPONSE));
    const from = (address: string) => ({ "cf-connecting-ip": address });
    expect((await gateway.send(CHAT.path, keyOf(customer), post(CHAT.body, from("192.0.2.1")))).status).toBe(
      200,
    );
    const guesses = await many(ADDRESS_MAX + 20, () =>
      gateway.send(CHAT.path, guess(), post("x".repeat(100_000), from("192.0.2.1"))),
    );
    expect(await tally(guesses)).toEqual({
      "401 invalid_api_key": ADDRESS_MAX - 1,
      "429 rate_limit_exceeded": 21,
    });
    const known = await gateway.send(CHAT.path, keyOf(customer), post(CHAT.body, from("192.0.2.1")));
    const elsewhere = await gateway.send(CHAT.path, guess(), post(CHAT.body, from("192.0.2.2")));
    expect([known.status, elsewhere.status]).toEqual([200, 401]);
  });

  test("cannot hide in its subscriber's network, or behind headers", async () => {
    const responses = await many(ADDRESS_MAX + 5, (i) =>
      gateway.send("/v1/models", guess(), {
        headers: {
          "cf-connecting-ip": `2001:db8:7:7::${i.toString(16)}`,
          "x-forwarded-for": `198.51.100.${i}`,
          "x-real-ip": `198.51.100.${i}`,
        },
      }),
    );
    expect(await tally(responses)).toEqual({
      "401 invalid_api_key": ADDRESS_MAX,
      "429 rate_limit_exceeded": 5,
    });
    const mapped = await many(ADDRESS_MAX + 5, (i) =>
      gateway.send("/v1/key", guess(), {
        headers: { "cf-connecting-ip": i % 2 === 0 ? "::ffff:192.0.2.9" : "192.0.2.9" },
      }),
    );
    expect(await tally(mapped)).toEqual({ "401 invalid_api_key": ADDRESS_MAX, "429 rate_limit_exceeded": 5 });
  });

  test("counts what revokes keys too, known or not", async () => {
    const customer = await gateway.newCustomer();
    const headers = { "cf-connecting-ip": "192.0.2.20" };
    const guesses = await many(ADDRESS_MAX, () =>
      gateway.send("/v1/keys/self/revoke", guess(), { method: "POST", headers }),
    );
    expect(await tally(guesses)).toEqual({ "401 invalid_api_key": ADDRESS_MAX });
    const own = await gateway.send("/v1/keys/self/revoke", keyOf(customer), { method: "POST", headers });
    expect(await tally([own])).toEqual({ "429 rate_limit_exceeded": 1 });
    gateway.upstream.respondWith(json(RESPONSE));
    expect((await gateway.send(CHAT.path, keyOf(customer), post(CHAT.body))).status).toBe(200);
  });
});

describe("G16: a key that is revoked by itself", () => {
  test("admits nothing from then on, and what is in progress is charged", async () => {
    const customer = await gateway.newCustomer();
    const provider = waitingProvider();
    gateway.upstream.respondWith(provider.script);
    const open = many(5, () => gateway.send(CHAT.path, keyOf(customer), post(CHAT.body)));
    await until(() => provider.count === 5);
    const revoked = await gateway.send("/v1/keys/self/revoke", keyOf(customer), {
      method: "POST",
      body: "{",
    });
    expect(revoked.status).toBe(200);
    const later = await many(10, () => gateway.send(CHAT.path, keyOf(customer), post(CHAT.body)));
    expect(await tally(later)).toEqual({ "401 invalid_api_key": 10 });
    expect(provider.count).toBe(5);
    provider.release();
    expect(await tally(await open)).toEqual({ ok: 5 });
    await drained(gateway.origin, customer);
    const costs = await expectExact(gateway, customer, []);
    expect([...costs.values()]).toEqual([43, 43, 43, 43, 43]);
  });

  test("cannot be another one than it is, and shows nothing secret", async () => {
    const [mine, theirs] = [await gateway.newCustomer(), await gateway.newCustomer()];
    const headers = { "x-api-key": keyOf(theirs) };
    const mixed = await gateway.send("/v1/keys/self/revoke", keyOf(mine), { method: "POST", headers });
    expect(await tally([mixed])).toEqual({ "401 invalid_api_key": 1 });
    const view = await gateway.send("/v1/key", keyOf(mine));
    const text = await view.text();
    expect(view.status).toBe(200);
    expect(text).not.toContain(keyOf(mine));
    expect(JSON.parse(text)).toMatchObject({ object: "key", balance: 1 });
    const other = await gateway.send("/v1/key", keyOf(mine), { headers });
    expect(other.status).toBe(401);
  });
});

describe("G16: two accounts at once", () => {
  test("pay for their own requests only, to the micro-dollar", async () => {
    const customers = await many(4, () => knownCustomer({ micros: 100_000 }));
    gateway.upstream.respondWith((response, received) => {
      const streams = String(received.body).includes('"stream":true');
      const list = [CHAT_API.chunk("Hi"), ...CHAT_API.closing(7, 3)];
      return (streams ? events(list) : json(RESPONSE))(response, received);
    });
    const bodies = [CHAT.body, { ...CHAT.body, stream: true }];
    const responses = await many(120, (i) => {
      const customer = customers[i % 4];
      if (customer === undefined) throw new Error("There is no such customer.");
      const target = i % 3 === 0 ? EMBEDDINGS : CHAT;
      const body = target === CHAT ? bodies[i % 2] : target.body;
      return gateway.send(target.path, keyOf(customer), post(body));
    });
    expect(await tally(responses)).toEqual({ ok: 120 });
    for (const customer of customers) {
      const costs = [...(await expectExact(gateway, customer, [])).values()].toSorted((a, b) => a - b);
      expect(costs).toEqual([
        ...Array.from({ length: 10 }, () => 19),
        ...Array.from({ length: 20 }, () => 43),
      ]);
    }
  });
});
