import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PRICES } from "#scripts/local/upstream/models.ts";
import { CHAT, type Edge, errorOf, startEdge } from "./gateway-http/edge.ts";
import { events, json } from "./gateway-http/scripted-upstream.ts";

const EXCHANGE_MS = 1_500;
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: DEMO_PRICES, idleMs: 5_000, exchangeMs: EXCHANGE_MS, progressMs: 200 });
}, 120_000);
afterAll(() => edge.stop());

const MESSAGES = [{ role: "user", content: "Hello" }];
const post = (body: object | string, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers,
  body:
    typeof body === "string" ? body : JSON.stringify({ model: "demo-large", messages: MESSAGES, ...body }),
});
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const piece = (content: string) => data({ choices: [{ delta: { content } }] });
const counted = (input: number, output: number) =>
  data({ choices: [], usage: { prompt_tokens: input, completion_tokens: output } });
const DONE = "data: [DONE]\n\n";
/** Micro-dollars of demo-large, in quarters: exact. */
const priceOf = (input: number, output: number) => Math.ceil(input * 2.5) + output * 10;
const words = (count: number) => Array.from({ length: count }, (_, i) => piece(` ${i}`));
/** Two events are written each time, 20 ms apart: it does not end by itself. */
const endless = events(
  Array.from({ length: 2_000 }, () => piece("a") + piece("b")),
  { pauseMs: 20 },
);

/** Refused by name, before anything is held or forwarded. */
async function refusal(path: string, init: RequestInit) {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 1, completion_tokens: 1 } }));
  const answer = await send(path, init);
  const { code, param } = await errorOf(answer);
  expect(edge.upstream.received, "what was forwarded").toEqual([]);
  expect((await metered()).admissions, "what was held").toEqual([]);
  return [answer.status, code, param];
}

test("G1: a stream that is cut at the deadline costs what came until then", async () => {
  const { send, settled } = edge.newKey();
  edge.upstream.answerWith(endless);
  const text = await (await send(CHAT, post({ stream: true }))).text();
  const seen = text.split("delta").length - 1;
  expect(text.endsWith('"code":"upstream_timeout","param":null}}\n\n')).toBe(true);
  const [settlement] = await settled();
  const { tokensIn = 0, tokensOut = 0, costMicros } = settlement ?? {};
  expect(settlement).toMatchObject({ statusCode: 504, costMicros: priceOf(tokensIn, tokensOut) });
  expect([tokensIn > 10, tokensOut, costMicros === 0]).toEqual([true, seen, false]);
});

test("G1: a reader that is too slow is cut at the deadline as well, and pays", async () => {
  const { key, settled, metered } = edge.newKey();
  const big = Array.from({ length: 4_000 }, () => piece("x".repeat(4_000)));
  edge.upstream.answerWith((answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of big) answer.write(event);
  });
  const began = Date.now();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = request(`${edge.origin}${CHAT}`, { method: "POST", headers });
  sent.on("error", () => {});
  sent.end(post({ stream: true }).body);
  let cut = false;
  sent.on("response", (answer) => {
    answer.on("error", () => {});
    answer.on("close", () => {
      cut = true;
    });
    answer.pause();
    const drip = setInterval(() => (cut ? clearInterval(drip) : answer.read(2_000)), 100);
  });
  const [settlement] = await settled();
  sent.destroy();
  expect(Date.now() - began).toBeLessThan(EXCHANGE_MS + 10_000);
  expect(settlement?.costMicros).toBeGreaterThan(0);
  expect((await metered()).admissions[0]?.holdMicros).toBeGreaterThanOrEqual(settlement?.costMicros ?? 0);
});

