import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ApiKey } from "#core/contract/keys.ts";
import type { RestrictionsInput, RestrictionTrialResponse } from "#core/contract/restrictions.ts";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { fixedPrices } from "#tests/support/prices.ts";
import { createGateway } from "#worker/gateway/create-gateway.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { auditOf } from "./support/audit.ts";
import { keyOf, listOf, patchKey, refusalOf, revoke, rotate } from "./support/key-life.ts";
import { admit, meteredKey, meterOf, restart, tally } from "./support/meter.ts";
import { storedRefusals } from "./support/refusals.ts";
import { call, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const upstream = { url: "http://upstream.test/v1", apiKey: null };
const api = testApi({
  gateway: createGateway({ meterOf: metersOf(env.METER), prices: fixedPrices(), upstream }),
});
const CHAT = "/v1/chat/completions";
const HOME = { "cf-connecting-ip": "203.0.113.9" };
const ELSEWHERE = { "cf-connecting-ip": "198.51.100.7" };
const ALL = {
  allowed_models: ["demo-small", "demo-reasoning"],
  allowed_endpoints: [CHAT, "/v1/responses", "/v1/messages"],
  requests_per_minute: 20,
  allowed_networks: ["203.0.113.0/24", "2001:db8:41::/48"],
  allowed_origins: ["https://shop.example"],
};

/** A test key reaches no model, so its requests need no provider. */
async function userWithKey(restrictions: RestrictionsInput = {}) {
  const user = await newUser();
  const body = { name: "Production", test: true, ...restrictions };
  const key = await keyOf(await call(api, user.token, "/api/keys", { body }), 201);
  return { user, key, metered: await meteredKey(key.id, key.key) };
}

const chat = (model: string) => ({ model, messages: [{ role: "user", content: "Hi" }] });

/** Status and error of a request with the key. */
async function outcomeOf(key: ApiKey, path: string, body?: object, headers: Record<string, string> = HOME) {
  const response = await call(api, key.key, path, { body, headers });
  const { error } = await response.json<{ error?: object }>();
  return error === undefined ? response.status : [response.status, error];
}

const refusal = (code: string, message: string, param: string | null = null) => [
  403,
  { type: "permission_error", code, param, message },
];

describe("restrictions of a key", () => {
  it("are set with the key or later, in their normal form, and each change leaves the others as they are", async () => {
    const { user, key } = await userWithKey({
      ...ALL,
      allowed_models: ["demo-small", " demo-reasoning ", "demo-small"],
      allowed_networks: ["203.0.113.77/24", "2001:DB8:41:0:ffff::/48", "203.0.113.0/24"],
    });
    expect(key).toMatchObject(ALL);
    expect(await listOf(api, user)).toMatchObject([{ id: key.id, ...ALL }]);
    const change = async (changes: RestrictionsInput) => keyOf(await patchKey(api, user, key.id, changes));
    expect(await change({ allowed_networks: [] })).toMatchObject({ ...ALL, allowed_networks: [] });
    expect(await change({ allowed_networks: ["::ffff:192.0.2.1"], requests_per_minute: null })).toMatchObject(
      {
        ...ALL,
        allowed_networks: ["192.0.2.1"],
        requests_per_minute: null,
      },
    );
    expect(await change({ ...UNRESTRICTED })).toMatchObject(UNRESTRICTED);
    await change({ ...UNRESTRICTED });
    const columns = "SELECT allowed_origins, restrictions FROM api_keys WHERE public_id = ?";
    const { rows } = await openTestDatabase().$client.execute({ sql: columns, args: [key.id] });
    expect(rows).toMatchObject([{ allowed_origins: null, restrictions: null }]);
    const details = (await auditOf(user.account.id)).map(({ detail }) => JSON.parse(detail ?? "{}"));
    expect(details).toEqual([
      ALL,
      { allowed_networks: [] },
      { allowed_networks: ["192.0.2.1"], requests_per_minute: null },
      UNRESTRICTED,
    ]);
  });

  it("allow the address that the owner's own requests come from, as the API returns it", async () => {
    const { user, key } = await userWithKey();
    const addressOf = async (headers: Record<string, string>) =>
      (await call(api, user.token, "/api/account/address", { headers })).json<{ address: string | null }>();
    expect(await addressOf({})).toEqual({ address: null });
    for (const [from, address] of [
      ["203.0.113.9", "203.0.113.9"],
      ["::ffff:203.0.113.9", "203.0.113.9"],
      ["2001:DB8::0009", "2001:db8::9"],
    ] as const) {
      const headers = { "cf-connecting-ip": from };
      expect(await addressOf(headers)).toEqual({ address });
      await patchKey(api, user, key.id, { allowed_networks: [address] });
      expect(await outcomeOf(key, CHAT, chat("demo-small"), headers)).toBe(200);
      expect(await outcomeOf(key, CHAT, chat("demo-small"), ELSEWHERE)).toMatchObject([403, {}]);
    }
  });

  it.each([0, 24])("stay with a rotation with an overlap of %d h, for both keys", async (hours) => {
    const { user, key } = await userWithKey(ALL);
    const fresh = await keyOf(await rotate(api, user, key.id, hours), 201);
    expect(fresh).toMatchObject(ALL);
    const refused = refusal(
      "model_not_allowed",
      "This API key can't use the model demo-large. It allows demo-small and demo-reasoning.",
      "model",
    );
    expect(await outcomeOf(fresh, CHAT, chat("demo-large"))).toEqual(refused);
    if (hours > 0) expect(await outcomeOf(key, CHAT, chat("demo-large"))).toEqual(refused);
  });

  it("refuse with the error of the endpoint's API, and let everything else through", async () => {
    const { user, key, metered } = await userWithKey({ ...ALL, allowed_origins: [] });
    expect(await outcomeOf(key, CHAT, chat("demo-small"))).toBe(200);
    const input = { model: "demo-large", input: "Hi" };
    const endpoint = refusal(
      "endpoint_not_allowed",
      "This API key can't use /v1/embeddings. It allows /v1/chat/completions, /v1/responses and /v1/messages.",
    );
    const model = refusal(
      "model_not_allowed",
      "This API key can't use the model demo-large. It allows demo-small and demo-reasoning.",
      "model",
    );
    const address = refusal(
      "ip_not_allowed",
      "This API key can't be used from 198.51.100.7. Its owner can allow the address.",
    );
    expect(await outcomeOf(key, "/v1/embeddings", input, ELSEWHERE)).toEqual(endpoint);
    expect(await outcomeOf(key, "/v1/responses", input)).toEqual(model);
    expect(await outcomeOf(key, CHAT, chat("demo-small"), ELSEWHERE)).toEqual(address);
    expect(await outcomeOf(key, CHAT, chat("demo-small"), {})).toEqual(
      refusal(
        "ip_not_allowed",
        "This API key can't be used from an unknown address. Its owner can allow the address.",
      ),
    );
    expect(await outcomeOf(key, CHAT, { nonsense: true }, ELSEWHERE)).toEqual(address);
    expect(await outcomeOf(key, CHAT, { nonsense: true })).toMatchObject([400, {}]);
    const messages = { ...chat("demo-large"), max_tokens: 10 };
    const response = await call(api, key.key, "/v1/messages", { body: messages, headers: HOME });
    expect(await response.json()).toMatchObject({
      type: "error",
      error: {
        type: "permission_error",
        code: "model_not_allowed",
        message: (model[1] as { message: string }).message,
      },
    });
    await runDurableObjectAlarm(meterOf(metered));
    const counts = Object.entries(await storedRefusals(user)).map(([name, count]) => [
      name.split(" ")[1],
      count,
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      endpoint_not_allowed: 1,
      model_not_allowed: 2,
      ip_not_allowed: 3,
      unsupported_parameter: 1,
    });
  });

  it("are judged in their order: after what stops the key, and before its rate", async () => {
    const { user, metered, key } = await userWithKey({
      ...ALL,
      requests_per_minute: 1,
      allowed_networks: ["10.0.0.0/8"],
    });
    const allowed = {
      origin: null as string | null,
      endpoint: CHAT,
      model: "demo-small",
      address: "10.1.2.3",
    };
    const refused = { origin: "https://a.test", endpoint: "/v1/rerank", model: "x", address: "192.0.2.1" };
    const codeOf = async (request: typeof allowed) => tally([await admit(metered, request)]);
    expect(await codeOf(allowed)).toEqual({ admitted: 1 });
    expect(await codeOf(refused)).toEqual({ origin_not_allowed: 1 });
    expect(await codeOf({ ...refused, origin: null })).toEqual({ endpoint_not_allowed: 1 });
    expect(await codeOf({ ...refused, origin: null, endpoint: CHAT })).toEqual({ model_not_allowed: 1 });
    expect(await codeOf({ ...allowed, address: refused.address })).toEqual({ ip_not_allowed: 1 });
    expect(await codeOf(allowed)).toEqual({ rate_limit_exceeded: 1 });
    await patchKey(api, user, key.id, { disabled: true });
    expect(await codeOf({ ...refused, origin: null })).toEqual({ key_disabled: 1 });
  });

  it("keep the balance from whom they refuse", async () => {
    const { metered } = await userWithKey({ ...ALL, allowed_networks: ["10.0.0.0/8"] });
    const allowed = { origin: null, endpoint: CHAT, model: "demo-small", address: "10.1.2.3" };
    expect((await admit(metered, allowed)).balanceMicros).not.toBeNull();
    const others = [
      { origin: "https://a.test" },
      { endpoint: "/v1/rerank" },
      { model: "x" },
      { address: "192.0.2.1" },
    ];
    for (const other of others)
      expect(await admit(metered, { ...allowed, ...other })).toMatchObject({
        admitted: false,
        balanceMicros: null,
      });
  });

  it("hold for the next request, and after the object was restarted", async () => {
    const { user, key, metered } = await userWithKey();
    expect(await outcomeOf(key, CHAT, chat("demo-large"), ELSEWHERE)).toBe(200);
    await patchKey(api, user, key.id, { allowed_networks: ["203.0.113.9"] });
    expect(await outcomeOf(key, CHAT, chat("demo-large"), ELSEWHERE)).toMatchObject([
      403,
      { code: "ip_not_allowed" },
    ]);
    await restart(metered);
    expect(await outcomeOf(key, CHAT, chat("demo-large"), ELSEWHERE)).toMatchObject([
      403,
      { code: "ip_not_allowed" },
    ]);
    expect(await outcomeOf(key, CHAT, chat("demo-large"))).toBe(200);
    await patchKey(api, user, key.id, { allowed_networks: [], allowed_models: ["demo-small"] });
    expect(await outcomeOf(key, CHAT, chat("demo-large"), ELSEWHERE)).toMatchObject([
      403,
      { code: "model_not_allowed" },
    ]);
    expect(await outcomeOf(key, CHAT, chat("demo-small"), ELSEWHERE)).toBe(200);
  });

  it("refuse a request of an older edge, which sends no address, but only where networks are restricted", async () => {
    const { user, metered, key } = await userWithKey({ allowed_models: ["demo-small"] });
    expect(tally([await admit(metered, { model: "demo-small" })])).toEqual({ admitted: 1 });
    await patchKey(api, user, key.id, { allowed_networks: ["0.0.0.0/0", "::/0"] });
    expect(tally([await admit(metered, { model: "demo-small" })])).toEqual({ ip_not_allowed: 1 });
  });

  it("are in GET /v1/key, and the models are all that GET /v1/models has", async () => {
    const { key } = await userWithKey({ ...ALL, allowed_endpoints: [CHAT] });
    const read = async (path: string, headers: Record<string, string> = HOME) => {
      const response = await call(api, key.key, path, { headers });
      return {
        status: response.status,
        body: await response.json<Record<string, unknown>>(),
        headers: response.headers,
      };
    };
    const { body, headers } = await read("/v1/key");
    expect(body).toMatchObject({ ...ALL, allowed_endpoints: [CHAT] });
    expect(headers.get("x-ratelimit-limit-requests")).toBe("20");
    expect(headers.get("x-ratelimit-remaining-requests")).toBe("19");
    const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
    expect(ids((await read("/v1/models")).body.data)).toEqual(["demo-reasoning", "demo-small"]);
    const anthropic = await read("/v1/models", { ...HOME, "anthropic-version": "2023-06-01" });
    expect(anthropic.body).toMatchObject({ first_id: "demo-reasoning", last_id: "demo-small" });
    expect((await read("/v1/models/demo-small")).status).toBe(200);
    expect(await read("/v1/models/demo-large")).toMatchObject({
      status: 403,
      body: { error: { code: "model_not_allowed", param: "model" } },
    });
    expect((await read("/v1/models/nothing")).status).toBe(404);
    expect((await read("/v1/key", ELSEWHERE)).status).toBe(403);
  });

  it("of the rate are exact, and response headers have the key's own limit", async () => {
    const { user, key } = await userWithKey({ requests_per_minute: 3 });
    const send = () => call(api, key.key, "/v1/key", { headers: HOME });
    const left = [];
    for (const _ of [1, 2, 3]) left.push((await send()).headers.get("x-ratelimit-remaining-requests"));
    expect(left).toEqual(["2", "1", "0"]);
    const refused = await send();
    expect([refused.status, refused.headers.get("x-ratelimit-limit-requests")]).toEqual([429, "3"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({
      error: {
        type: "requests",
        code: "rate_limit_exceeded",
        param: null,
        message: "Too many requests with this API key: at most 3 in 60 seconds.",
      },
    });
    await patchKey(api, user, key.id, { requests_per_minute: 4 });
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
    await patchKey(api, user, key.id, { requests_per_minute: null });
    expect((await send()).headers.get("x-ratelimit-remaining-requests")).toBe("95");
  });
});

describe("a trial of restrictions", () => {
  const trial = async ({ token }: TestUser, id: string, body: RestrictionsInput) => {
    const response = await call(api, token, `/api/keys/${id}/restrictions/trial`, { body });
    expect(response.status).toBe(200);
    return response.json<RestrictionTrialResponse>();
  };

  async function send(
    user: TestUser,
    id: string,
    hoursAgo: number,
    endpoint: string,
    models: (string | undefined)[],
  ) {
    const db = openTestDatabase();
    const { rows } = await db.$client.execute({
      sql: "SELECT id FROM api_keys WHERE public_id = ?",
      args: [id],
    });
    const timestamp = Math.floor(Date.now() / 60_000) * 60_000 - hoursAgo * HOUR_MS;
    await insertUsage(
      db,
      models.map((model, index) => ({
        requestId: crypto.randomUUID(),
        accountId: user.account.id,
        keyId: Number(rows[0]?.id),
        timestamp: timestamp + index,
        endpoint,
        statusCode: 200,
        responseTime: 9,
        costMicros: 5,
        tokensIn: 1,
        tokensOut: 1,
        ...(model === undefined ? {} : { model }),
      })),
    );
  }

  it("counts what the key, and those that it replaced, would have been refused in seven days", async () => {
    const user = await newUser();
    const old = await keyOf(await call(api, user.token, "/api/keys", { body: { name: "Old" } }), 201);
    const other = await keyOf(await call(api, user.token, "/api/keys", { body: { name: "Other" } }), 201);
    await send(user, old.id, 200, CHAT, ["demo-large"]);
    await send(user, old.id, 100, CHAT, ["demo-large", "demo-small", "demo-large", "demo-reasoning"]);
    await send(user, other.id, 5, CHAT, ["demo-large"]);
    const { id } = await keyOf(await rotate(api, user, old.id, 24), 201);
    await send(user, id, 2, "/v1/embeddings", ["demo-embedding"]);
    await send(user, id, 1, CHAT, Array(5).fill("demo-small"));
    await send(user, id, 0.5, "/v1/models", [undefined]);
    const tried = await trial(user, id, {
      allowed_models: ["demo-small", "demo-reasoning"],
      allowed_endpoints: [CHAT],
      requests_per_minute: 3,
      allowed_networks: ["10.0.0.0/8"],
    });
    expect(tried).toMatchObject({
      starts_at: tried.from,
      requests: 11,
      refused_requests: 5,
      models: [{ model: "demo-large", requests: 2 }],
      refused_by_model: 2,
      endpoints: [{ endpoint: "/v1/embeddings", requests: 1 }],
      refused_by_endpoint: 1,
      rate_minutes: 1,
      refused_by_rate: 2,
      not_recorded: ["allowed_networks"],
    });
    expect(await trial(user, id, {})).toMatchObject({ requests: 11, refused_requests: 0, not_recorded: [] });
    expect(await listOf(api, user)).toMatchObject([{}, UNRESTRICTED, {}]);
  });

  it("takes what it isn't given from the key, and says what a test key's requests don't tell", async () => {
    const { user, key } = await userWithKey({
      allowed_models: ["demo-small"],
      allowed_endpoints: ["/v1/messages"],
    });
    await send(user, key.id, 1, CHAT, ["test", "test"]);
    expect(await trial(user, key.id, {})).toMatchObject({
      refused_by_endpoint: 2,
      refused_by_model: 0,
      not_recorded: ["allowed_models"],
    });
    expect(await trial(user, key.id, { allowed_endpoints: [] })).toMatchObject({ refused_requests: 0 });
    await revoke(api, user, key.id);
    const revoked = await call(api, user.token, `/api/keys/${key.id}/restrictions/trial`, { body: {} });
    expect(await refusalOf(revoked)).toMatchObject({ status: 409, code: "key_revoked" });
  });
});
