import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import type { RequestRules } from "#core/domain/gateway/read-model-request.ts";
import { microsFromDollars } from "#core/domain/money.ts";
import { estimateRequest } from "#core/services/playground/estimate-request.ts";
import { priceListOf } from "#tests/support/prices.ts";
import { runs, seed } from "#tests/support/tier.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import {
  call,
  clock,
  createKeyAs,
  keySecrets,
  newUser,
  openTestDatabase,
  testApi,
} from "./support/test-api.ts";

const list = priceListOf();
const CHAT = "/v1/chat/completions";

const STANDING = { page: null, balanceMicros: 0, limit: 100, remaining: 100, resetMs: 0 };

/** An account, and what its gateway holds for a request, or the code of its refusal. */
async function someAccount(rules: RequestRules) {
  const user = await newUser();
  const { key } = await createKeyAs(testApi(), user);
  const meters = metersOf(env.METER);
  const held: number[] = [];
  const refused = (code: string) => ({ ...STANDING, admitted: false, code });
  const gateway = createGateway({
    meterOf: (name) =>
      Object.assign(Object.create(meters(name)), {
        admit: async ({ holdMicros }: { holdMicros: number }) => {
          held.push(holdMicros);
          return refused("insufficient_balance");
        },
        refuse: async ({ code }: { code: string }) => refused(code),
      }),
    prices: { get: async () => list },
    settings: { rules },
    upstream: { url: "http://upstream.test/v1", apiKey: null },
  });
  const api = testApi({ gateway });
  const atGateway = async (body: object) => {
    const response = await call(api, key, CHAT, { body });
    const { error } = await response.json<{ error: { code: string } }>();
    return held.pop() ?? error.code;
  };
  const db = openTestDatabase();
  const ctx = { account: user.account, clock, db, keySecrets, requestRules: rules, requestId: "test" };
  const estimated = (body: object) =>
    estimateRequest(
      { ...ctx, priceLists: { inForce: async () => list } },
      { endpoint: CHAT, body: body as Record<string, unknown> },
    ).then(
      ({ hold }) => microsFromDollars(hold),
      (error: unknown) => (error instanceof DomainError ? error.code : error),
    );
  return { atGateway, estimated };
}

const text = fc.string({ unit: "grapheme", maxLength: 200 });
/** Most are sound, so that a few runs see both results. */
const role = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("user", "system") },
  { weight: 1, arbitrary: fc.constant("robot") },
);
const picture = fc
  .constantFrom("https://images.example.com/a.png", "http://files.internal/a.png", "file:///etc/passwd")
  .map((url) => [{ type: "image_url", image_url: { url } }]);
const sound = fc.record(
  {
    model: fc.constantFrom(...list.models.keys(), "no-such-model"),
    messages: fc.array(
      fc.record({
        role,
        content: fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: picture }),
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    max_completion_tokens: fc.integer({ min: -1, max: 20_000 }),
    stream: fc.boolean(),
    stream_options: fc.constant({ include_usage: true }),
    n: fc.integer({ min: 1, max: 3 }),
    temperature: fc.integer({ min: 0, max: 2 }),
    stop: fc.array(text, { maxLength: 4 }),
    prompt_cache_key: text,
    response_format: fc.constant({ type: "json_object" }),
    tools: fc.array(
      fc.record({ type: fc.constant("function"), function: fc.record({ name: fc.constant("find_order") }) }),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: ["model", "messages"] },
);
const request = fc.oneof(
  { weight: 6, arbitrary: sound },
  { weight: 1, arbitrary: sound.map((body) => ({ ...body, unknown: 1 })) },
);

it.each<[string, RequestRules]>([
  ["", { unknownFields: "refuse", attribution: false, fetches: [] }],
  [
    ", with the account's pseudonym, unknown fields and files of the operator's",
    { unknownFields: "drop", attribution: true, fetches: ["http://files.internal/"] },
  ],
])("is what the gateway holds for the same request, or its refusal%s", async (_, rules) => {
  const { atGateway, estimated } = await someAccount(rules);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(request, async (body) => {
      const held = await atGateway(body);
      seen.add(typeof held);
      expect(await estimated(body)).toBe(held);
    }),
    { numRuns: runs(300), seed },
  );
  expect(seen).toEqual(new Set(["number", "string"]));
});

it("is refused for a path that isn't an endpoint, or that takes no JSON", async () => {
  const user = await newUser();
  for (const endpoint of ["/v1/models", "/v1/audio/transcriptions", "/chat/completions", ""]) {
    const response = await call(testApi(), user.token, "/api/playground/estimate", {
      body: { endpoint, body: {} },
    });
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ code: "unknown_endpoint", field: "endpoint" }),
    ]);
  }
});
