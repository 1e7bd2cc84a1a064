import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Customer, costOf, type Edge } from "./gateway-http/edge.ts";
import { AI_SDK_DRIVERS } from "./gateway-sdks/ai-sdk.ts";
import { ANTHROPIC_DRIVERS } from "./gateway-sdks/anthropic.ts";
import { type Client, type Driver, type Failure, required } from "./gateway-sdks/driver.ts";
import { LANGCHAIN_DRIVERS } from "./gateway-sdks/langchain.ts";
import { startSdkEdge } from "./gateway-sdks/local-provider.ts";
import { OPENAI_DRIVERS } from "./gateway-sdks/openai.ts";

const DRIVERS = inTier({
  fast: [...OPENAI_DRIVERS.slice(0, 1), ...ANTHROPIC_DRIVERS.slice(0, 1)],
  full: [...OPENAI_DRIVERS, ...ANTHROPIC_DRIVERS, ...AI_SDK_DRIVERS, ...LANGCHAIN_DRIVERS],
});
const CALL = '/tool weather {"city":"Oslo"}';

let edge: Edge;
beforeAll(async () => {
  edge = await startSdkEdge();
});
afterAll(() => edge.stop());

interface Options {
  key?: string;
  model?: string;
  maxRetries?: number;
}

function setUp(driver: Driver, { key, model = "demo-small", maxRetries = 0 }: Options = {}) {
  const customer = edge.newKey();
  const client = driver.client({ origin: edge.origin, key: key ?? customer.key, model, maxRetries });
  const failure = async (work: (client: Client) => Promise<unknown>): Promise<Failure> =>
    work(client).then(
      (value) => {
        throw new Error(`No error, but ${JSON.stringify(value)}.`);
      },
      (error: unknown) => driver.failureOf(error),
    );
  return { customer, client, failure };
}

/** The settlements of requests that ended well: their counts are priced as listed. */
async function completed(customer: Customer, count = 1) {
  const settlements = await customer.settled(count);
  for (const { tokensIn, tokensOut, costMicros, outcome, estimated } of settlements)
    expect({ outcome, estimated, costMicros }).toEqual({
      outcome: OUTCOMES.completed,
      estimated: false,
      costMicros: costOf(tokensIn, tokensOut),
    });
  return settlements;
}

const hi = (client: Client) => client.text("Hi");