test("G1: what a long stream costs so far is on record before it ends", async () => {
  const { send, metered, settled } = edge.newKey();
  edge.upstream.answerWith(endless);
  const answer = await send(CHAT, post({ stream: true }));
  await answer.text();
  await settled();
  const { reports } = await metered();
  expect(reports.length).toBeGreaterThan(2);
  const costs = reports.map(({ costMicros }) => costMicros);
  expect(costs[0]).toBeGreaterThan(0);
  expect(costs).toEqual(costs.toSorted((a, b) => a - b));
});

test("G2: no field behind megabytes of padding goes unseen", async () => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 5, completion_tokens: 128 * 16_384 } }));
  const messages = JSON.stringify(MESSAGES);
  const body = `{"model":"demo-large","max_tokens":16384,${" ".repeat(4_200_000)}"n":128,"messages":${messages}}`;
  const answer = await send(CHAT, post(body));
  expect(answer.headers.get("x-latchkey-cost")).toBe("20.971533");
  const [got] = edge.upstream.received;
  expect(got?.body.length).toBeLessThan(200);
  expect(JSON.parse(String(got?.body))).toMatchObject({ n: 128 });
  expect((await metered()).admissions[0]?.holdMicros).toBeGreaterThan(20_971_520);
});

test.each([
  "text/plain",
  "application/json; charset=utf-7",
  "application/json; charset=utf-16",
  "application/x-ndjson",
])("G2: a body of the type %s is not read in some other way", async (type) => {
  const sent = post({ n: 128 }, { "content-type": type });
  expect(await refusal(CHAT, sent)).toEqual([415, "unsupported_media_type", null]);
});

test("G2: of a name that stands twice, what is priced is what is forwarded", async () => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 5, completion_tokens: 1 } }));
  await send(CHAT, post('{"model":"demo-small","messages":[],"model":"demo-large","n":1,"n":128}'));
  const forwarded = String(edge.upstream.received[0]?.body);
  expect(forwarded).toBe('{"model":"demo-large","messages":[],"n":128}');
  expect((await metered()).admissions[0]?.holdMicros).toBeGreaterThan(20_000_000);
});

test("G3: a request that a plan does not pay for is held and charged", async () => {
  const { send, metered, settled } = edge.newKey();
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 128_000, completion_tokens: 9_000 } }));
  await send(
    CHAT,
    post({ n: 128, max_tokens: 16_384, messages: [{ role: "user", content: "x".repeat(128_000) }] }),
  );
  expect((await metered()).admissions[0]).toMatchObject({ beyondPlan: true });
  expect((await metered()).admissions[0]?.holdMicros).toBeGreaterThan(20_000_000);
  expect(await settled()).toMatchObject([{ costMicros: priceOf(128_000, 9_000) }]);
  await send(CHAT, post({ max_tokens: 100 }));
  expect((await metered()).admissions[1]).toMatchObject({ beyondPlan: false });
});

const saying = (part: object) => ({ messages: [{ role: "user", content: [part] }], max_tokens: 1 });
test.each([
  ["video_url", saying({ type: "video_url", video_url: { url: "https://x.test/a" } })],
  ["audio_url", saying({ type: "audio_url", audio_url: { url: "https://x.test/a" } })],
  ["source.url", saying({ type: "document", source: { type: "url", url: "https://x.test/a" } })],
  ["an unknown part", saying({ type: "hologram", text: "x" })],
])("G4: the whole context is held for %s", async (_, body) => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 128_000, completion_tokens: 1 } }));
  await send(CHAT, post(body));
  const { admissions, settlements } = await metered();
  expect(admissions[0]?.holdMicros).toBe(priceOf(128_000, 1));
  expect(settlements[0]?.costMicros).toBe(priceOf(128_000, 1));
});

test("G4: thinking holds all that the model can write", async () => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 5, completion_tokens: 9_000 } }));
  await send(CHAT, post({ max_tokens: 50, thinking: { type: "enabled", budget_tokens: 9_000 } }));
  const { admissions, settlements } = await metered();
  expect(admissions[0]?.holdMicros).toBe(priceOf(128_000, 16_384));
  expect(settlements[0]?.costMicros).toBe(priceOf(5, 9_000));
});

