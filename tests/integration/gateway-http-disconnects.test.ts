import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { limitMs } from "#scripts/testing/slowness.ts";
import { until } from "#tests/support/limits.ts";
import { inputTokensOf, outputTokensOf } from "#tests/support/tokens.ts";
import { APIS, type Api, CHAT_API, DONE, MESSAGES_API } from "./gateway-http/apis.ts";
import { CHAT, type Customer, chat, costOf, type Edge, MODEL, startEdge } from "./gateway-http/edge.ts";
import { json, liveResponse } from "./gateway-http/scripted-upstream.ts";

const ABANDONED_MS = 300;
const IDLE_MS = limitMs(3_000);
const REASONING = { ...MODEL, model: "demo-reasoning", reasoning: true, hiddenTokensPerSecond: 1_000 };
/** It reads on for as long as a test takes. */
let patient: Edge;
/** It reads on for a moment only. */
let hasty: Edge;
/** It does not wait for slow readers. */
let strict: Edge;
beforeAll(async () => {
  [patient, hasty, strict] = await Promise.all([
    startEdge(),
    startEdge({ abandonedMs: ABANDONED_MS, prices: [MODEL, REASONING] }),
    startEdge({ idleMs: IDLE_MS }),
  ]);
});
afterAll(() => Promise.all([patient.stop(), hasty.stop(), strict.stop()]));

const LEFT = { statusCode: 499, outcome: 3 };

/** A client that can disconnect at any moment. */
function connect({ origin }: Edge, customer: Customer, { path = CHAT, body = chat().body } = {}) {
  const headers = { authorization: `Bearer ${customer.key}`, "content-type": "application/json" };
  const sent = request(`${origin}${path}`, { method: "POST", headers, agent: false });
  sent.on("error", () => {});
  onTestFinished(() => void sent.destroy());
  const response = once(sent, "response").then(([first]: IncomingMessage[]) => {
    if (first === undefined) throw new Error("There is no response.");
    return first.on("error", () => {});
  });
  // It may never begin.
  response.catch(() => {});
  sent.end(body);
  return {
    response,
    /** As when a process ends: the gateway notices once it writes something. */
    close: () => void sent.destroy(),
    /** As when a network fails: the gateway has then noticed, because it has responded to later requests. */
    async disconnect() {
      const closed = new Promise((resolve) => void sent.once("close", resolve));
      sent.socket?.resetAndDestroy();
      await closed;
      await customer.metered();
      await customer.metered();
    },
  };
}

const streamed = ({ path, body }: Api) => ({ path, body: JSON.stringify(body) });
const beginningOf = ({ opening, begin, chunk }: Api) => [...opening, ...begin, chunk("Hello")].join("");