describe.each(DRIVERS)("$name", (driver) => {
  test("gets a text, and pays for the counts that it sees", async () => {
    const { client, customer } = setUp(driver);
    const { text, ...counts } = await client.text("What is an edge?");
    expect(text).toContain("You said: What is an edge?");
    const [settlement] = await completed(customer);
    expect(settlement).toMatchObject({ ...counts, statusCode: 200 });
  });

  test("gets the same as a stream", async () => {
    const { client, customer } = setUp(driver);
    const whole = await client.text("What is an edge?");
    const tokensOut = whole.tokensOut + (driver.extraOutputOfStreams ?? 0);
    expect(await client.stream("What is an edge?")).toEqual({ ...whole, tokensOut });
    const [first, second] = await completed(customer, 2);
    expect(second?.costMicros).toBe(first?.costMicros);
  });

  test("calls a tool, and sends its result back", async () => {
    const { client, customer } = setUp(driver);
    expect(await client.toolLoop(CALL)).toContain("The tool returned: It rains in Oslo.");
    const [first, second] = await completed(customer, 2);
    expect(second?.tokensIn).toBeGreaterThan(first?.tokensIn ?? 0);
  });

  test("calls a tool with a model that reasons", async () => {
    const { client, customer } = setUp(driver, { model: "demo-reasoning" });
    expect(await client.toolLoop(CALL)).toContain("The tool returned: It rains in Oslo.");
    await completed(customer, 2);
  });

  test("gets an object of a schema", async () => {
    const { client, customer } = setUp(driver);
    expect(await client.structured("Describe a city.")).toEqual({ name: "text", population: 0 });
    await completed(customer);
  });

  test("gets a 401 for a wrong key", async () => {
    const { failure } = setUp(driver, { key: "lk_wrong" });
    expect(await failure(hi)).toMatchObject({ status: 401, code: "invalid_api_key" });
  });

  test("gets a 400 that names a parameter that is not supported", async () => {
    const { failure, customer } = setUp(driver);
    const { message, ...about } = await failure((client) => client.unsupported());
    const param = driver.unsupportedField;
    expect(about).toEqual({ status: 400, code: "unsupported_parameter", param });
    expect((await customer.metered()).refusals).toMatchObject([{ code: "unsupported_parameter" }]);
  });

  test("gets a 404 for a model that does not exist", async () => {
    const { failure } = setUp(driver, { model: "gone" });
    const { message, ...about } = await failure(hi);
    expect(about).toEqual({ status: 404, code: "model_not_found", param: "model" });
    expect(message).toContain("There is no model gone.");
  });

  test("gets a 402 without funds", async () => {
    const { failure, customer } = setUp(driver);
    await customer.meterResponds({ admitted: false, code: "insufficient_balance" });
    expect(await failure(hi)).toMatchObject({ status: 402, code: "insufficient_balance" });
  });

  test("gets a 429 for too many requests", async () => {
    const { failure, customer } = setUp(driver);
    await customer.meterResponds({ admitted: false, code: "rate_limit_exceeded", retryAfterS: 1 });
    expect(await failure(hi)).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
  });

  test("gets a 502 from a provider that fails, and pays nothing", async () => {
    const { failure, customer } = setUp(driver);
    const about = await failure((client) => client.text("/html Hi"));
    expect(about).toMatchObject({ status: 502, code: "upstream_error" });
    expect(await customer.settled()).toMatchObject([{ outcome: OUTCOMES.failed, costMicros: 0 }]);
  });

  test("gets an error in the middle of a stream, and pays for what came before it", async () => {
    const { failure, customer } = setUp(driver);
    const { message } = await failure((client) => client.stream("/error Hi there"));
    expect(message).toContain("The model could not be reached, or its response was cut short.");
    const [settlement] = await customer.settled();
    expect(settlement).toMatchObject({ outcome: OUTCOMES.cut, statusCode: 502 });
    expect(settlement?.costMicros).toBeGreaterThan(0);
  });
});

/** What waits for time to pass is done by all libraries together. */
const byAll = (work: (driver: Driver) => Promise<void>) =>
  Promise.all(
    DRIVERS.map((driver) =>
      work(driver).catch((error: unknown) => {
        throw new Error(driver.name, { cause: error });
      }),
    ),
  );

test("a stream that is cancelled is charged for what was written until then", () =>
  byAll(async (driver) => {
    const { client, customer } = setUp(driver);
    const leave = new AbortController();
    const endless = "/long 4000 /trickle 5 Hi";
    const stream = client.stream(endless, { signal: leave.signal, onText: () => leave.abort() });
    await expect(stream).rejects.toThrow();
    const [settlement] = await customer.settled();
    const { tokensIn, tokensOut, costMicros } = required(settlement);
    expect(settlement).toMatchObject({ outcome: OUTCOMES.client_left, statusCode: 499, estimated: true });
    expect(tokensOut).toBeGreaterThan(0);
    expect(costMicros).toBe(costOf(tokensIn, tokensOut));
  }));

test("a request is tried again after the time that a 429 names", () =>
  byAll(async (driver) => {
    const { client, customer } = setUp(driver, { maxRetries: 1 });
    await customer.meterResponds({ admitted: false, code: "rate_limit_exceeded", retryAfterS: 1 });
    const text = client.text("Hi");
    await customer.meterHas(({ admissions }) => admissions.length > 0);
    await customer.meterResponds({});
    expect((await text).text).toContain("You said: Hi");
    expect((await customer.metered()).admissions).toHaveLength(2);
    await completed(customer);
  }));