test.each([
  ["plugins", CHAT, { plugins: [{ id: "web" }] }],
  ["search_parameters", CHAT, { search_parameters: { mode: "on" } }],
  ["models", CHAT, { models: ["dear"] }],
  ["fallbacks", CHAT, { fallbacks: [{ model: "dear" }] }],
  ["service_tier", CHAT, { service_tier: "priority" }],
  ["tools", CHAT, { tools: [{ type: "web_search" }] }],
  ["web_search_options", CHAT, { web_search_options: {} }],
  ["input", "/v1/responses", { messages: undefined, input: [{ type: "item_reference", id: "msg_1" }] }],
  [
    "previous_response_id",
    "/v1/responses",
    { messages: undefined, input: "x", previous_response_id: "resp_1" },
  ],
  ["background", "/v1/responses", { messages: undefined, input: "x", background: true }],
])("G4, G6: %s is refused by name", async (field, path, more) => {
  expect(await refusal(path, post(more))).toEqual([400, "unsupported_parameter", field]);
});

test.each([
  ["DELETE", "/v1/models/demo-large"],
  ["DELETE", "/v1/responses/resp_1"],
  ["POST", "/v1/responses/resp_1/cancel"],
  ["POST", "/v1/realtime/sessions"],
  ["POST", "/v1/realtime/client_secrets"],
  ["POST", "/v1/chatkit/sessions"],
  ["POST", "/v1/key/generate"],
  ["POST", "/v1/engines/dear/completions"],
  ["POST", "/v1/deployments/dear/chat/completions"],
  ["POST", "/v1/;x/files"],
  ["POST", "/v1/chat/completions/"],
  ["POST", "/v1/chat/completions;x"],
  ["POST", "/v1/Chat/Completions"],
  ["POST", "/v1/ch%61t/completions"],
  ["POST", "/v1/chat%2Fcompletions"],
  ["PUT", "/v1/chat/completions"],
])("G5: %s %s is an unknown endpoint", async (method, path) => {
  expect(await refusal(path, { ...post({}), method })).toEqual([404, "unknown_endpoint", null]);
});

test("G6: the input of a stream that its client leaves is never free", async () => {
  const { send, settled } = edge.newKey();
  edge.upstream.answerWith(events(words(1), { end: "hang" }));
  const hangUp = new AbortController();
  const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(40_000)}` } };
  const messages = [{ role: "user", content: [image] }];
  const answer = await send(CHAT, { ...post({ stream: true, messages }), signal: hangUp.signal });
  await answer.body?.getReader().read();
  hangUp.abort();
  const [settlement] = await settled();
  expect(settlement?.tokensIn).toBeGreaterThan(10_000);
  expect(settlement?.costMicros).toBe(priceOf(settlement?.tokensIn ?? 0, settlement?.tokensOut ?? 0));
});

const RECORDING = ["RIFF", ...Array.from({ length: 20 }, (_, i) => `sound ${i}`)].join(" ");
const part = (headers: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${value}\r\n`;
const file = part('name="file"; filename="a.wav"', RECORDING);
test.each([
  [
    "a second model with spaces around its equals sign",
    part('name="model"', "demo-small") + file + part('name = "model"', "demo-large"),
  ],
  [
    "a second model in the extended spelling",
    part('name="model"', "demo-small") + file + part("name*=UTF-8''model", "demo-large"),
  ],
  ["a second model", part('name="model"', "demo-small") + file + part('name="model"', "demo-large")],
  ["a preamble of JSON", `{"model":"demo-small","x":"\r\n${part('name="model"', "demo-large")}${file}`],
])("G7: a form with %s is refused, or priced as what is forwarded", async (_, form) => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ text: "x", usage: { input_tokens: 1000, output_tokens: 1000 } }));
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const answer = await send("/v1/audio/transcriptions", post(`${form}--x--\r\n`, headers));
  const [got] = edge.upstream.received;
  if (got === undefined) return expect(answer.status).toBe(400);
  const type = String(got.headers["content-type"]);
  const forwarded = String(got.body);
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
  expect(forwarded.match(/name\s*\*?\s*=/g)?.length).toBe(3);
  const model = forwarded.includes("demo-large") ? "demo-large" : "demo-small";
  expect(forwarded.includes("demo-large") && forwarded.includes("demo-small")).toBe(false);
  const cost = model === "demo-large" ? priceOf(1000, 1000) : 750;
  expect((await metered()).settlements[0]?.costMicros).toBe(cost);
});

