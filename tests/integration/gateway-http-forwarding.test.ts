import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CHAT, CREDENTIAL, chat, costOf, type Edge, errorOf, MODEL, startEdge } from "./gateway-http/edge.ts";
import { events, json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
}, 120_000);
afterAll(() => edge.stop());

const BODY_MAX = 8 * 1024 * 1024;
const ANSWER = { id: "1", object: "chat.completion", usage: { prompt_tokens: 9, completion_tokens: 4 } };

test("a request goes on as it is, under the operator's credential and with nothing else of its sender", async () => {
  const { send, key } = edge.newKey();
  edge.upstream.answerWith(json(ANSWER));
  const headers = {
    cookie: "session=1",
    "idempotency-key": "mine",
    "openai-organization": "org-mine",
    "openai-beta": "assistants=v2",
    "x-forwarded-for": "10.0.0.1",
  };
  const sent = chat({ temperature: 0.5 });
  expect((await send(`${CHAT}?api-version=1`, { ...sent, headers })).status).toBe(200);
  const [got] = edge.upstream.received;
  expect([got?.method, got?.path]).toEqual(["POST", "/base/v1/chat/completions"]);
  expect(got?.body.toString()).toBe(sent.body);
  expect(got?.headers).toMatchObject({
    authorization: `Bearer ${CREDENTIAL}`,
    "content-type": "application/json",
    "openai-beta": "assistants=v2",
  });
  for (const name of ["cookie", "idempotency-key", "openai-organization", "x-forwarded-for"])
    expect(got?.headers, name).not.toHaveProperty(name);
  expect(JSON.stringify(got?.headers)).not.toContain(key);
});

test.each(["GET", "DELETE", "POST"])(
  "a %s to a path that the operator has opened goes on without a model, and costs nothing",
  async (method) => {
    const { send, settled } = edge.newKey();
    edge.upstream.answerWith(json({ id: "voice-1" }));
    const sent = method === "POST" ? { body: "RIFF", headers: { "content-type": "audio/wav" } } : {};
    const answer = await send("/v1/voices/voice-1", { method, ...sent });
    expect([answer.status, answer.headers.get("x-latchkey-cost")]).toEqual([200, "0.000000"]);
    expect(edge.upstream.received[0]).toMatchObject({ method, path: "/base/v1/voices/voice-1" });
    expect(String(edge.upstream.received[0]?.body)).toBe(sent.body ?? "");
    expect(await settled()).toMatchObject([{ statusCode: 200, costMicros: 0 }]);
  },
);

test.each([
  ["GET", "/v1/files"],
  ["DELETE", "/v1/%66iles/file-1"],
  ["POST", "/v1//Files"],
  ["POST", "/v1/fine_tuning/jobs"],
  ["GET", "/v1/responses/resp_1"],
  ["GET", "/v1/voicesque"],
  ["GET", "/v1/voices/voice-1/"],
  ["GET", "/v1/voices/voice%2D1"],
  ["PUT", "/v1/voices/voice-1"],
])("%s %s is not on the list: it is an unknown endpoint, and admits nothing", async (method, path) => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ data: ["of another account"] }));
  const answer = await send(path, method === "POST" ? chat() : { method });
  expect([answer.status, (await errorOf(answer)).code]).toEqual([404, "unknown_endpoint"]);
  expect(edge.upstream.received).toEqual([]);
  expect((await metered()).admissions).toEqual([]);
});

test("an answer has its id, its limits, its price and the balance, and nothing of the operator's", async () => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(
    json(ANSWER, 200, {
      "openai-organization": "operators",
      "set-cookie": "a=1",
      "x-ratelimit-remaining-requests": "7",
      "access-control-allow-origin": "*",
      "openai-processing-ms": "12",
    }),
  );
  const answer = await send(CHAT, { ...chat(), headers: { origin: "https://elsewhere.test" } });
  expect(await answer.json()).toEqual(ANSWER);
  const { admissions } = await metered();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-request-id": admissions[0]?.requestId,
    "x-ratelimit-limit-requests": "100",
    "x-ratelimit-remaining-requests": "99",
    "x-ratelimit-reset-requests": "1s",
    "x-latchkey-balance": "5.000000",
    "x-latchkey-cost": (costOf(9, 4) / 1e6).toFixed(6),
    "openai-processing-ms": "12",
    "content-type": "application/json",
  });
  for (const name of ["openai-organization", "set-cookie", "access-control-allow-origin"])
    expect(answer.headers.has(name), name).toBe(false);
});

const chunk = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const STREAM = [
  chunk({ choices: [{ delta: { content: "Hel" } }] }),
  chunk({ choices: [{ delta: { content: "lo" } }] }),
];
const COUNTED = chunk({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } });
const DONE = "data: [DONE]\n\n";

