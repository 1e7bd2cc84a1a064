import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiKey } from "#core/contract/keys.ts";
import { paymentLinkResponse } from "#core/contract/payments.ts";
import { type AllWorkers, signInNewUser, startAllWorkers } from "#tests/support/all-workers.ts";
import { payOnHostedPage } from "#tests/support/hosted-page.ts";
import type { ReadSpan } from "#tests/support/otlp-reader.ts";
import { CHAT_API } from "./gateway-http/apis.ts";
import { json, liveResponse, startScriptedUpstream } from "./gateway-http/scripted-upstream.ts";
import { startCollector } from "./traces/collector.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
/** The caller doesn't record its trace, which has no say in ours. */
const CALLER_TRACE = { traceparent: `00-${TRACE_ID}-${CALLER}-00`, tracestate: "vendor=caller" };
const EMAIL = "traced@example.com";
const [SERVER, CLIENT, ERROR] = [2, 3, 2];

let collector: Awaited<ReturnType<typeof startCollector>>;
let upstream: Awaited<ReturnType<typeof startScriptedUpstream>>;
let workers: AllWorkers;
let user: Awaited<ReturnType<typeof signInNewUser>>;
let key: string;

beforeAll(async () => {
  [collector, upstream] = await Promise.all([startCollector(), startScriptedUpstream()]);
  const traces = { url: collector.url, headers: "authorization=Bearer%20collector-token,x-tenant=latchkey" };
  workers = await startAllWorkers({ routed: false, upstreamUrl: upstream.url, traces });
  user = await signInNewUser(workers, EMAIL);
  const order = { amount: 25, product: "balance" };
  const link = await user.call("/payment/create-payment-link", order);
  const landing = await payOnHostedPage(paymentLinkResponse.parse(await link.json()).paymentLinkUrl);
  await user.call("/account/payment-link-completion", {
    session_id: new URL(landing).searchParams.get("session_id"),
  });
  key = apiKey.parse(await (await user.call("/keys", { name: "Traced" })).json()).key ?? "";
});
beforeEach(() => {
  collector.become("takes");
  upstream.respondWith(json(CHAT_API.whole(9, 4)));
});
afterAll(async () => {
  await workers.stop();
  await Promise.all([collector.stop(), upstream.stop()]);
});

