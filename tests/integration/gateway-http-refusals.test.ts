import { once } from "node:events";
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { generateApiKey } from "#core/domain/api-key.ts";
import { MESSAGES_API, post } from "./gateway-http/apis.ts";
import { CHAT, type Customer, chat, type Edge, errorOf, MODEL, startEdge } from "./gateway-http/edge.ts";
import { json, liveResponse } from "./gateway-http/scripted-upstream.ts";

const MB = 1024 * 1024;
const BODY_MAX = 8 * MB;
const SHOP = "https://shop.example";
const MESSAGES = "/v1/messages";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
beforeEach(() => edge.upstream.respondWith(json({})));
afterAll(() => edge.stop());

/** A request whose body the test sends by itself. */
function openRequest(key: string, headers: OutgoingHttpHeaders = {}, { origin } = edge) {
  const sent = request(`${origin}${CHAT}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  });
  sent.on("error", () => {});
  onTestFinished(() => void sent.destroy());
  const response = once(sent, "response").then(([first]: IncomingMessage[]) => first);
  // A test may not wait for it.
  response.catch(() => {});
  return { sent, response };
}

/** Nothing was admitted or forwarded. */
async function expectNothingDone({ metered }: Customer) {
  expect((await metered()).admissions, "admissions").toEqual([]);
  expect(edge.upstream.received, "what was forwarded").toEqual([]);
}

describe("a key", () => {
  test("with a typing error is refused before its account is asked", async () => {
    const customer = edge.newKey();
    const { key, send, metered } = customer;
    const typo = key.slice(0, -1) + (key.endsWith("x") ? "y" : "x");
    const response = await send(CHAT, { ...chat(), headers: { authorization: `Bearer ${typo}` } });
    expect([response.status, (await errorOf(response)).code]).toEqual([401, "invalid_api_key"]);
    expect((await metered()).identified).toBe(0);
    await expectNothingDone(customer);
  });

  test("that its account does not know is refused before its body is read, and counts for nobody", async () => {
    const customer = edge.newKey();
    await customer.meterResponds("unknown");
    const { sent, response } = openRequest(customer.key, { "content-length": 1_000 });
    sent.flushHeaders();
    expect((await response)?.statusCode).toBe(401);
    const invalid = await customer.send("/v1/no/such/path", { method: "POST", body: "{" });
    expect([invalid.status, (await errorOf(invalid)).code]).toEqual([401, "invalid_api_key"]);
    expect(invalid.headers.has("x-ratelimit-limit-requests")).toBe(false);
    expect(await customer.metered()).toMatchObject({ identified: 2, refusals: [] });
    await expectNothingDone(customer);
  });

  test("that was made up, with a correct checksum, is another account's question", async () => {
    const { metered } = edge.newKey();
    const headers = { authorization: `Bearer ${generateApiKey("0".repeat(11))}` };
    expect((await fetch(`${edge.origin}/v1/models`, { headers })).status).toBe(200);
    expect((await metered()).admissions).toEqual([]);
  });

  test("is looked up once for the requests of some seconds, and again after it was refused", async () => {
    const { send, metered, meterResponds } = edge.newKey();
    const ask = async () => (await send("/v1/models")).status;
    expect([await ask(), await ask(), (await metered()).identified]).toEqual([200, 200, 1]);
    await meterResponds({ admitted: false, code: "invalid_api_key" });
    expect([await ask(), (await metered()).identified]).toEqual([401, 1]);
    await meterResponds("unknown");
    expect([await ask(), (await metered()).identified]).toEqual([401, 2]);
    await meterResponds({});
    expect([await ask(), (await metered()).identified]).toEqual([200, 3]);
  });

  test("can be sent as Anthropic's clients do, but not together with a different one", async () => {
    const { key, send, metered } = edge.newKey();
    const ask = async (headers: Record<string, string>) => (await send("/v1/models", { headers })).status;
    const bearer = { authorization: `Bearer ${key}` };
    const other = generateApiKey("0".repeat(11));
    expect(await ask({ "x-api-key": key })).toBe(200);
    expect(await ask({ ...bearer, "x-api-key": key })).toBe(200);
    expect(await ask({ ...bearer, "x-api-key": other })).toBe(401);
    expect((await metered()).admissions).toHaveLength(2);
  });

  test("is not judged while its account's object is away: 503, with the time to wait", async () => {
    const customer = edge.newKey();
    await customer.meterResponds("away");
    const response = await customer.send(CHAT, { ...chat(), headers: { origin: SHOP } });
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "service_unavailable"]);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    await customer.meterResponds({});
    await expectNothingDone(customer);
  });
});

const ADMISSION_REFUSALS = [
  ["invalid_api_key", 401, "invalid_request_error", "authentication_error"],
  ["key_disabled", 403, "permission_error", "permission_error"],
  ["origin_not_allowed", 403, "permission_error", "permission_error"],
  ["endpoint_not_allowed", 403, "permission_error", "permission_error"],
  ["model_not_allowed", 403, "permission_error", "permission_error"],
  ["ip_not_allowed", 403, "permission_error", "permission_error"],
  ["account_suspended", 403, "permission_error", "permission_error"],
  ["account_stopped", 403, "permission_error", "permission_error"],
  ["insufficient_balance", 402, "insufficient_quota", "billing_error"],
  ["budget_exceeded", 402, "insufficient_quota", "billing_error"],
  ["spending_limit_exceeded", 402, "insufficient_quota", "billing_error"],
  ["quota_exceeded", 429, "insufficient_quota", "rate_limit_error"],
  ["rate_limit_exceeded", 429, "requests", "rate_limit_error"],
  ["concurrency_limit_exceeded", 429, "requests", "rate_limit_error"],
] as const;

describe("a refused admission", () => {
  test.each(ADMISSION_REFUSALS)(
    "%s is returned in the form of OpenAI's API and of Anthropic's, and nothing is forwarded",
    async (code, status, openAiType, anthropicType) => {
      const { send, meterResponds } = edge.newKey();
      await meterResponds({ admitted: false, code, retryAfterS: 17.2 });
      const openAi = await send(CHAT, chat());
      expect([openAi.status, await openAi.json()]).toEqual([
        status,
        { error: { message: expect.any(String), type: openAiType, code, param: null } },
      ]);
      const anthropic = await send(MESSAGES, post(MESSAGES_API.body));
      expect([anthropic.status, await anthropic.json()]).toEqual([
        status,
        {
          type: "error",
          error: { type: anthropicType, message: expect.any(String), code, param: null },
          request_id: anthropic.headers.get("request-id"),
        },
      ]);
      const retried = openAiType === "requests";
      for (const { headers } of [openAi, anthropic]) {
        expect(headers.get("x-latchkey-cost")).toBe("0.000000");
        expect(headers.get("retry-after"), "Retry-After").toBe(retried ? "18" : null);
        expect(headers.get("x-should-retry")).toBe(retried ? null : "false");
        expect(headers.has("x-ratelimit-limit-requests")).toBe(code !== "invalid_api_key");
        expect(headers.has("x-latchkey-paid-by")).toBe(false);
      }
      expect(edge.upstream.received).toEqual([]);
    },
  );

  test("while the database is away is 503", async () => {
    const { send, meterResponds } = edge.newKey();
    await meterResponds({ admitted: false, code: "unavailable", retryAfterS: 2 });
    const response = await send(CHAT, chat());
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "service_unavailable"]);
    expect(response.headers.get("retry-after")).toBe("2");
  });
});

const withBody = (body: BodyInit, type = "application/json"): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": type },
});
const multipart = "multipart/form-data; boundary=x";
const tooLong = () => ({ ...withBody(new Blob([new Uint8Array(BODY_MAX + 1)]).stream()), duplex: "half" });

const WRONG: [string, string, () => RequestInit, [number, string, string | null]][] = [
  ["no JSON", CHAT, () => withBody("{"), [400, "invalid_request", null]],
  ["an empty body", CHAT, () => withBody(""), [400, "invalid_request", null]],
  ["a list", CHAT, () => withBody("[]"), [400, "invalid_request", null]],
  [
    "bytes that are no UTF-8",
    CHAT,
    () => withBody(new Uint8Array([0x7b, 0xff])),
    [400, "invalid_request", null],
  ],
  ["no model", CHAT, () => withBody('{"messages":[]}'), [400, "invalid_request", "model"]],
  ["a model without a price", CHAT, () => chat({ model: "gpt-x" }), [404, "model_not_found", "model"]],
  ["an unknown field", CHAT, () => chat({ unknown: 1 }), [400, "unsupported_parameter", "unknown"]],
  ["another content type", CHAT, () => withBody("a=1", "text/plain"), [415, "unsupported_media_type", null]],
  [
    "another charset",
    CHAT,
    () => withBody("{}", "application/json; charset=utf-7"),
    [415, "unsupported_media_type", null],
  ],
  [
    "a form instead of JSON",
    CHAT,
    () => withBody("--x\r\n\r\n", multipart),
    [415, "unsupported_media_type", null],
  ],
  ["more than 8 MB", CHAT, tooLong, [413, "payload_too_large", null]],
  ["an unknown path", "/v1/files", chat, [404, "unknown_endpoint", null]],
  ["an unknown method", CHAT, () => ({ method: "PUT", body: "{}" }), [404, "unknown_endpoint", null]],
  ["a query", `${CHAT}?api-version=1`, chat, [400, "unsupported_parameter", "api-version"]],
  ["Anthropic's query elsewhere", `${CHAT}?beta=true`, chat, [400, "unsupported_parameter", "beta"]],
];

describe("a request that cannot be admitted", () => {
  test.each(WRONG)(
    "because of %s is refused and counted",
    async (_reason, path, init, [status, code, param]) => {
      const customer = edge.newKey();
      await customer.meterResponds({ page: SHOP });
      const { headers, ...sent } = init();
      const response = await customer.send(path, { ...sent, headers: { ...headers, origin: SHOP } });
      const { message, type, ...error } = await errorOf(response);
      expect([response.status, error, type]).toEqual([status, { code, param }, "invalid_request_error"]);
      expect(message).toMatch(/\.$/);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "x-ratelimit-limit-requests": "100",
        "x-ratelimit-remaining-requests": "99",
        "x-ratelimit-reset-requests": "1s",
        "x-latchkey-balance": "5.000000",
        "x-latchkey-cost": "0.000000",
        "x-should-retry": "false",
        "access-control-allow-origin": SHOP,
      });
      const { refusals } = await customer.metered();
      expect(refusals).toMatchObject([
        { code, origin: SHOP, requestId: response.headers.get("x-request-id") },
      ]);
      await expectNothingDone(customer);
    },
  );

  test("on one of Anthropic's paths is refused in Anthropic's form", async () => {
    const { send, metered } = edge.newKey();
    const { max_tokens: _, ...body } = MESSAGES_API.body;
    for (const path of [MESSAGES, `${MESSAGES}?beta=true`]) {
      const response = await send(path, post(body));
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          type: "error",
          error: {
            type: "invalid_request_error",
            code: "invalid_request",
            param: "max_tokens",
            message: "The field max_tokens is required.",
          },
          request_id: response.headers.get("x-request-id"),
        },
      ]);
    }
    const wrong = await send(`${MESSAGES}?beta=false`, post(MESSAGES_API.body));
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { param: "beta" } }]);
    const unknown = await send(`${MESSAGES}/batches`, post({}));
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { error: { type: "not_found_error" } },
    ]);
    for (const path of ["/v1/v1/v1/messages", "/v1/MESSAGES", "/v1/complete"]) {
      const headers = { "anthropic-version": "2023-06-01" };
      const other = await send(path, { ...post({}), headers });
      expect([other.status, await other.json()]).toMatchObject([404, { error: { type: "not_found_error" } }]);
    }
    const { refusals } = await metered();
    expect(refusals.map(({ code }) => code)).toEqual([
      "invalid_request",
      "invalid_request",
      "unsupported_parameter",
      ...Array(4).fill("unknown_endpoint"),
    ]);
  });

  test.each([
    ["rate_limit_exceeded", 429],
    ["key_disabled", 403],
    ["account_suspended", 403],
    ["account_stopped", 403],
    ["invalid_api_key", 401],
  ] as const)("gets %s if that is why its key is refused anyway", async (code, status) => {
    const { send, meterResponds } = edge.newKey();
    await meterResponds({ admitted: false, code, retryAfterS: 9 });
    const response = await send(CHAT, withBody("{"));
    expect([response.status, (await errorOf(response)).code]).toEqual([status, code]);
    expect(response.headers.get("retry-after")).toBe(code === "rate_limit_exceeded" ? "9" : null);
  });

  test("cannot be read by pages of another origin", async () => {
    const { send, meterResponds } = edge.newKey();
    await meterResponds({ page: SHOP });
    const response = await send(CHAT, { ...withBody("{"), headers: { origin: "https://other.example" } });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([400, null]);
  });

  test("is 503 when its account's object went away, so that nobody takes it for counted", async () => {
    const { send, meterResponds } = edge.newKey();
    expect((await send("/v1/models")).status).toBe(200);
    await meterResponds("away");
    const response = await send(CHAT, withBody("{"));
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "service_unavailable"]);
    expect(response.headers.get("retry-after")).toBe("1");
    await meterResponds({});
  });
});

test("a request that cannot be priced, because no price list could be read, is 503 and not counted", async () => {
  const unpriced = await startEdge({ prices: null });
  onTestFinished(() => unpriced.stop());
  const { send, metered } = unpriced.newKey();
  for (const response of [await send(CHAT, chat()), await send(MESSAGES, post(MESSAGES_API.body))]) {
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { code: "service_unavailable" } });
  }
  expect(await metered()).toMatchObject({ refusals: [], admissions: [] });
});

test.each([
  ["GET", "/v1/files"],
  ["DELETE", "/v1/%66iles/file-1"],
  ["POST", "/v1//Files"],
  ["POST", "/v1/chat/completions/"],
  ["POST", "/v1/CHAT/completions"],
  ["POST", "/v1/fine_tuning/jobs"],
  ["POST", "/v1/audio/transcription"],
  ["GET", "/v1/responses/resp_1"],
  ["DELETE", "/v1/models/demo-small"],
  ["GET", "/v1/voicesque"],
  ["GET", "/v1/voices/voice-1/"],
  ["GET", "/v1/voices/voice%2D1"],
  ["PUT", "/v1/voices/voice-1"],
  ["HEAD", "/v1/voices/voice-1"],
])("%s %s is not on the list: it is an unknown endpoint, and nothing is admitted", async (method, path) => {
  const customer = edge.newKey();
  const response = await customer.send(path, method === "POST" ? chat() : { method });
  expect(response.status).toBe(404);
  if (method !== "HEAD") expect((await errorOf(response)).code).toBe("unknown_endpoint");
  expect((await customer.metered()).refusals).toMatchObject([{ code: "unknown_endpoint" }]);
  await expectNothingDone(customer);
});

test("a path outside of /v1 is unknown, in the same form as one inside", async () => {
  const response = await edge.newKey().send("/other");
  expect([response.status, (await errorOf(response)).code]).toEqual([404, "unknown_endpoint"]);
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

describe("a body", () => {
  test.each([
    undefined,
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json;",
    "application/json; charset=utf8",
  ])("of content type %s is JSON", async (type) => {
    const { key, settled } = edge.newKey();
    edge.upstream.respondWith(json({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }));
    const { sent, response } = openRequest(key);
    sent.removeHeader("content-type");
    if (type !== undefined) sent.setHeader("content-type", type);
    sent.end(chat().body);
    expect((await response)?.statusCode).toBe(200);
    await settled();
  });

  test("that declares more than 8 MB is refused before any of it has arrived", async () => {
    const customer = edge.newKey();
    const { sent, response } = openRequest(customer.key, { "content-length": BODY_MAX + 1 });
    sent.flushHeaders();
    expect((await response)?.statusCode).toBe(413);
    await expectNothingDone(customer);
  });

  test("of exactly 8 MB is read", async () => {
    const { send, metered } = edge.newKey();
    const start = JSON.stringify({ model: MODEL.model, unknown: "" }).slice(0, -2);
    const response = await send(CHAT, withBody(`${start}${"x".repeat(BODY_MAX - start.length - 2)}"}`));
    expect([response.status, (await errorOf(response)).param]).toEqual([400, "unknown"]);
    expect((await metered()).refusals).toHaveLength(1);
  });

  test("that does not arrive in time is refused, also when it never stops arriving", async () => {
    const hasty = await startEdge({ bodyMs: 200 });
    onTestFinished(() => hasty.stop());
    for (const trickles of [false, true]) {
      const customer = hasty.newKey();
      const { sent, response } = openRequest(customer.key, {}, hasty);
      sent.write('{"model":"');
      const timer = setInterval(() => trickles && sent.write("x"), 20);
      const refused = await response.finally(() => clearInterval(timer));
      expect(refused?.statusCode).toBe(400);
      await customer.meterHas(({ refusals }) => refusals.length === 1);
      await expectNothingDone(customer);
    }
  });

  test("that trickles is refused after its first seconds, however long it may take", async () => {
    const patient = await startEdge({ graceMs: 200 });
    onTestFinished(() => patient.stop());
    for (const headers of [{}, { "content-length": 2_000 }, { "content-length": 500_000 }]) {
      const customer = patient.newKey();
      const { sent, response } = openRequest(customer.key, headers, patient);
      sent.write('{"model":"');
      const timer = setInterval(() => sent.write("x"), 20);
      const refused = await response.finally(() => clearInterval(timer));
      expect(refused?.statusCode).toBe(400);
      await customer.meterHas(({ refusals }) => refusals.length === 1);
      await expectNothingDone(customer);
    }
  });

  test("of more than 256 KB is refused with a test key, also before it arrives", async () => {
    const { key, send } = edge.newKey({ test: true });
    const [most, start] = [256 * 1024, '{"messages":[{"role":"user","content":"'];
    const bodyOf = (length: number) => `${start}${"x".repeat(length - start.length - 4)}"}]}`;
    expect((await send(CHAT, withBody(bodyOf(most)))).status).toBe(400);
    const longer = await send(CHAT, withBody(bodyOf(most + 1)));
    expect([longer.status, (await errorOf(longer)).message]).toEqual([
      413,
      "The body of a request with a test key must have at most 256 KB.",
    ]);
    const { sent, response } = openRequest(key, { "content-length": most + 1 });
    sent.flushHeaders();
    expect((await response)?.statusCode).toBe(413);
  });

  test("of more than 128 KB is not read for a key whose requests are refused anyway", async () => {
    const customer = edge.newKey();
    await customer.meterResponds({ admitted: false, code: "insufficient_balance" });
    for (const headers of [{ "content-length": 129 * 1024 }, {}]) {
      const { sent, response } = openRequest(customer.key, headers);
      sent.flushHeaders();
      expect((await response)?.statusCode).toBe(402);
    }
    expect((await customer.metered()).refusals).toEqual([]);
    await expectNothingDone(customer);
  });

  test("takes no room by announcing its length, nor once the provider has it", async () => {
    const { key, send, settled } = edge.newKey();
    for (const _ of [1, 2, 3]) openRequest(key, { "content-length": 7 * MB }).sent.flushHeaders();
    const long = chat({ messages: [{ role: "user", content: "x".repeat(7 * MB) }] });
    const live = liveResponse();
    edge.upstream.respondWith(live.script);
    const waiting = send(CHAT, long);
    const provider = await live.started;
    edge.upstream.respondWith(json({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }));
    expect((await send(CHAT, long)).status).toBe(200);
    provider.end();
    await waiting;
    await settled(2);
  });
});
