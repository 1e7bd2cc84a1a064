import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Api,
  CHAT_API,
  COMPLETIONS_API,
  MESSAGES_API,
  post,
  RESPONSES_API,
  streamOf,
} from "./gateway-http/apis.ts";
import {
  CHAT,
  CREDENTIAL,
  type Customer,
  chat,
  costOf,
  dollars,
  type Edge,
  errorOf,
  MODEL,
  startEdge,
} from "./gateway-http/edge.ts";
import { events, json, type Script, text } from "./gateway-http/scripted-upstream.ts";

const SHOP = "https://shop.example";
let edge: Edge;
/** Drops unknown fields, and sends the account's pseudonym. */
let lenient: Edge;
beforeAll(async () => {
  const free = { ...MODEL, model: "omni-moderation-latest" };
  const prices = [MODEL, free];
  [edge, lenient] = await Promise.all([
    startEdge({ prices }),
    startEdge({ prices, unknownFields: "drop", attribution: true }),
  ]);
});
beforeEach(() => {
  for (const { upstream } of [edge, lenient]) upstream.respondWith(json(CHAT_API.whole(9, 4)));
});
afterAll(() => Promise.all([edge.stop(), lenient.stop()]));

/** What the provider receives of a request, and its response for the client. */
async function forwarded(
  path: string,
  init: RequestInit,
  {
    to = edge,
    respond = json(CHAT_API.whole(9, 4)),
    customer = to.newKey(),
  }: { to?: Edge; respond?: Script; customer?: Customer } = {},
) {
  to.upstream.respondWith(respond);
  const response = await customer.send(path, init);
  const [received] = to.upstream.received;
  const fields: Record<string, unknown> = JSON.parse(String(received?.body ?? "{}"));
  return { response, received, fields, customer };
}

/** Without the stream, which the response here is not. */
const body = ({ body: { stream, stream_options, ...fields } }: Api) => fields;

describe("a request", () => {
  test("is forwarded as it was parsed, with the operator's credential and nothing else of its client", async () => {
    const headers = {
      cookie: "session=1",
      "idempotency-key": "mine",
      "openai-organization": "org-mine",
      "openai-project": "proj-mine",
      "openai-beta": "assistants=v2",
      "anthropic-beta": "prompt-caching-2024-07-31",
      "user-agent": "client/1.0",
      "x-forwarded-for": "10.0.0.1",
      "x-latchkey-test": "429",
      origin: SHOP,
    };
    const sent = chat({ temperature: 0.5, seed: 12345678901234567890n.toString() });
    const spaced = sent.body.replace('"temperature":0.5', ' "temperature" : 1, "temperature" :\n 5e-1');
    const { response, received, customer } = await forwarded(CHAT, {
      method: "POST",
      headers,
      body: spaced.replace(/"(12345678901234567890)"/, "$1"),
    });
    expect(response.status).toBe(200);
    expect([received?.method, received?.path]).toEqual(["POST", "/base/v1/chat/completions"]);
    expect(String(received?.body)).toBe(sent.body.replace(/"(12345678901234567890)"/, "$1"));
    const { "content-length": _, host, "cf-worker": __, ...kept } = received?.headers ?? {};
    expect(kept).toEqual({
      authorization: `Bearer ${CREDENTIAL}`,
      "content-type": "application/json",
      "accept-encoding": "identity",
    });
    expect(JSON.stringify(received?.headers)).not.toContain(customer.key);
  });

  test("without a stream is held and priced by the body that is forwarded", async () => {
    const { body: sent } = chat({ max_tokens: 7 });
    const padded = sent.replace("{", `{${" ".repeat(500)}`);
    const { customer, received } = await forwarded(CHAT, { method: "POST", body: padded });
    expect(String(received?.body)).toBe(sent);
    const { admissions } = await customer.metered();
    expect(admissions).toMatchObject([
      { endpoint: "/v1/chat/completions", model: MODEL.model, priceListId: 1, origin: null },
    ]);
    // A token has at least one byte.
    expect(admissions[0]?.holdMicros).toBe(costOf(received?.body.length ?? 0, 7));
  });

  test("for a stream always counts its tokens, even if the client does not request that", async () => {
    const { fields } = await forwarded(
      CHAT,
      chat({ stream: true, stream_options: { include_obfuscation: false } }),
    );
    expect(fields.stream_options).toEqual({ include_obfuscation: false, include_usage: true });
  });

  test("of the Responses API never stores anything at the provider", async () => {
    const respond = json(RESPONSES_API.whole(9, 4));
    const sent = { ...body(RESPONSES_API), store: true };
    const { fields, response } = await forwarded(RESPONSES_API.path, post(sent), { respond });
    expect([response.status, fields.store]).toEqual([200, false]);
  });

  test("has a cache key that no other account can share", async () => {
    const sent = chat({ prompt_cache_key: "mine" });
    const { fields: first, customer } = await forwarded(CHAT, sent);
    const { fields: same } = await forwarded(CHAT, sent, { customer });
    const { fields: other } = await forwarded(CHAT, sent);
    expect(first.prompt_cache_key).toMatch(/^\S+:mine$/);
    expect(same.prompt_cache_key).toBe(first.prompt_cache_key);
    expect(other.prompt_cache_key).not.toBe(first.prompt_cache_key);
  });

  test.each([["unknown"], ["x_unknown"]])(
    "with the unknown field %s is refused, or loses it",
    async (name) => {
      const { response } = await forwarded(CHAT, chat({ [name]: 1 }));
      expect([response.status, (await errorOf(response)).code]).toEqual([400, "unsupported_parameter"]);
      const { fields, response: accepted } = await forwarded(CHAT, chat({ [name]: 1 }), { to: lenient });
      expect([accepted.status, name in fields]).toEqual([200, false]);
    },
  );
});

