import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { limitMs } from "#scripts/testing/slowness.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { inputTokensOf, outputTokensOf } from "#tests/support/tokens.ts";
import { PRICES, RESPONSE } from "./attacks/targets.ts";
import { APIS, type Api, CHAT_API, MESSAGES_API } from "./gateway-http/apis.ts";
import { type Customer, type Edge, startEdge } from "./gateway-http/edge.ts";
import { events, json, type Script } from "./gateway-http/scripted-upstream.ts";

const EXCHANGE_MS = limitMs(2_500);
/** Several times what the longest response takes that a client leaves. */
const ABANDONED_MS = limitMs(900);
const TIMES = {
  exchangeMs: EXCHANGE_MS,
  abandonedMs: ABANDONED_MS,
  idleMs: limitMs(700),
  firstByteMs: limitMs(1_800),
  progressMs: 100,
};
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES, ...TIMES });
});
afterAll(() => edge.stop());

/** A request that is served by this script alone, so that several can be served at the same time. */
function prepare({ body }: Api, script: Script, changes: object = {}) {
  const marker = crypto.randomUUID();
  edge.upstream.respondTo(marker, script);
  return {
    customer: edge.newKey(),
    text: JSON.stringify({ ...body, model: "demo-timeless", ...changes }).replace("Hello", marker),
    /** Tokens that what the provider received is estimated at. */
    input: () => inputTokensOf(edge.upstream.received.find((each) => each.body.includes(marker))?.body),
  };
}
type Prepared = ReturnType<typeof prepare>;

const wholeOf = (api: Api, { customer, text }: Prepared) =>
  customer.send(api.path, { method: "POST", body: text });

/** A client that can disconnect at any moment. */
function connect({ path }: Api, { customer, text }: Prepared) {
  const headers = { authorization: `Bearer ${customer.key}`, "content-type": "application/json" };
  const sent = request(`${edge.origin}${path}`, { method: "POST", headers, agent: false });
  sent.on("error", () => {});
  onTestFinished(() => void sent.destroy());
  const response = once(sent, "response").then(([first]: IncomingMessage[]) => {
    if (first === undefined) throw new Error("There is no response.");
    return first.on("error", () => {});
  });
  // It may never begin.
  response.catch(() => {});
  sent.end(text);
  return {
    response,
    /** The local runtime notices a reset at once, and has noticed it when it has responded to later requests. */
    async leave() {
      const closed = new Promise((done) => void sent.once("close", done));
      sent.socket?.resetAndDestroy();
      await closed;
      await customer.metered();
      await customer.metered();
    },
  };
}

/** Micro-dollars of the input, where only Anthropic's API has counted it. */
const inputOf = (api: Api, input: number) => 2 * (api === MESSAGES_API ? 9 : input);

async function chargeOf(customer: Customer) {
  const [settlement] = await customer.settled();
  const { admissions } = await customer.metered();
  const { costMicros = -1, responseTimeMs = 0, ...rest } = settlement ?? {};
  expect(costMicros).toBeLessThanOrEqual(admissions[0]?.holdMicros ?? -1);
  return { cost: costMicros, responseTimeMs, ...rest };
}

/** Chunks of four letters, without end. */
const endless = ({ opening, begin, chunk }: Api) =>
  events([...opening, ...begin, ...Array.from({ length: 2_000 }, () => chunk("abcd"))], { pauseMs: 20 });
const WHOLE = { stream: undefined, stream_options: undefined };
const count = (text: string) => text.split("abcd").length - 1;
/** At the same time in all APIs, since each takes a second. */
async function each(attack: (api: Api) => Promise<unknown>): Promise<void> {
  await Promise.all(APIS.map(attack));
}

