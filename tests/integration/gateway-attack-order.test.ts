import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { generateApiKey } from "#core/domain/api-key.ts";
import { until } from "../support/limits.ts";
import { attempt, refusal, sendAsWritten } from "./attacks/attempt.ts";
import { CHAT, COUNT_TOKENS, DEAR, EMBEDDINGS, PRICES, post, RESPONSE, TARGETS } from "./attacks/targets.ts";
import { CHAT_API } from "./gateway-http/apis.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

const MB = 1024 * 1024;
const SHOP = "https://shop.example";
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

/** A request whose body the test sends by itself. */
function open(path: string, key: string, headers: Record<string, string | number> = {}) {
  const sent = request(`${edge.origin}${path}`, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  });
  sent.on("error", () => {});
  onTestFinished(() => void sent.destroy());
  const response = once(sent, "response").then(async ([first]: IncomingMessage[]) => {
    if (first === undefined) throw new Error("There is no response.");
    const chunks: Buffer[] = [];
    for await (const chunk of first) chunks.push(chunk as Buffer);
    return { status: first.statusCode, headers: first.headers, text: String(Buffer.concat(chunks)) };
  });
  response.catch(() => {});
  return { sent, response };
}

describe.each(TARGETS)("G11: a key that no account has, at $path", ({ path, body }) => {
  test("is refused before any of its 4 MB body is read", async () => {
    const customer = edge.newKey();
    await customer.meterResponds("unknown");
    const { sent, response } = open(path, customer.key, { "content-length": 4 * MB });
    sent.flushHeaders();
    expect((await response).status).toBe(401);
    expect(await customer.metered()).toMatchObject({ identified: 1, admissions: [], refusals: [] });
  });

  test("learns nothing about models, fields, limits and bodies", async () => {
    const customer = edge.newKey();
    await customer.meterResponds("unknown");
    edge.upstream.respondWith(json(RESPONSE));
    const inits: RequestInit[] = [
      post(body),
      post({ ...body, model: "no-such-model" }),
      post({ ...body, model: DEAR }),
      post({ ...body, nosuchfield: 1 }),
      post("{"),
      post(body, { "content-type": "text/plain" }),
      { method: "DELETE" },
    ];
    const shown = new Set<string>();
    for (const init of inits) {
      const response = await customer.send(path, init);
      const { headers } = response;
      const text = (await response.text()).replace(/"request_id":"[^"]*"/, "");
      shown.add(JSON.stringify([response.status, text, headers.has("x-ratelimit-limit-requests")]));
    }
    expect([...shown]).toHaveLength(1);
    expect([...shown][0]).toContain("401");
    expect(edge.upstream.received).toEqual([]);
  });

  test("that is not one by its form reaches no account", async () => {
    const { key, metered } = edge.newKey();
    const wrong = ["", "x", key.slice(0, -1), `${key}x`, key.replace("lk_", "sk-"), "lk_".padEnd(60, "A")];
    for (const text of wrong) {
      const headers = { authorization: `Bearer ${text}`, "content-type": "application/json" };
      const response = await sendAsWritten(edge.origin, { key, path, init: post(body, headers) });
      expect([response.status, JSON.parse(await response.text()).error.code]).toEqual([
        401,
        "invalid_api_key",
      ]);
    }
    expect((await metered()).identified).toBe(0);
  });
});

test.each([
  "/v1/models",
  "/v1/models/demo-small",
  "/v1/models/no-such-model",
  "/v1/key",
  "/v1/nosuch",
  "/v1/",
])("G11: GET %s shows nothing without a key", async (path) => {
  const customer = edge.newKey();
  await customer.meterResponds("unknown");
  for (const headers of [{}, { authorization: `Bearer ${generateApiKey("0".repeat(11))}x` }]) {
    const response = await fetch(edge.origin + path, { headers });
    const text = await response.text();
    expect([response.status, JSON.parse(text).error.code]).toEqual([401, "invalid_api_key"]);
    expect(text).not.toContain("demo-");
  }
  expect((await customer.send(path)).status).toBe(401);
});