describe("Anthropic's headers", () => {
  const respond = json(MESSAGES_API.whole(9, 4));
  const messages = (headers: Record<string, string>, to = edge) =>
    forwarded(`${MESSAGES_API.path}?beta=true`, { ...post(body(MESSAGES_API)), headers }, { respond, to });
  const BETAS = "prompt-caching-2024-07-31, context-1m-2025-08-07";

  test("are the version, a supported beta, and the credential under both names", async () => {
    const { received, response } = await messages({
      "anthropic-version": "2024-10-22",
      "anthropic-beta": "prompt-caching-2024-07-31",
      "anthropic-dangerous-direct-browser-access": "true",
    });
    expect([response.status, received?.path]).toEqual([200, "/base/v1/messages"]);
    const { "content-length": _, host, "cf-worker": __, ...kept } = received?.headers ?? {};
    expect(kept).toEqual({
      "anthropic-version": "2024-10-22",
      "anthropic-beta": "prompt-caching-2024-07-31",
      "x-api-key": CREDENTIAL,
      authorization: `Bearer ${CREDENTIAL}`,
      "content-type": "application/json",
      "accept-encoding": "identity",
    });
  });

  test("have a version even if the client sends none", async () => {
    const { received } = await messages({});
    expect(received?.headers).toMatchObject({ "anthropic-version": "2023-06-01" });
    expect(received?.headers).not.toHaveProperty("anthropic-beta");
  });

  test("lose an unknown beta, which the response names", async () => {
    const { received, response } = await messages({ "anthropic-beta": BETAS });
    expect(response.status).toBe(200);
    expect(received?.headers["anthropic-beta"]).toBe("prompt-caching-2024-07-31");
    expect(response.headers.get("x-latchkey-dropped")).toBe("anthropic-beta=context-1m-2025-08-07");
  });
});