describe("G1: a stream", () => {
  test("at the deadline costs all that was received, which was on record before", () =>
    each(async (api) => {
      const attack = prepare(api, endless(api));
      const text = await (await wholeOf(api, attack)).text();
      expect(text).toContain("upstream_timeout");
      expect(count(text)).toBeGreaterThan(10);
      const tokensOut = Math.min(outputTokensOf("abcd".repeat(count(text))), api === MESSAGES_API ? 50 : 100);
      const cost = inputOf(api, attack.input()) + 8 * tokensOut;
      const ended = { cost, statusCode: 504, outcome: 5, estimated: true, tokensOut };
      expect(await chargeOf(attack.customer)).toMatchObject(ended);
      const { reports } = await attack.customer.metered();
      const costs = reports.map(({ costMicros }) => costMicros);
      expect(costs.length).toBeGreaterThan(3);
      expect(costs).toEqual(costs.toSorted((a, b) => a - b));
      expect(costs.at(-1)).toBeGreaterThan(inputOf(api, attack.input()));
      expect(costs.at(-1)).toBeLessThanOrEqual(cost);
    }));

  test("whose provider stops writing costs all that was received", () =>
    each(async (api) => {
      const { opening, begin, chunk } = api;
      for (const end of ["hang", "cut", "close"] as const) {
        const attack = prepare(api, events([...opening, ...begin, chunk("abcd"), chunk("abcd")], { end }));
        expect(await (await wholeOf(api, attack)).text()).toContain("upstream_error");
        const cost = inputOf(api, attack.input()) + 8 * outputTokensOf("abcdabcd");
        expect(await chargeOf(attack.customer)).toMatchObject({ cost, statusCode: 502, outcome: 4 });
      }
    }));

  test("whose provider stops before any content is free", () =>
    each(async (api) => {
      for (const end of ["hang", "cut", "close"] as const) {
        const attack = prepare(api, events(api.opening, { end }));
        expect(await (await wholeOf(api, attack)).text()).toContain("upstream_error");
        expect(await chargeOf(attack.customer)).toMatchObject({ cost: 0, statusCode: 502, outcome: 2 });
      }
    }));

  test.each([
    ["steadily", 100_000, [5]],
    ["slowly", 2_000, [3, 5]],
    ["never", 0, [3, 5]],
  ])("that is read %s is cut, and costs the most that the request may cost", async (_, size, outcomes) => {
    const chunks = CHAT_API.chunk("x".repeat(8_000)).repeat(100);
    const flood: Script = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      // In several writes: on a busy machine, the start of a single one would arrive too late.
      const timer = setInterval(() => response.writableNeedDrain || response.write(chunks), 10);
      response.on("close", () => clearInterval(timer));
    };
    const attack = prepare(CHAT_API, flood);
    const response = await connect(CHAT_API, attack).response;
    response.pause();
    const drip = setInterval(() => size > 0 && response.read(size), 20);
    const { cost, outcome, responseTimeMs } = await chargeOf(attack.customer);
    clearInterval(drip);
    expect(responseTimeMs).toBeLessThan(EXCHANGE_MS + PATIENCE_MS);
    expect(cost).toBe(2 * attack.input() + 8 * 100);
    expect(outcomes).toContain(outcome);
  });
});