test("G8: a word that looks like the end, and a pause after counts, end nothing", async () => {
  const { send, settled } = edge.newKey();
  edge.upstream.answerWith((answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    answer.write(piece("[DONE]") + counted(10, 1));
    // Longer than the end of a stream is waited for.
    setTimeout(() => answer.end([...words(9), counted(10, 10_000), DONE].join("")), 700);
  });
  const text = await (await send(CHAT, post({ stream: true }))).text();
  expect(text).toBe([piece("[DONE]"), ...words(9), DONE].join(""));
  expect(await settled()).toMatchObject([{ costMicros: priceOf(10, 10_000), tokensOut: 10_000 }]);
});

test("G8: what follows the end after a pause is given to nobody", async () => {
  const { send, settled } = edge.newKey();
  edge.upstream.answerWith((answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    answer.write([piece("a"), counted(10, 1), DONE].join(""));
    setTimeout(() => answer.end([piece("more"), counted(10, 10_000), DONE].join("")), 900);
  });
  const text = await (await send(CHAT, post({ stream: true }))).text();
  expect(text).toBe(piece("a") + DONE);
  expect(await settled()).toMatchObject([{ costMicros: priceOf(10, 1) }]);
});

test.each([
  ["a stream of only an error", true, events([data({ error: { message: "busy" } })]), 200],
  ["a stream of nothing", true, events([]), 200],
  ["an empty body", false, json(undefined), 502],
  ["HTML", false, json("<html></html>", 200, { "content-type": "text/html" }), 502],
  ["no content", false, json(undefined, 204), 502],
  [
    "JSON that is cut",
    false,
    (answer) => void answer.writeHead(200, { "content-type": "application/json" }).end('{"a":'),
    502,
  ],
  ["an error in place of an answer", false, json({ error: { message: "busy" } }), 502],
] satisfies [string, boolean, ReturnType<typeof json>, number][])(
  "G10: %s is free",
  async (_, stream, script, status) => {
    const { send, settled } = edge.newKey();
    edge.upstream.answerWith(script);
    const answer = await send(CHAT, post({ stream, n: 8 }));
    await answer.text();
    expect(answer.status).toBe(status);
    expect(await settled()).toMatchObject([{ statusCode: 502, costMicros: 0, tokensIn: 0, tokensOut: 0 }]);
  },
);

test.each([
  ["whole", false],
  ["as a stream", true],
])("G10: counts above the hold, %s, are charged as held and reported to the operator", async (_, stream) => {
  const { send, settled, metered } = edge.newKey();
  const usage = { prompt_tokens: 20, completion_tokens: 1_000_000_000 };
  edge.upstream.answerWith(
    stream ? events([piece("a"), data({ choices: [], usage }), DONE]) : json({ usage }),
  );
  await (await send(CHAT, post({ max_tokens: 50, stream }))).text();
  expect(await settled()).toMatchObject([{ costMicros: priceOf(20, 50), tokensOut: 50 }]);
  const { admissions } = await metered();
  const line = edge.logs.find(
    (text) => text.includes("usage_above_hold") && text.includes(admissions[0]?.requestId ?? "?"),
  );
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    model: "demo-large",
    reported: { input: 20, output: 1_000_000_000 },
    held: { output: 50 },
  });
});