describe("G16: what one account does to others", () => {
  test("its bodies leave room for those of others, and are refused without being counted", async () => {
    const [greedy, other] = [edge.newKey(), edge.newKey()];
    edge.upstream.respondWith(json(RESPONSE));
    const { sent } = open(CHAT.path, greedy.key, { "content-length": 8 * MB });
    sent.write(Buffer.alloc(8 * MB - 1, " "));
    const refused = await until(async () => {
      const response = await greedy.send(CHAT.path, post(CHAT.body));
      await response.text();
      return response.status === 200 ? null : response;
    });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    const init = post(`${" ".repeat(7 * MB)}${JSON.stringify(CHAT.body)}`);
    const result = await attempt(edge, { path: CHAT.path, init, customer: other });
    expect([result.status, result.settlements[0]?.costMicros]).toEqual([200, CHAT.cost]);
    expect((await greedy.metered()).refusals).toEqual([]);
    sent.destroy();
    await greedy.meterHas(({ refusals }) => refusals.length === 1);
    const later = await attempt(edge, { path: CHAT.path, init, customer: greedy });
    expect(later.status).toBe(200);
  });

  test("a response in progress keeps none of the room for bodies", async () => {
    const streaming = edge.newKey();
    const writers: ServerResponse[] = [];
    edge.upstream.respondWith((response) => {
      writers.push(response);
      response.writeHead(200, { "content-type": "text/event-stream" }).write(CHAT_API.chunk("a"));
    });
    const long = { ...CHAT.body, stream: true, messages: [{ role: "user", content: "x".repeat(7 * MB) }] };
    const streams: Response[] = [];
    for (let i = 0; i < 4; i += 1) streams.push(await streaming.send(CHAT.path, post(long)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const writer of writers) writer.end(CHAT_API.closing(7, 3).join(""));
    await Promise.all(streams.map((response) => response.text()));
    expect((await streaming.settled(4)).map(({ costMicros }) => costMicros)).toEqual([43, 43, 43, 43]);
  });
});

describe("G16: headers", () => {
  const INJECTIONS = [
    "x\r\nset-cookie: a=1",
    "x\nset-cookie: a=1",
    "\u0000",
    "\u2028",
    "é\u{1f600}",
    "<script>alert(1)</script>",
    '"},"code":"x',
    "../../etc/passwd",
    "%0d%0aset-cookie:%20a=1",
    "a".repeat(5_000),
  ];

  test.each(INJECTIONS)("are not made of the text %j of a request", async (text) => {
    for (const { path, body } of TARGETS) {
      const [status, code] = await refusal(edge, { path, init: post({ ...body, model: text }) });
      expect([400, 404]).toContain(status);
      expect(["invalid_request", "model_not_found"]).toContain(code);
      const result = await attempt(edge, { path, init: post({ ...body, [text]: 1 }) });
      expect([result.status, result.attempts, result.headers.has("set-cookie")]).toEqual([400, 0, false]);
      expect(result.text.length).toBeLessThan(600);
      expect(result.headers.get("content-type")).toBe("application/json");
      expect(result.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("of a model's name in the path are none either", async () => {
    const { send } = edge.newKey();
    for (const text of INJECTIONS) {
      const response = await send(`/v1/models/${encodeURIComponent(text)}`);
      expect([response.status, response.headers.has("set-cookie")]).toEqual([404, false]);
      expect((await response.text()).length).toBeLessThan(600);
    }
  });

  test("of the provider reach nobody, but for what describes the response", async () => {
    const headers = {
      "set-cookie": ["a=1", "b=2"],
      server: "vllm",
      "x-request-id": "theirs",
      "request-id": "theirs",
      "x-latchkey-cost": "0.000000",
      "x-latchkey-balance": "9",
      "x-latchkey-paid-by": "plan",
      "access-control-allow-origin": "*",
      "access-control-allow-credentials": "true",
      vary: "*",
      "content-security-policy": "default-src *",
      "strict-transport-security": "max-age=0",
      link: "</x>",
      "www-authenticate": "Basic",
      refresh: "0;url=http://x.test",
      "x-should-retry": "true",
      age: "9",
      "openai-organization": "org-1",
      "anthropic-organization-id": "org-1",
      "cf-ray": "1",
      etag: "x",
      "cache-control": "public, max-age=9",
      "clear-site-data": "*",
      "alt-svc": "h3",
      via: "1.1 x",
      nel: "{}",
    };
    for (const { path, body, cost } of TARGETS) {
      const script = json(RESPONSE, 200, headers);
      const result = await attempt(edge, { path, init: post(body), script });
      const shown = Object.fromEntries(result.headers);
      expect(shown).toMatchObject({
        "x-latchkey-cost": (cost / 1e6).toFixed(6),
        "x-latchkey-balance": "4.900000",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      });
      expect(shown["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      for (const name of [
        "set-cookie",
        "server",
        "access-control-allow-origin",
        "vary",
        "link",
        "refresh",
        "via",
      ])
        expect(result.headers.has(name), name).toBe(false);
      for (const name of [
        "openai-organization",
        "anthropic-organization-id",
        "etag",
        "www-authenticate",
        "nel",
      ])
        expect(result.headers.has(name), name).toBe(false);
    }
  });

  test("cannot choose the id, cost or payer of a request", async () => {
    const chosen = "11111111-2222-4333-8444-555555555555";
    const headers = {
      "x-request-id": chosen,
      "request-id": chosen,
      "x-latchkey-cost": "0",
      "x-latchkey-paid-by": "plan",
    };
    for (const { path, body, cost } of TARGETS) {
      const result = await attempt(edge, { path, init: post(body, headers) });
      expect(result.headers.get("x-request-id")).not.toBe(chosen);
      expect(result.settlements).toMatchObject([{ costMicros: cost }]);
      for (const name of Object.keys(headers)) expect(result.received?.headers).not.toHaveProperty(name);
    }
  });
});

test("G16: a key that may not see the balance is shown it nowhere", async () => {
  for (const { path, body } of TARGETS) {
    const customer = edge.newKey();
    await customer.meterResponds({ balanceMicros: null });
    const { headers, text } = await attempt(edge, { path, init: post(body), customer });
    expect([headers.get("x-latchkey-balance"), headers.get("x-ratelimit-limit-requests")]).toEqual([
      null,
      "100",
    ]);
    expect(text).not.toContain("balance");
  }
});

describe("G16: pages of other origins", () => {
  const REFUSED: [string, RequestInit][] = [
    ["a wrong field", post({ ...CHAT.body, nosuchfield: 1 })],
    ["no JSON", post("{")],
    ["a wrong type", post(CHAT.body, { "content-type": "text/plain" })],
    ["an unknown model", post({ ...CHAT.body, model: "no-such-model" })],
    ["an unknown path", { method: "DELETE" }],
  ];

  test.each(REFUSED)("may read a refusal because of %s only if the key allows them", async (_, init) => {
    for (const { path } of TARGETS) {
      for (const [origin, allowed] of [
        [SHOP, SHOP],
        [`${SHOP}:8443`, null],
        [SHOP.toUpperCase(), null],
        [`${SHOP}/`, null],
        [`${SHOP}.evil.test`, null],
        ["http://shop.example", null],
        ["null", null],
        ["*", null],
      ]) {
        const customer = edge.newKey();
        await customer.meterResponds({ page: SHOP });
        const response = await sendAsWritten(edge.origin, {
          key: customer.key,
          path,
          init: { ...init, headers: { ...(init.headers as object), origin: origin ?? "" } },
        });
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.headers.get("access-control-allow-origin"), `${origin}`).toBe(allowed);
        expect(response.headers.has("access-control-allow-credentials")).toBe(false);
      }
    }
  });

  test("may send a preflight, which admits nothing and needs no key", async () => {
    const customer = edge.newKey();
    for (const { path } of TARGETS) {
      const headers = {
        origin: SHOP,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization, x-evil, x:evil",
      };
      const response = await fetch(edge.origin + path, { method: "OPTIONS", headers });
      expect(response.status).toBe(204);
      const granted = response.headers.get("access-control-allow-headers")?.split(",");
      expect(granted).toContain("x-evil");
      expect(granted).not.toContain("x:evil");
      expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    }
    expect(await customer.metered()).toMatchObject({ identified: 0, admissions: [] });
  });
});

test("G11: what cannot be admitted counts against the rate, and is counted by its reason", async () => {
  const customer = edge.newKey();
  const wrong: [string, RequestInit, string][] = [
    [CHAT.path, post("{"), "invalid_request"],
    [CHAT.path, post({ ...CHAT.body, n: 0 }), "invalid_request"],
    [CHAT.path, post({ ...CHAT.body, nosuchfield: 1 }), "unsupported_parameter"],
    [EMBEDDINGS.path, post({ ...EMBEDDINGS.body, model: "no-such-model" }), "model_not_found"],
    [COUNT_TOKENS.path, post(COUNT_TOKENS.body, { "content-type": "text/plain" }), "unsupported_media_type"],
    ["/v1/files", { method: "GET" }, "unknown_endpoint"],
  ];
  for (const [path, init] of wrong) await (await customer.send(path, init)).text();
  const { refusals } = await customer.metered();
  expect(refusals.map(({ code }) => code)).toEqual(wrong.map(([, , code]) => code));
  expect(new Set(refusals.map(({ requestId }) => requestId)).size).toBe(wrong.length);
});

test("G16: a test key reaches no provider and costs nothing, whatever it requests", async () => {
  for (const { path, body } of TARGETS) {
    for (const changes of [{}, { model: DEAR }, { model: "no-such-model" }]) {
      const customer = edge.newKey({ test: true });
      const headers = { "x-latchkey-test-scenario": "none", "content-type": "application/json" };
      const init = post({ ...body, ...changes }, headers);
      const { status, attempts, holds, settlements } = await attempt(edge, { path, init, customer });
      expect([status, attempts, holds]).toEqual([200, 0, [0]]);
      expect(settlements).toMatchObject([{ costMicros: 0, tokensIn: 0, tokensOut: 0 }]);
    }
    const wrong = post({ ...body, nosuchfield: 1 });
    const refused = await refusal(edge, { path, init: wrong, customer: edge.newKey({ test: true }) });
    expect(refused).toEqual([400, "unsupported_parameter", "nosuchfield"]);
  }
});

test("G16: the operator's log names no key, and no text of a request", async () => {
  const secret = `secret-${crypto.randomUUID()}`;
  const before = edge.logs.length;
  for (const { path, body } of TARGETS) {
    await attempt(edge, { path, init: post({ ...body, [secret]: secret }) });
    const script = json({ error: { message: secret } }, 503);
    await attempt(edge, { path, init: post(body, { "x-secret": secret }), script });
  }
  expect(edge.logs.slice(before).join("\n")).not.toContain(secret);
});
