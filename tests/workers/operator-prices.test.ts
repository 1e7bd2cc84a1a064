import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OperatorPricesResponse, PricePreviewResponse } from "#core/contract/operator-prices.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { publishExamplePrices } from "#tests/support/prices.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { CurrentPrices } from "#worker/gateway/current-prices.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { meteredUser } from "./support/meter.ts";
import { newOperator } from "./support/operators.ts";
import { call, errorOf, openTestDatabase, type TestUser } from "./support/test-api.ts";

/** Amounts that nothing else has, in micro-dollars; in dollars they have the same digits. */
const COST = { input: 3_917_263, output: 8_271_649 };
const MODEL = {
  model: "m-costed",
  input: 4_000_000,
  output: 9_000_000,
  context: 1_000,
  max_output: 100,
  provider_cost: { ...COST, steps: [{ above: 500, input: 5_382_917, output: 9_176_253 }] },
};
const SECRETS = [/provider.?cost/i, /margin/i, /3[.,]?917[.,]?263/, /8[.,]?271[.,]?649/, /5[.,]?382[.,]?917/];

type Operator = Awaited<ReturnType<typeof newOperator>>;
let operator: Operator;
let customer: TestUser;
let key: string;
/** Of a request that was priced by the list. */
let requestId: string;
let list: number | null;

beforeAll(async () => {
  const db = openTestDatabase();
  list = await publishExamplePrices(db, [MODEL]);
  const prices = new CurrentPrices({ read: (now, known) => readPrices(db, now, known), now: Date.now });
  const upstream = { url: "http://upstream.test/v1", apiKey: null };
  operator = await newOperator({
    gateway: createGateway({ meterOf: metersOf(env.METER), prices, upstream }),
  });
  const metered = await meteredUser({ runs: true });
  ({ user: customer } = metered);
  key = metered.key.key;
  requestId = crypto.randomUUID();
  await insertUsage(db, [
    {
      requestId,
      accountId: customer.account.id,
      keyId: 1,
      timestamp: Date.now(),
      statusCode: 200,
      endpoint: "/v1/chat/completions",
      responseTime: 1,
      tokensIn: 1_000,
      tokensOut: 100,
      model: "m-costed",
      priceListId: list,
      costMicros: 4_900,
      priceLines: JSON.stringify({
        tier: "default",
        lines: [
          { dimension: "input", quantity: 1_000 },
          { dimension: "output", quantity: 100 },
        ],
      }),
    },
  ]);
});
afterAll(() => publishExamplePrices(openTestDatabase()));

const desk = async <Body>(path: string, body?: object): Promise<Body> => {
  const response = await operator.ask(path, body ? { body } : {});
  expect(response.status).toBe(200);
  return response.json<Body>();
};

it("an operator sees what the provider charges, and the margin of last week's requests", async () => {
  const { items } = await desk<OperatorPricesResponse>("/prices");
  expect(items.find(({ id }) => id === list)).toMatchObject({
    state: "in_force",
    reason: "Test prices",
    models: [{ provider_cost: COST }],
  });
  const preview = await desk<PricePreviewResponse>("/prices/preview", { models: [MODEL] });
  // 1,000 tokens of a long prompt and 100 of its response, rounded up.
  const cost = (5_382_917 * 1_000 + 9_176_253 * 100) / 1_000_000;
  expect(preview.models.find(({ model }) => model === "m-costed")).toEqual({
    model: "m-costed",
    requests: 1,
    refused: 0,
    before: 0.0049,
    after: 0.0049,
    provider_cost: Math.ceil(cost) / 1_000_000,
    margin_before: (4_900 - Math.ceil(cost)) / 1_000_000,
    margin_after: (4_900 - Math.ceil(cost)) / 1_000_000,
  });
});

it("no response to a customer has it: every path of theirs that is read, with a session, a key and without", async () => {
  const routes = operator.api.routes.filter(({ method, path }) => method === "GET" && !isForOperators(path));
  const filled = (path: string) =>
    path.replace(/:(\w+)(\{[^}]*\})?/g, path.startsWith("/v1/models") ? "m-costed" : requestId);
  const paths = new Set([
    ...routes.map(({ path }) => filled(path)).filter((path) => !path.includes("*")),
    "/v1/models",
    "/v1/models/m-costed",
    "/api/prices",
    `/api/usage/${requestId}`,
    "/api/usage.csv",
  ]);
  expect(paths.size).toBeGreaterThan(25);
  let shown = 0;
  for (const path of paths) {
    for (const token of [customer.token, key, null]) {
      const text = await (await call(operator.api, token, path)).text();
      if (text.includes("m-costed")) shown += 1;
      for (const secret of SECRETS) expect(text, path).not.toMatch(secret);
    }
  }
  // The list of models and one of them, public prices, the log, its file and the receipt.
  expect(shown).toBeGreaterThanOrEqual(6);
  const anthropic = { headers: { "anthropic-version": "2023-06-01" } };
  const models = await (await call(operator.api, key, "/v1/models", anthropic)).text();
  expect(models).toContain("m-costed");
  for (const secret of SECRETS) expect(models).not.toMatch(secret);
});

it("a refused list names the first wrong field, and nothing is published", async () => {
  const before = await desk<OperatorPricesResponse>("/prices");
  const wrong = { ...MODEL, provider_cost: { ...COST, minute: 1 } };
  for (const [path, more] of [
    ["/prices/preview", {}],
    ["/prices", { effective_from: null, reason: "Wrong" }],
  ] as const) {
    const response = await operator.ask(path, {
      body: { models: [MODEL, { ...wrong, model: "m-2" }], ...more },
    });
    expect([response.status, await errorOf(response)]).toMatchObject([
      422,
      { code: "invalid_request", field: "models.1.provider_cost.minute" },
    ]);
  }
  expect(await desk("/prices")).toEqual(before);
});