test("a stream is made to end with its counts, which a client that did not ask for them never sees", async () => {
  const { send, settled } = edge.newKey();
  edge.upstream.answerWith(events([...STREAM, COUNTED, DONE]));
  const answer = await send(CHAT, chat({ stream: true }));
  expect(await answer.text()).toBe([...STREAM, DONE].join(""));
  expect(JSON.parse(edge.upstream.received[0]?.body.toString() ?? "")).toMatchObject({
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(await settled()).toMatchObject([
    { statusCode: 200, costMicros: costOf(9, 2), tokensIn: 9, tokensOut: 2 },
  ]);
});

test("a client that asked for the counts gets every byte", async () => {
  const { send } = edge.newKey();
  edge.upstream.answerWith(events([...STREAM, COUNTED, DONE]));
  const answer = await send(CHAT, chat({ stream: true, stream_options: { include_usage: true } }));
  expect(await answer.text()).toBe([...STREAM, COUNTED, DONE].join(""));
});

test("a stream's first piece is there before its last was made", async () => {
  const { send } = edge.newKey();
  const read = Promise.withResolvers<void>();
  edge.upstream.answerWith((answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    answer.write(STREAM[0]);
    void read.promise.then(() => answer.end(DONE));
  });
  const answer = await send(CHAT, chat({ stream: true }));
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  read.resolve();
  const second = await reader?.read();
  const pieces = [first, second].map((piece) => new TextDecoder().decode(piece?.value));
  expect(pieces).toEqual([STREAM[0], DONE]);
});

test("a form is written anew with what was understood of it, and its file byte by byte", async () => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json({ text: "spoken" }));
  const form = new FormData();
  form.set("model", MODEL.model);
  const file = crypto.getRandomValues(new Uint8Array(65_536));
  form.append("timestamp_granularities[]", "word");
  form.append("timestamp_granularities[]", "segment");
  form.set("file", new Blob(Array.from({ length: 64 }, () => file)), 'sp"eech;\u00e9.wav');
  const request = new Request("http://edge.test", { method: "POST", body: form });
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const answer = await send("/v1/audio/transcriptions", { method: "POST", body, headers });
  expect(answer.status).toBe(200);
  const [got] = edge.upstream.received;
  const forwarded = await new Response(new Uint8Array(got?.body ?? []), {
    headers: { "content-type": String(got?.headers["content-type"]) },
  }).formData();
  const sent = forwarded.get("file");
  if (!(sent instanceof File)) throw new Error("no file");
  expect(forwarded.get("model")).toBe(MODEL.model);
  expect(forwarded.getAll("timestamp_granularities[]")).toEqual(["word", "segment"]);
  expect(sent.name).toBe("sp_22eech__.wav");
  expect(new Uint8Array(await sent.arrayBuffer()).slice(-65_536)).toEqual(file);
  expect((await metered()).admissions[0]?.endpoint).toBe("/v1/audio/transcriptions");
});

test.each([
  ["a model nobody has priced", chat({ model: "gpt-unknown" }), 404, "model_not_found"],
  ["no model", { method: "POST", body: '{"messages":[]}' }, 400, "invalid_request"],
  ["no JSON", { method: "POST", body: "{" }, 400, "invalid_request"],
  [
    "a form where JSON is due",
    { method: "POST", body: "--x\r\n\r\n", headers: { "content-type": "multipart/form-data; boundary=x" } },
    415,
    "unsupported_media_type",
  ],
  [
    "more than 8 MB, of a length that it does not tell",
    { method: "POST", body: new Blob([new Uint8Array(BODY_MAX + 1)]).stream(), duplex: "half" as const },
    413,
    "payload_too_large",
  ],
])("a request with %s is refused and goes nowhere", async (_what, init, status, code) => {
  const { send, metered } = edge.newKey();
  edge.upstream.answerWith(json(ANSWER));
  const answer = await send(CHAT, init);
  expect([answer.status, await answer.json()]).toEqual([
    status,
    { error: expect.objectContaining({ code, type: "invalid_request_error" }) },
  ]);
  expect(edge.upstream.received).toEqual([]);
  expect((await metered()).admissions).toEqual([]);
});

test("a request that tells a length of more than 8 MB is refused before any of its body has come", async () => {
  const { key, metered } = edge.newKey();
  const sent = request(`${edge.origin}${CHAT}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": BODY_MAX + 1,
    },
  });
  sent.on("error", () => {});
  onTestFinished(() => void sent.destroy());
  sent.flushHeaders();
  const [answer]: IncomingMessage[] = await once(sent, "response");
  expect(answer?.statusCode).toBe(413);
  expect((await metered()).admissions).toEqual([]);
});