const chat = (more: object = {}, headers: Record<string, string> = CALLER_TRACE) =>
  fetch(`${workers.origin}${CHAT_API.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({
      model: "demo-small",
      messages: [{ role: "user", content: "Private words" }],
      ...more,
    }),
  });

const requestIdOf = (response: Response) => response.headers.get("x-request-id") ?? "";

/** The only span with this name and kind. */
function only(spans: readonly ReadSpan[], name: string, kind: number): ReadSpan {
  const found = spans.filter((span) => span.name === name && span.kind === kind);
  expect(
    found.map((span) => span.name),
    name,
  ).toEqual([name]);
  return found[0] as ReadSpan;
}

/** The seven spans of a request to a model, and what has to hold of any. */
function partsOf(spans: readonly ReadSpan[], requestId: string) {
  const parts = {
    web: only(spans, "POST /v1", SERVER),
    gateway: only(spans, "POST /v1/chat/completions", SERVER),
    admit: only(spans, "Meter/admit", CLIENT),
    admitted: only(spans, "Meter/admit", SERVER),
    provider: only(spans, "POST /chat/completions", CLIENT),
    settle: only(spans, "Meter/settle", CLIENT),
    settled: only(spans, "Meter/settle", SERVER),
  };
  const { web, gateway, admit, admitted, provider, settle, settled } = parts;
  const parents = {
    web: [gateway],
    gateway: [admit, provider, settle],
    admit: [admitted],
    settle: [settled],
  } as const;
  for (const [name, children] of Object.entries(parents)) {
    const parent = parts[name as keyof typeof parents];
    for (const child of children) {
      expect(child.parentSpanId, child.name).toBe(parent.spanId);
      expect(child.startTimeUnixNano >= parent.startTimeUnixNano, `${child.name} begins within ${name}`).toBe(
        true,
      );
      expect(child.endTimeUnixNano <= parent.endTimeUnixNano, `${child.name} ends within ${name}`).toBe(true);
    }
  }
  expect(spans).toHaveLength(7);
  expect(new Set(spans.map((span) => span.spanId)).size).toBe(7);
  for (const span of spans) {
    expect([span.traceId, span.attributes["latchkey.request_id"]]).toEqual([web.traceId, requestId]);
    expect(span.endTimeUnixNano >= span.startTimeUnixNano).toBe(true);
  }
  expect([web.service, gateway.service, admitted.service, settled.service]).toEqual([
    "latchkey-web",
    "latchkey-gateway",
    "latchkey-meter",
    "latchkey-meter",
  ]);
  return parts;
}

describe("a request to a model", () => {
  test("is one trace from its caller to the provider, with one request id", async () => {
    const response = await chat();
    expect(response.status).toBe(200);
    await response.text();
    const requestId = requestIdOf(response);
    const { web, gateway, provider } = partsOf(await collector.spansOf(requestId, 7), requestId);
    expect([web.traceId, web.parentSpanId, web.traceState]).toEqual([TRACE_ID, CALLER, "vendor=caller"]);
    expect(gateway.attributes).toEqual({
      "latchkey.request_id": requestId,
      "http.request.method": "POST",
      "http.route": "/v1/chat/completions",
      "http.response.status_code": 200,
      "http.response.header.x-request-id": [requestId],
    });
    expect(provider.attributes).toMatchObject({
      "server.address": "127.0.0.1",
      "http.response.status_code": 200,
    });
    const [received] = upstream.received;
    expect(received?.headers.traceparent).toBe(`00-${TRACE_ID}-${provider.spanId}-01`);
    expect(received?.headers.tracestate).toBe("vendor=caller");
  });

  test("lasts until its stream has ended", async () => {
    const live = liveResponse();
    upstream.respondWith(live.script);
    const responding = chat({ stream: true });
    const provider = await live.started;
    for (const event of [...CHAT_API.opening, CHAT_API.chunk("Well")]) provider.write(event);
    const response = await responding;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const endsAfter = BigInt(Date.now()) * 1_000_000n;
    const requestId = requestIdOf(response);
    for (const event of [CHAT_API.chunk("Hello"), ...CHAT_API.closing(9, 4)]) provider.write(event);
    provider.end();
    expect(await response.text()).toContain("Hello");
    const spans = partsOf(await collector.spansOf(requestId, 7), requestId);
    for (const name of ["web", "gateway", "provider"] as const)
      expect(spans[name].endTimeUnixNano >= endsAfter, name).toBe(true);
    expect(spans.settle.startTimeUnixNano >= endsAfter).toBe(true);
  });

  test.each([
    ["no traceparent", {}],
    [
      "a malformed traceparent",
      { traceparent: `00-${TRACE_ID.toUpperCase()}-${CALLER}-01`, tracestate: "a=b" },
    ],
  ])("begins a trace of its own with %s", async (_, headers) => {
    const response = await chat({}, headers);
    await response.text();
    const requestId = requestIdOf(response);
    const { web } = partsOf(await collector.spansOf(requestId, 7), requestId);
    expect([web.parentSpanId, web.traceState]).toEqual([undefined, undefined]);
    expect(web.traceId).not.toBe(TRACE_ID);
    expect(upstream.received[0]?.headers.traceparent).toContain(web.traceId);
    expect(upstream.received[0]?.headers.tracestate).toBeUndefined();
  });

  test("shows where it failed when the provider does", async () => {
    upstream.respondWith((response) => void response.destroy());
    const response = await chat();
    expect(response.status).toBe(502);
    await response.text();
    const requestId = requestIdOf(response);
    const { gateway, provider, admit } = partsOf(await collector.spansOf(requestId, 7), requestId);
    expect([gateway.status?.code, provider.status?.code, admit.status]).toEqual([ERROR, ERROR, undefined]);
    expect([gateway.attributes["error.type"], provider.attributes["error.type"]]).toEqual(["502", "failed"]);
  });
});

test("a request of the dashboard is traced through web and api, by its route", async () => {
  const response = await user.call("/keys/123/reveal", {});
  expect(response.status).toBe(404);
  await response.text();
  const spans = await collector.spansOf(requestIdOf(response), 2);
  const web = only(spans, "POST /api", SERVER);
  const api = only(spans, "POST /api/keys/:id/reveal", SERVER);
  expect([api.traceId, api.parentSpanId, api.status]).toEqual([web.traceId, web.spanId, undefined]);
});

test("an export has the operator's headers, and nothing of a request but its routes", async () => {
  await (await chat({}, { "x-latchkey-test": "none", origin: "https://private.example" })).text();
  for (const { headers, body } of collector.exports) {
    expect(headers.authorization).toBe("Bearer collector-token");
    expect([headers["x-tenant"], headers["content-type"]]).toEqual(["latchkey", "application/json"]);
    for (const secret of [
      key,
      key.slice(3),
      user.token,
      EMAIL,
      "Private words",
      "private.example",
      "sk-demo",
    ])
      expect(body).not.toContain(secret);
  }
  expect(collector.exports.length).toBeGreaterThan(0);
});

/** Waiting for a collector that hangs would take 5 s each time. */
const IN_A_ROW = 10;
const FAR_LESS_MS = 25_000;

test.each(["fails", "hangs"] as const)(
  "a collector that %s changes nothing for clients",
  async (behavior) => {
    collector.become(behavior);
    const startedAt = Date.now();
    for (let turn = 0; turn < IN_A_ROW; turn += 1) await expectWhole(await chat());
    expect(Date.now() - startedAt).toBeLessThan(FAR_LESS_MS);
    for (const response of await Promise.all(Array.from({ length: 25 }, () => chat())))
      await expectWhole(response);
  },
);

async function expectWhole(response: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get("x-latchkey-cost")).toBe("0.000004");
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: "Hello" } }] });
}

test("failed exports are counted in the log, without the collector's token or address", async () => {
  const lines = (await workers.logs())
    .map((line) => JSON.stringify(line))
    .filter((line) => line.includes("traces_not_exported"));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(10);
  expect(lines.join()).not.toMatch(/collector-token|\/v1\/traces/);
});
