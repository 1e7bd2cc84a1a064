import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  CHAT,
  CREDENTIAL,
  chat,
  costOf,
  type Edge,
  errorOf,
  MODEL,
  startEdge,
  TIMEOUT_MS,
} from "./gateway-http/edge.ts";
import { events, json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
}, 120_000);
afterAll(() => edge.stop());
afterEach(() => {
  expect(edge.logs.splice(0).join("\n"), "the log").not.toMatch(/sk-operators|lkt?_[0-9A-Za-z]{20}/);
});

const FAILED = { error: { message: "No.", type: "server_error", code: null, param: null } };
const counted = (input: number, output: number) =>
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: input, completion_tokens: output } })}\n\n`;
const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const longer = TIMEOUT_MS * 4;

test.each([400, 404, 429, 500, 503])(
  "an answer %i of the AI service is passed on, recorded, and free",
  async (status) => {
    const { send, settled } = edge.newKey();
    edge.upstream.answerWith(json(FAILED, status, { "retry-after": "3600" }));
    const answer = await send(CHAT, chat());
    expect([answer.status, await answer.json()]).toEqual([status, FAILED]);
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(answer.headers.get("x-latchkey-cost")).toBe("0.000000");
    expect(await settled()).toMatchObject([{ statusCode: status, costMicros: 0, tokensIn: 0 }]);
  },
);

test.each([
  ["its refusal of our credential", json({ error: { message: `Incorrect key ${CREDENTIAL}` } }, 401)],
  ["its bill for the operator", json(FAILED, 402)],
  ["an error that repeats the credential", json({ error: { message: `Bearer ${CREDENTIAL}` } }, 400)],
  ["its word that the operator's money has run out", json({ error: { code: "insufficient_quota" } }, 429)],
  ["a redirect", json({}, 307, { location: "http://169.254.169.254/latest" })],
  ["an error that is no JSON", json("x", 500, { "content-type": "text/html" })],
] as const)("%s stays inside: 502, recorded and free", async (_what, script) => {
  const { send, settled } = edge.newKey();
  edge.upstream.answerWith(script);
  const answer = await send(CHAT, chat());
  const text = await answer.text();
  expect([answer.status, JSON.parse(text).error.code]).toEqual([502, "upstream_error"]);
  expect(text + JSON.stringify([...answer.headers])).not.toContain(CREDENTIAL);
  expect(answer.headers.has("location")).toBe(false);
  expect(edge.upstream.received).toHaveLength(1);
  expect(await settled()).toMatchObject([{ statusCode: 502, costMicros: 0 }]);
});

test("an AI service that does not begin to answer in time is 504, recorded and free", async () => {
  const { send, settled } = edge.newKey();
  edge.upstream.answerWith(() => {});
  const answer = await send(CHAT, chat());
  expect([answer.status, (await errorOf(answer)).code]).toEqual([504, "upstream_timeout"]);
  expect(await settled()).toMatchObject([{ statusCode: 504, costMicros: 0 }]);
});

test.each(["cut", "hang"] as const)(
  "a stream that ends by %s says so to its client, who pays for what came",
  async (end) => {
    const { send, settled } = edge.newKey();
    edge.upstream.answerWith(events([piece("Hel")], { end }));
    const text = await (await send(CHAT, chat({ stream: true }))).text();
    const input = Math.ceil((edge.upstream.received[0]?.body.length ?? 0) / 4);
    expect(text.startsWith(piece("Hel"))).toBe(true);
    expect(text).toContain('data: {"error":');
    expect(text).not.toContain("[DONE]");
    const due = { costMicros: costOf(input, 1), tokensIn: input, tokensOut: 1 };
    expect(await settled()).toMatchObject([{ statusCode: 502, ...due }]);
  },
  longer * 10,
);

test("a client that hangs up in the middle pays what the whole answer cost", async () => {
  const { send, settled } = edge.newKey();
  const pieces = Array.from({ length: 20 }, (_, i) => piece(String(i)));
  edge.upstream.answerWith(events([...pieces, counted(7, 20), "data: [DONE]\n\n"], { pauseMs: 30 }));
  const hangUp = new AbortController();
  const answer = await send(CHAT, { ...chat({ stream: true }), signal: hangUp.signal });
  await answer.body?.getReader().read();
  hangUp.abort();
  expect(await settled()).toMatchObject([
    { statusCode: 200, costMicros: costOf(7, 20), tokensIn: 7, tokensOut: 20 },
  ]);
});

test("a client that hangs up long before the end pays for what was said until nobody reads it on", async () => {
  const { send, settled } = edge.newKey();
  const pieces = Array.from({ length: 500 }, (_, i) => piece(String(i)));
  edge.upstream.answerWith(events([...pieces, counted(7, 500), "data: [DONE]\n\n"], { pauseMs: 20 }));
  const hangUp = new AbortController();
  const asked = chat({ stream: true });
  const answer = await send(CHAT, { ...asked, signal: hangUp.signal });
  await answer.body?.getReader().read();
  hangUp.abort();
  const [settlement] = await settled();
  const { tokensIn = 0, tokensOut = 0 } = settlement ?? {};
  expect(tokensIn).toBeGreaterThanOrEqual(asked.body.length / 4);
  expect(tokensOut).toBeGreaterThan(20);
  expect(tokensOut).toBeLessThan(500);
  expect(settlement).toMatchObject({ statusCode: 200, costMicros: costOf(tokensIn, tokensOut) });
});

test("a client that hangs up before the answer begins pays for it too", async () => {
  const { send, settled } = edge.newKey();
  const usage = { prompt_tokens: 3, completion_tokens: 4 };
  const hangUp = new AbortController();
  edge.upstream.answerWith((answer, sent) => {
    hangUp.abort();
    setTimeout(() => json({ usage })(answer, sent), 100);
  });
  await expect(send(CHAT, { ...chat(), signal: hangUp.signal })).rejects.toThrow();
  expect(await settled()).toMatchObject([{ statusCode: 200, costMicros: costOf(3, 4) }]);
});

test("an answer without counts costs what was held for it", async () => {
  const { send, settled, metered } = edge.newKey();
  edge.upstream.answerWith(json({ id: "1" }));
  await send(CHAT, chat());
  const [admission] = (await metered()).admissions;
  expect(admission?.holdMicros).toBeGreaterThan(MODEL.maxOutputTokens);
  expect(await settled()).toMatchObject([{ statusCode: 200, costMicros: admission?.holdMicros }]);
});

test("what the plan covers costs nothing, whatever it counts", async () => {
  const { send, settled, answer } = edge.newKey();
  await answer({ covered: true });
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 9, completion_tokens: 4 } }));
  expect((await send(CHAT, chat())).headers.get("x-latchkey-cost")).toBe("0.000000");
  expect(await settled()).toMatchObject([{ costMicros: 0, tokensIn: 9, tokensOut: 4 }]);
});

test("a large JSON answer of unknown length arrives whole, and its counts are found", async () => {
  const { send, settled } = edge.newKey();
  const body = JSON.stringify({ data: "x".repeat(300_000), usage: { prompt_tokens: 3, total_tokens: 3 } });
  edge.upstream.answerWith((answer) => {
    answer.writeHead(200, { "content-type": "application/json" });
    for (let at = 0; at < body.length; at += 10_000) answer.write(body.slice(at, at + 10_000));
    answer.end();
  });
  const answer = await send("/v1/embeddings", {
    method: "POST",
    body: JSON.stringify({ model: MODEL.model, input: "Hello" }),
  });
  expect(await answer.text()).toBe(body);
  expect(answer.headers.has("x-latchkey-cost")).toBe(false);
  expect(await settled()).toMatchObject([{ statusCode: 200, costMicros: costOf(3, 0) }]);
});

test("each request is settled once, however many end at the same time", async () => {
  const { send, settled, metered } = edge.newKey();
  edge.upstream.answerWith(json({ usage: { prompt_tokens: 1, completion_tokens: 1 } }));
  await Promise.all(Array.from({ length: 30 }, () => send(CHAT, chat()).then((answer) => answer.text())));
  const settlements = await settled(30);
  const { admissions } = await metered();
  expect(settlements.map(({ requestId }) => requestId).sort()).toEqual(
    admissions.map(({ requestId }) => requestId).sort(),
  );
});

test("an answer whose meter went away is given all the same, and settled when it is back", async () => {
  const { send, settled, answer } = edge.newKey();
  const counts = json({ usage: { prompt_tokens: 1, completion_tokens: 1 } });
  edge.upstream.answerWith((to, sent) => void answer("away").then(() => counts(to, sent)));
  const given = await send(CHAT, chat());
  expect(given.status).toBe(200);
  await given.text();
  const refused = await send(CHAT, chat());
  expect([refused.status, (await errorOf(refused)).code]).toEqual([503, "service_unavailable"]);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(edge.upstream.received).toHaveLength(1);
  await answer({});
  expect(await settled()).toMatchObject([{ statusCode: 200, costMicros: costOf(1, 1) }]);
});

test.each([
  ["closes", "close"],
  ["leaves the connection open", "hang"],
] as const)(
  "the end of a stream comes only when its cost is on record, also from a service that %s",
  async (_, end) => {
    const { send, settled, metered } = edge.newKey();
    edge.upstream.answerWith(events([piece("0"), counted(7, 1), "data: [DONE]\n\n"], { end }));
    const answer = await send(CHAT, chat({ stream: true }));
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("[DONE]")) text += (await reader?.read())?.value ?? "";
    expect((await metered()).settlements).toMatchObject([{ statusCode: 200, costMicros: costOf(7, 1) }]);
    await reader?.cancel();
    expect(await settled(2)).toHaveLength(1);
  },
);