describe("a client that disconnects", () => {
  test.each(APIS)("from a stream of $name is charged by the usage that comes later", async (api) => {
    const customer = patient.newKey();
    const provider = liveResponse();
    patient.upstream.respondWith(provider.script);
    const client = connect(patient, customer, streamed(api));
    const writer = await provider.started;
    writer.write(beginningOf(api));
    await once(await client.response, "data");
    await client.disconnect();
    writer.end([api.chunk("more"), ...api.closing(9, 30)].join(""));
    expect(await customer.settled()).toMatchObject([
      { ...LEFT, costMicros: costOf(9, 30), tokensIn: 9, tokensOut: 30, estimated: false },
    ]);
  });

  test.each(APIS)(
    "from a stream of $name without a later usage is charged for what was written",
    async (api) => {
      const customer = hasty.newKey();
      const provider = liveResponse();
      hasty.upstream.respondWith(provider.script);
      const client = connect(hasty, customer, streamed(api));
      const writer = await provider.started;
      const closed = once(writer, "close");
      writer.write(beginningOf(api));
      await once(await client.response, "data");
      await client.disconnect();
      const [settlement] = await customer.settled();
      const tokensIn = api === MESSAGES_API ? 9 : inputTokensOf(hasty.upstream.received[0]?.body);
      const tokensOut = outputTokensOf("Hello");
      expect(settlement).toMatchObject({ ...LEFT, estimated: true, tokensIn, tokensOut });
      expect(settlement?.costMicros).toBe(costOf(tokensIn, tokensOut));
      expect(settlement?.responseTimeMs).toBeGreaterThanOrEqual(ABANDONED_MS);
      await closed;
    },
  );

  test("and a provider that goes on and on are read for the given time only", async () => {
    const customer = hasty.newKey();
    const provider = liveResponse();
    hasty.upstream.respondWith(provider.script);
    const client = connect(hasty, customer, streamed(CHAT_API));
    const writer = await provider.started;
    const timer = setInterval(() => writer.write(CHAT_API.chunk("four")), 10);
    onTestFinished(() => clearInterval(timer));
    const closed = once(writer, "close");
    await once(await client.response, "data");
    client.close();
    await closed;
    const [settlement] = await customer.settled();
    const { tokensIn = 0, tokensOut = 0 } = settlement ?? {};
    expect(settlement).toMatchObject({ ...LEFT, estimated: true, costMicros: costOf(tokensIn, tokensOut) });
    expect(tokensOut).toBeGreaterThan(outputTokensOf("four"));
  });

  test("before a stream has begun is charged by its usage too", async () => {
    const customer = patient.newKey();
    const provider = Promise.withResolvers<() => void>();
    patient.upstream.respondWith((response, received) =>
      provider.resolve(() => json(CHAT_API.whole(3, 4))(response, received)),
    );
    const client = connect(patient, customer);
    const respond = await provider.promise;
    await client.disconnect();
    respond();
    expect(await customer.settled()).toMatchObject([
      { ...LEFT, costMicros: costOf(3, 4), estimated: false, firstByteMs: expect.any(Number) },
    ]);
  });

  test("in the middle of a JSON response is charged by its usage too", async () => {
    const customer = patient.newKey();
    const provider = liveResponse({ "content-type": "application/json" });
    patient.upstream.respondWith(provider.script);
    const client = connect(patient, customer);
    const writer = await provider.started;
    const body = JSON.stringify(CHAT_API.whole(3, 4));
    writer.write(body.slice(0, 20));
    await client.disconnect();
    writer.end(body.slice(20));
    expect(await customer.settled()).toMatchObject([{ ...LEFT, costMicros: costOf(3, 4), estimated: false }]);
  });

  test("before a failure of the provider pays nothing", async () => {
    const customer = patient.newKey();
    const provider = Promise.withResolvers<() => void>();
    patient.upstream.respondWith((response, received) =>
      provider.resolve(() => json({ error: { message: "No." } }, 500)(response, received)),
    );
    const client = connect(patient, customer);
    const respond = await provider.promise;
    await client.disconnect();
    respond();
    expect(await customer.settled()).toMatchObject([{ statusCode: 500, outcome: 2, costMicros: 0 }]);
  });

  test.each([
    ["a provider that does not respond", null],
    ["a provider that does not finish its JSON", { "content-type": "application/json" }],
  ])("from %s is charged for its request, and is no failure in the operator's log", async (_what, head) => {
    const customer = hasty.newKey();
    const arrived = Promise.withResolvers<void>();
    hasty.upstream.respondWith((response) => {
      if (head !== null) response.writeHead(200, head).flushHeaders();
      arrived.resolve();
    });
    const before = hasty.logs.length;
    const client = connect(hasty, customer);
    await arrived.promise;
    await client.disconnect();
    const tokensIn = inputTokensOf(hasty.upstream.received[0]?.body);
    const [settlement] = await customer.settled();
    const { tokensOut = 0, costMicros } = settlement ?? {};
    expect(settlement).toMatchObject({ ...LEFT, estimated: true, tokensIn });
    // The model has written something in this time, which is estimated as well.
    expect(tokensOut).toBeGreaterThanOrEqual((ABANDONED_MS / 1000) * MODEL.hiddenTokensPerSecond);
    expect(costMicros).toBe(costOf(tokensIn, tokensOut));
    await customer.metered();
    expect(hasty.logs.slice(before).filter((line) => line.includes("request_failed"))).toEqual([]);
  });

  test("from a model that reasons is charged for the time that it took", async () => {
    const customer = hasty.newKey();
    const provider = liveResponse();
    hasty.upstream.respondWith(provider.script);
    const body = { ...CHAT_API.body, model: REASONING.model };
    const client = connect(hasty, customer, { body: JSON.stringify(body) });
    await provider.started;
    await client.response;
    await client.disconnect();
    // A token for each millisecond, which is more than it may write.
    expect(await customer.settled()).toMatchObject([{ ...LEFT, estimated: true, tokensOut: 100 }]);
  });

  test("while it sends its body is charged nothing, and nothing is admitted", async () => {
    const customer = patient.newKey();
    const headers = { authorization: `Bearer ${customer.key}`, "content-length": 1_000 };
    const sent = request(`${patient.origin}${CHAT}`, { method: "POST", headers, agent: false });
    sent.on("error", () => {});
    sent.write("{");
    await customer.meterHas(({ identified }) => identified === 1);
    sent.destroy();
    await customer.meterHas(({ refusals }) => refusals.length === 1);
    expect((await customer.metered()).admissions).toEqual([]);
  });
});

/** More than all buffers on the way hold. */
const FLOOD = Array.from({ length: 3_000 }, () => CHAT_API.chunk("x".repeat(8_000)));

describe("a client that does not read", () => {
  test("is taken for gone, and charged by the usage at the end", async () => {
    const customer = strict.newKey();
    const provider = liveResponse();
    strict.upstream.respondWith(provider.script);
    const client = connect(strict, customer, streamed(CHAT_API));
    const writer = await provider.started;
    (await client.response).pause();
    for (const event of FLOOD) writer.write(event);
    writer.end(CHAT_API.closing(9, 80).join(""));
    expect(await customer.settled()).toMatchObject([
      { ...LEFT, costMicros: costOf(9, 80), estimated: false },
    ]);
  });

  test("but reads on in time gets everything", async () => {
    const customer = patient.newKey();
    const provider = liveResponse();
    patient.upstream.respondWith(provider.script);
    const client = connect(patient, customer, streamed(CHAT_API));
    const writer = await provider.started;
    const response = await client.response;
    response.pause();
    for (const event of FLOOD) writer.write(event);
    writer.end(CHAT_API.closing(9, 80).join(""));
    // All buffers are full.
    await until(async () => {
      const left = writer.writableLength;
      await customer.metered();
      return left > 0 && writer.writableLength === left;
    });
    let size = 0;
    let last = "";
    for await (const chunk of response) {
      size += Buffer.from(chunk).length;
      last = `${last}${chunk}`.slice(-DONE.length);
    }
    expect(last).toBe(DONE);
    expect(size).toBeGreaterThan(FLOOD.join("").length);
    expect(await customer.settled()).toMatchObject([{ outcome: 1, costMicros: costOf(9, 80) }]);
  });
});