describe("the account's pseudonym", () => {
  const USERS: [Api, (fields: Record<string, unknown>) => unknown[]][] = [
    [CHAT_API, ({ safety_identifier, user }) => [safety_identifier, user]],
    [RESPONSES_API, ({ safety_identifier, user }) => [safety_identifier, user]],
    [COMPLETIONS_API, ({ user }) => [user]],
    [MESSAGES_API, ({ metadata }) => [Object(metadata).user_id]],
  ];

  test.each(USERS)(
    "replaces what the client says about its users, if the operator sends it: $name",
    async (api, usersOf) => {
      const said =
        api === MESSAGES_API
          ? { metadata: { user_id: "anna@example.com" } }
          : {
              user: "anna@example.com",
              ...(api !== COMPLETIONS_API && { safety_identifier: "anna@example.com" }),
            };
      const sent = post({ ...body(api), ...said });
      const respond = json(api.whole(9, 4));
      const { fields, customer } = await forwarded(api.path, sent, { to: lenient, respond });
      const [pseudonym] = usersOf(fields);
      expect(pseudonym).toMatch(/^[\w-]{16,64}$/);
      expect(usersOf(fields)).toEqual(usersOf(fields).map(() => pseudonym));
      expect(JSON.stringify(fields)).not.toContain("anna");
      expect(customer.key).not.toContain(String(pseudonym));
      const again = await forwarded(api.path, sent, { to: lenient, respond, customer });
      expect(usersOf(again.fields)).toEqual(usersOf(fields));
      const other = await forwarded(api.path, sent, { to: lenient, respond });
      expect(usersOf(other.fields)[0]).not.toBe(pseudonym);
    },
  );

  test.each(USERS)("is not sent otherwise: $name", async (api, usersOf) => {
    const { fields } = await forwarded(api.path, post(body(api)), { respond: json(api.whole(9, 4)) });
    expect(usersOf(fields).every((user) => user === undefined)).toBe(true);
  });
});