describe("G1, G14: who disconnects", () => {
  test("shortly before the end of a stream pays all of it", () =>
    each(async (api) => {
      const { opening, begin, chunk, closing } = api;
      const chunks = Array.from({ length: 12 }, () => chunk("abcd"));
      const list = [...opening, ...begin, ...chunks, ...closing(20, 15)];
      const attack = prepare(api, events(list, { pauseMs: 15 }));
      const client = connect(api, attack);
      await once(await client.response, "data");
      await client.leave();
      const whole = { cost: 2 * 20 + 8 * 15, estimated: false, outcome: 3, statusCode: 499 };
      expect(await chargeOf(attack.customer)).toMatchObject(whole);
    }));

  test("early in a stream pays for all that was written until nobody read any more", () =>
    each(async (api) => {
      const attack = prepare(api, endless(api));
      const client = connect(api, attack);
      await once(await client.response, "data");
      await client.leave();
      const { cost, ...charge } = await chargeOf(attack.customer);
      const output = (cost - inputOf(api, attack.input())) / 8;
      expect(output).toBeGreaterThan(5);
      expect(charge).toMatchObject({ statusCode: 499, outcome: 3, estimated: true, tokensOut: output });
      expect(charge.responseTimeMs).toBeGreaterThanOrEqual(ABANDONED_MS);
    }));

  test("before the head of a response pays all of it", () =>
    each(async (api) => {
      const { opening, begin, chunk, closing } = api;
      const stream = events([...opening, ...begin, chunk("abcd"), ...closing(7, 3)]);
      for (const [script, changes] of [
        [stream, {}],
        [json(RESPONSE), WHOLE],
      ] as const) {
        const arrived = Promise.withResolvers<void>();
        const left = Promise.withResolvers<void>();
        const late: Script = (response, received) => {
          arrived.resolve();
          void left.promise.then(() => script(response, received));
        };
        const attack = prepare(api, late, changes);
        const client = connect(api, attack);
        await arrived.promise;
        await client.leave();
        left.resolve();
        const whole = { cost: 2 * 7 + 8 * 3, estimated: false, outcome: 3 };
        expect(await chargeOf(attack.customer)).toMatchObject(whole);
      }
    }));

  test("from a provider that never responds pays for the input", () =>
    each(async (api) => {
      for (const changes of [{}, WHOLE]) {
        const arrived = Promise.withResolvers<void>();
        const attack = prepare(api, () => arrived.resolve(), changes);
        const client = connect(api, attack);
        await arrived.promise;
        await client.leave();
        const input = {
          cost: 2 * attack.input(),
          estimated: true,
          outcome: 3,
          statusCode: 499,
        };
        expect(await chargeOf(attack.customer)).toMatchObject(input);
      }
    }));

  test.each([
    ["a request without a stream", { model: "demo-hidden", ...WHOLE }, 1],
    ["a model that reasons", { model: "demo-thinker" }, 1],
    ["two choices of a model that reasons", { model: "demo-thinker", n: 2 }, 2],
  ])("from %s pays for the time that it has taken", async (_, changes, choices) => {
    const arrived = Promise.withResolvers<void>();
    const attack = prepare(CHAT_API, () => arrived.resolve(), changes);
    const client = connect(CHAT_API, attack);
    await arrived.promise;
    await client.leave();
    const { cost, responseTimeMs, tokensOut } = await chargeOf(attack.customer);
    const output = (cost - 2 * attack.input()) / 8;
    expect(tokensOut).toBe(output);
    // Ten tokens per second and choice, until the gateway stops waiting.
    expect(output).toBeGreaterThanOrEqual((choices * ABANDONED_MS) / 100);
    expect(output).toBeLessThanOrEqual(Math.ceil((choices * responseTimeMs) / 100) + 1);
  });
});

describe("G10: a whole response that doesn't arrive", () => {
  const trickle: Script = (response) => {
    response.writeHead(200, { "content-type": "application/json" }).write("{");
    const timer = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(timer));
  };
  const stop: Script = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"choices":[', () => response.destroy());
  };
  const TIMED_OUT = { outcome: 5, statusCode: 504, estimated: true };

  test.each<[string, Script, object]>([
    ["is charged for its input where the provider does not respond in time", () => {}, TIMED_OUT],
    ["is charged for its input where the provider does not finish its JSON in time", trickle, TIMED_OUT],
    ["is free where the provider disconnects", stop, { cost: 0, outcome: 2, statusCode: 502 }],
  ])("%s", (_, script, expected) =>
    each(async (api) => {
      const attack = prepare(api, script, WHOLE);
      const response = await wholeOf(api, attack);
      const charge = await chargeOf(attack.customer);
      const paid = expected === TIMED_OUT ? { cost: 2 * attack.input() } : {};
      expect(charge).toMatchObject({ ...expected, ...paid });
      expect([response.status, (await response.text()).includes("upstream_")]).toEqual([
        charge.statusCode,
        true,
      ]);
    }),
  );
});