describe("a response", () => {
  const OPERATORS = {
    "openai-organization": "operators",
    "openai-processing-ms": "12",
    "openai-version": "2020-10-01",
    "anthropic-organization-id": "operators",
    "set-cookie": "a=1",
    server: "operators-proxy",
    via: "1.1 operators-proxy",
    location: "http://10.0.0.7/",
    "x-request-id": "req_operators",
    "request-id": "req_operators",
    "x-ratelimit-remaining-requests": "7",
    "x-ratelimit-remaining-tokens": "7",
    "x-latchkey-cost": "0",
    "access-control-allow-origin": "*",
    "cf-ray": "1",
  };
  const NAMES = [
    "x-request-id",
    "request-id",
    "x-ratelimit-limit-requests",
    "x-ratelimit-remaining-requests",
    "x-ratelimit-reset-requests",
    "x-latchkey-balance",
    "x-latchkey-cost",
    "x-latchkey-paid-by",
    "content-type",
    "x-content-type-options",
    "content-security-policy",
    "strict-transport-security",
    "cache-control",
    "content-length",
    "date",
    "connection",
    "keep-alive",
    "transfer-encoding",
    "vary",
    "content-encoding",
    "referrer-policy",
  ];

  test("has its id, limits, cost and balance, and nothing of the operator's", async () => {
    const respond = json(CHAT_API.whole(9, 4), 200, OPERATORS);
    const { response, customer } = await forwarded(CHAT, chat(), { respond });
    const { admissions } = await customer.metered();
    const shown = Object.fromEntries(response.headers);
    expect(shown).toMatchObject({
      "x-request-id": admissions[0]?.requestId,
      "request-id": admissions[0]?.requestId,
      "x-ratelimit-limit-requests": "100",
      "x-ratelimit-remaining-requests": "99",
      "x-ratelimit-reset-requests": "1s",
      // As the settlement left it, not as the admission did.
      "x-latchkey-balance": "4.900000",
      "x-latchkey-cost": dollars(costOf(9, 4)),
      "x-latchkey-paid-by": "balance",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
    });
    expect(Object.keys(shown).filter((name) => !NAMES.includes(name))).toEqual([]);
    expect(JSON.stringify(shown)).not.toContain("operators");
  });

  test("has its cost in its usage as well, and is the provider's otherwise", async () => {
    const whole = { ...CHAT_API.whole(9, 4), seed: "12345678901234567890" };
    const written = JSON.stringify(whole).replace('"12345678901234567890"', "12345678901234567890");
    const headers = { "content-type": "application/json; charset=utf-8" };
    const { response } = await forwarded(CHAT, chat(), { respond: text(written, 200, headers) });
    const shown = (await response.text()).replace(":12345678901234567890", ':"12345678901234567890"');
    expect(JSON.parse(shown)).toEqual({
      ...whole,
      usage: { ...Object(whole).usage, cost: costOf(9, 4) / 1e6 },
    });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("shows no balance for a key that may not see it", async () => {
    const customer = edge.newKey();
    await customer.meterResponds({ balanceMicros: null });
    const { response } = await forwarded(CHAT, chat(), { customer });
    expect(response.headers.get("x-latchkey-cost")).toBe(dollars(costOf(9, 4)));
    expect(response.headers.has("x-latchkey-balance")).toBe(false);
  });

  test("that the plan covers costs nothing, says so, and is recorded with its price", async () => {
    const customer = edge.newKey();
    await customer.meterResponds({ covered: true });
    const { response } = await forwarded(CHAT, chat(), { customer });
    expect(response.headers.get("x-latchkey-paid-by")).toBe("plan");
    expect(response.headers.get("x-latchkey-cost")).toBe("0.000000");
    expect(await response.json()).toMatchObject({ usage: { cost: 0 } });
    expect(await customer.settled()).toMatchObject([{ costMicros: costOf(9, 4), tokensIn: 9, tokensOut: 4 }]);
  });

  test("can be read by pages of the origin that the key allows, whatever it is, and of no other", async () => {
    const customer = edge.newKey();
    await customer.meterResponds({ page: SHOP });
    const shown = async (origin: string, respond: Script, sent = chat()) => {
      const { response, received } = await forwarded(
        CHAT,
        { ...sent, headers: { origin } },
        { customer, respond },
      );
      await response.text();
      expect(received?.headers).not.toHaveProperty("origin");
      return [response.status, response.headers.get("access-control-allow-origin")];
    };
    const whole = json(CHAT_API.whole(9, 4));
    expect(await shown(SHOP, whole)).toEqual([200, SHOP]);
    expect(await shown(SHOP, events(streamOf(CHAT_API)), chat({ stream: true }))).toEqual([200, SHOP]);
    expect(await shown(SHOP, json({ error: { message: "No." } }, 400))).toEqual([400, SHOP]);
    expect(await shown(SHOP, json({}, 401))).toEqual([502, SHOP]);
    expect(await shown("https://other.example", whole)).toEqual([200, null]);
    const origins = (await customer.metered()).admissions.map(({ origin }) => origin);
    expect(origins).toEqual([SHOP, SHOP, SHOP, SHOP, "https://other.example"]);
  });
});

describe("a path that the operator has opened", () => {
  const VOICE = "/v1/voices/voice-1";

  test.each(["GET", "DELETE", "POST"])("is forwarded unread with %s, and costs nothing", async (method) => {
    const customer = edge.newKey();
    edge.upstream.respondWith(text("RIFF", 200, { "content-type": "audio/wav", "set-cookie": "a=1" }));
    const sent = method === "POST" ? { body: "RIFF", headers: { "content-type": "audio/wav" } } : {};
    const response = await customer.send(`${VOICE}?as=wav`, { method, ...sent });
    expect([response.status, await response.text()]).toEqual([200, "RIFF"]);
    expect(response.headers.get("content-type")).toBe("audio/wav");
    expect(response.headers.has("set-cookie")).toBe(false);
    expect(response.headers.has("x-latchkey-paid-by")).toBe(false);
    const [received] = edge.upstream.received;
    expect(received).toMatchObject({ method, path: "/base/v1/voices/voice-1?as=wav" });
    expect(received?.headers.authorization).toBe(`Bearer ${CREDENTIAL}`);
    expect(received?.headers["content-type"]).toBe(method === "POST" ? "audio/wav" : undefined);
    expect(String(received?.body)).toBe(sent.body ?? "");
    const [admission] = (await customer.metered()).admissions;
    expect(admission).toMatchObject({ holdMicros: 0 });
    expect(admission).not.toHaveProperty("model");
    expect(await customer.settled()).toMatchObject([
      { statusCode: 200, outcome: 1, costMicros: 0, priceLines: null, tokensIn: 0, tokensOut: 0 },
    ]);
  });

  test("may respond without a body, with the headers of every response", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith(text("", 204));
    const response = await customer.send(VOICE, { method: "DELETE" });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-request-id": (await customer.metered()).admissions[0]?.requestId,
      "x-ratelimit-remaining-requests": "99",
      "x-content-type-options": "nosniff",
    });
    expect(await customer.settled()).toMatchObject([{ statusCode: 204, outcome: 1, costMicros: 0 }]);
  });

  test("that is cut does not reach its client whole", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith((response) => {
      response.writeHead(200, { "content-type": "audio/wav", "content-length": 8 });
      response.write("RIFF", () => response.destroy());
    });
    const shown = await (await customer.send(VOICE)).text().catch(() => "");
    expect(shown).toBe("");
    expect(await customer.settled()).toMatchObject([{ statusCode: 502, outcome: 4, costMicros: 0 }]);
  });

  test("that fails names neither the operator's account nor its machines", async () => {
    const customer = edge.newKey();
    const message = "No voice in org-operators0001 at http://10.0.0.7/.";
    edge.upstream.respondWith(json({ error: { message, type: "invalid_request_error" } }, 404));
    const response = await customer.send(VOICE);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { message: "No voice in … at …", type: "invalid_request_error", code: null, param: null } },
    ]);
    expect(await customer.settled()).toMatchObject([{ statusCode: 404, outcome: 2, costMicros: 0 }]);
  });

  test.each([
    ["a redirect", text("", 302, { location: "http://10.0.0.7/" })],
    ["a refusal of the operator's credential", json({ error: { message: "No." } }, 401)],
    ["an error that is a page", text("<html>10.0.0.7</html>", 500, { "content-type": "text/html" })],
  ])("is 502 with %s", async (_what, script) => {
    const customer = edge.newKey();
    edge.upstream.respondWith(script);
    const response = await customer.send(VOICE);
    expect([response.status, (await errorOf(response)).code]).toEqual([502, "upstream_error"]);
    expect(response.headers.has("location")).toBe(false);
    expect(await customer.settled()).toMatchObject([{ statusCode: 502, outcome: 2, costMicros: 0 }]);
  });
});

describe("a caller's trace", () => {
  const TRACE = {
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    tracestate: "vendor=1",
  };
  const sentTo = async (headers: Record<string, string>) => {
    const { received } = await forwarded(CHAT, { ...chat(), headers });
    return [received?.headers.traceparent, received?.headers.tracestate];
  };

  test("is passed on to the provider as it is while nothing is recorded", async () => {
    expect(await sentTo(TRACE)).toEqual([TRACE.traceparent, TRACE.tracestate]);
    expect(await sentTo({ ...TRACE, tracestate: "x".repeat(600) })).toEqual([TRACE.traceparent, undefined]);
  });

  test("is left out when it is malformed or missing", async () => {
    expect(await sentTo({ ...TRACE, traceparent: TRACE.traceparent.toUpperCase() })).toEqual([
      undefined,
      undefined,
    ]);
    expect(await sentTo({ tracestate: TRACE.tracestate })).toEqual([undefined, undefined]);
    expect(await sentTo({})).toEqual([undefined, undefined]);
  });
});
