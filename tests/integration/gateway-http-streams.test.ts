import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  APIS,
  type Api,
  CHAT_API,
  DONE,
  data,
  eventsIn,
  MESSAGES_API,
  named,
  post,
  RESPONSES_API,
  streamOf,
} from "./gateway-http/apis.ts";
import { CHAT, type Customer, chat, costOf, type Edge, startEdge } from "./gateway-http/edge.ts";
import { events, liveResponse, type Script, text } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ progressMs: 100 });
});
afterAll(() => edge.stop());
beforeEach(() => edge.upstream.respondWith(events([])));

const COST = costOf(9, 2);
/** The client does not request the counts. */
const UNCOUNTED = chat({ stream: true });

async function streamed(api: Api, script: Script, { customer = edge.newKey(), init = post(api.body) } = {}) {
  edge.upstream.respondWith(script);
  const response = await customer.send(api.path, init);
  return { response, customer, text: await response.text() };
}

/** The events that a client gets of these, once the cost is known. */
const withCost = (list: readonly string[], cost = COST / 1e6) =>
  eventsIn(list.join("")).map(({ name, data: value }, index, all) => {
    const isLastCount = index >= all.length - 2;
    return { name, data: isLastCount ? costed(value, cost) : value };
  });

function costed(value: unknown, cost: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    if (name === "usage") return [name, { ...inner, cost }];
    return [name, name === "response" ? costed(inner, cost) : inner];
  });
  return Object.fromEntries(entries);
}

/** Reads a response until it has this text, which may be all that there is for now. */
function reading({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  return {
    get seen() {
      return seen;
    },
    async until(wanted: string): Promise<string> {
      while (!seen.includes(wanted)) {
        const { done = true, value } = (await reader?.read()) ?? {};
        if (done) throw new Error(`The stream ended without ${wanted}: ${seen}`);
        seen += value;
      }
      return seen;
    },
    cancel: () => reader?.cancel(),
  };
}

const byteByByte: typeof text =
  (body, status = 200, headers = {}) =>
  (response) => {
    response.writeHead(status, headers);
    const left = [...Buffer.from(body)];
    const next = () => {
      const byte = left.shift();
      if (byte === undefined) response.end();
      else response.write(Buffer.of(byte), next);
    };
    next();
  };

describe.each(APIS)("a stream of $name", (api) => {
  test("passes every event, and its last counts have the cost", async () => {
    const list = streamOf(api);
    const { text: seen, response, customer } = await streamed(api, events(list));
    expect(eventsIn(seen)).toEqual(withCost(list));
    expect(seen.split('"cost":')).toHaveLength(2);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await customer.settled()).toMatchObject([
      { statusCode: 200, outcome: 1, costMicros: COST, tokensIn: 9, tokensOut: 2, estimated: false },
    ]);
  });

  test("has the same headers as other responses, but neither cost nor balance", async () => {
    const { response } = await streamed(api, events(streamOf(api)));
    const { headers } = response;
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "x-ratelimit-remaining-requests": "99",
      "x-latchkey-paid-by": "balance",
      "x-content-type-options": "nosniff",
    });
    for (const name of ["x-latchkey-cost", "x-latchkey-balance"]) expect(headers.has(name), name).toBe(false);
  });

  test("costs nothing where the plan covers it", async () => {
    const customer = edge.newKey();
    await customer.meterResponds({ covered: true });
    const list = streamOf(api);
    const { text: seen } = await streamed(api, events(list), { customer });
    expect(eventsIn(seen)).toEqual(withCost(list, 0));
    expect(await customer.settled()).toMatchObject([{ costMicros: COST }]);
  });

  test("has its first events before its last are written, and its end only once it is settled", async () => {
    const customer = edge.newKey();
    const provider = liveResponse();
    edge.upstream.respondWith(provider.script);
    await customer.meterResponds("stuck");
    const { begin, opening, chunk, closing } = api;
    const response = customer.send(api.path, post(api.body));
    const writer = await provider.started;
    const client = reading(await response);
    for (const event of [...opening, ...begin, chunk("first")]) writer.write(event);
    await client.until("first");
    writer.end([chunk("last"), ...closing(9, 2)].join(""));
    await client.until("last");
    await customer.meterHas(({ settling }) => settling === 1);
    const before = eventsIn(client.seen);
    await customer.meterResponds({});
    const whole = [...opening, ...begin, chunk("first"), chunk("last"), ...closing(9, 2)];
    await client.until("cost");
    expect(before).toEqual(eventsIn(whole.join("")).slice(0, api === RESPONSES_API ? -1 : -2));
    await client.cancel();
  });

  test.each([
    ["byte by byte", byteByByte, "\n"],
    ["byte by byte with line ends of two characters", byteByByte, "\r\n"],
    ["with line ends of two characters", text, "\r\n"],
    ["with line ends of another kind", text, "\r"],
  ])("is the same when it arrives %s", async (_way, scriptOf, lineEnd) => {
    const list = streamOf({ ...api, chunk: (content) => api.chunk(`${content} \u2028日本🔑\u2029 [DONE]`) });
    const whole = list.join("").replaceAll("\n", lineEnd);
    const script = scriptOf(whole, 200, { "content-type": "text/event-stream" });
    const { text: seen } = await streamed(api, script);
    expect(eventsIn(seen)).toEqual(withCost(list));
  });

  test.each([
    ["begins with a byte order mark", (list: string) => `\uFEFF${list}`],
    ["lacks its last empty line", (list: string) => list.trimEnd()],
    ["has comments, retry times and ids", (list: string) => `: hello\n\nretry: 5\nid: 7\n${list}: bye\n\n`],
    ["has a field over several lines", (list: string) => list.replaceAll('data: {"', 'data: {\ndata: "')],
  ])("is complete when it %s", async (_what, written) => {
    const list = streamOf(api);
    const { text: seen, customer } = await streamed(api, events([written(list.join(""))]));
    expect(eventsIn(seen)).toEqual(withCost(list));
    expect(await customer.settled()).toMatchObject([{ outcome: 1, costMicros: COST }]);
  });

  test("ends soon after its last event, even if the provider never closes the connection", async () => {
    const list = streamOf(api);
    const { text: seen, customer } = await streamed(api, events(list, { end: "hang" }));
    expect(eventsIn(seen)).toEqual(withCost(list));
    expect(await customer.settled()).toMatchObject([{ outcome: 1, costMicros: COST }]);
  });

  test("ends soon after its last event, even if the provider goes on sending comments", async () => {
    const list = streamOf(api);
    const { text: seen, customer } = await streamed(api, (response, request) => {
      events(list, { end: "hang" })(response, request);
      const timer = setInterval(() => response.write(": alive\n\n"), 50);
      response.on("close", () => clearInterval(timer));
    });
    expect(eventsIn(seen)).toEqual(withCost(list));
    expect(await customer.settled()).toMatchObject([{ outcome: 1, costMicros: COST }]);
  });

  test("does not end before it is settled, whatever the provider sends after its last event", async () => {
    const customer = edge.newKey();
    await customer.meterResponds("stuck");
    const list = streamOf(api);
    const last = list.at(-1) ?? "";
    edge.upstream.respondWith(events([...list, named({ type: "ping" })]));
    const client = reading(await customer.send(api.path, post(api.body)));
    await client.until("lo");
    await customer.meterHas(({ settling }) => settling === 1);
    expect(client.seen).not.toContain(last.trim());
    await customer.meterResponds({});
    await client.until("cost");
    await client.cancel();
  });

  test("reports its cost so far, so that it is charged if the gateway itself stops", async () => {
    const customer = edge.newKey();
    const provider = liveResponse();
    edge.upstream.respondWith(provider.script);
    const response = customer.send(api.path, post(api.body));
    const writer = await provider.started;
    for (const event of [...api.opening, ...api.begin]) writer.write(event);
    const timer = setInterval(() => writer.write(api.chunk("four byte")), 10);
    const { reports, settlements } = await customer
      .meterHas((meter) => meter.reports.length >= 2)
      .finally(() => clearInterval(timer));
    expect(settlements).toEqual([]);
    const [first, second] = reports;
    expect(first).toMatchObject({ statusCode: 503, outcome: 7, estimated: true });
    expect(first?.costMicros).toBe(costOf(first?.tokensIn ?? 0, first?.tokensOut ?? 0));
    expect(second?.tokensOut).toBeGreaterThan(first?.tokensOut ?? 0);
    writer.end(api.closing(9, 50).join(""));
    await (await response).text();
    expect(await customer.settled()).toMatchObject([{ outcome: 1, costMicros: costOf(9, 50) }]);
  });
});

describe("the chunk of counts", () => {
  test("is not shown to a client that did not request it", async () => {
    const list = streamOf(CHAT_API);
    const { text: seen, customer } = await streamed(CHAT_API, events(list), { init: UNCOUNTED });
    expect(eventsIn(seen)).toEqual(eventsIn([...list.slice(0, -2), DONE].join("")));
    expect(await customer.settled()).toMatchObject([{ outcome: 1, costMicros: COST }]);
  });

  test("is shown if it has content, and several of them count once", async () => {
    const usage = (completion_tokens: number) => ({ usage: { prompt_tokens: 9, completion_tokens } });
    const list = [1, 2].map((count) => data({ choices: [{ delta: { content: "x" } }], ...usage(count) }));
    const { text: seen, customer } = await streamed(CHAT_API, events([...list, DONE]), { init: UNCOUNTED });
    const shown = eventsIn([...list, DONE].join(""));
    expect(eventsIn(seen)).toEqual(shown.map((event, at) => (at === 1 ? costedEvent(event) : event)));
    expect(await customer.settled()).toMatchObject([{ costMicros: COST }]);
  });
});

const costedEvent = ({ name, data: value }: { name: string; data: unknown }) => ({
  name,
  data: costed(value, COST / 1e6),
});

test("content that looks like the end of a stream, or like its counts, is content", async () => {
  const words = ["[DONE]", "data: [DONE]\n\n", '"usage":{"prompt_tokens":1}', "event: error\ndata: x\n\n"];
  for (const api of [CHAT_API, RESPONSES_API, MESSAGES_API]) {
    const list = [...api.opening, ...api.begin, ...words.map(api.chunk), ...api.closing(9, 2)];
    const { text: seen, customer } = await streamed(api, events(list));
    expect(eventsIn(seen)).toEqual(withCost(list));
    expect(await customer.settled()).toMatchObject([{ outcome: 1, costMicros: COST }]);
  }
});

test("comments keep the client's connection alive", async () => {
  const provider = liveResponse();
  edge.upstream.respondWith(provider.script);
  const { send, settled } = edge.newKey();
  const response = send(CHAT, chat({ stream: true }));
  const writer = await provider.started;
  writer.write(": OPENROUTER PROCESSING\n\n");
  const client = reading(await response);
  expect(await client.until("\n")).toBe(":\n");
  writer.end(streamOf(CHAT_API).join(""));
  await client.until("[DONE]");
  await settled();
});

test("a request without a stream gets no stream, and one for a stream may get JSON", async () => {
  const [one, other] = [edge.newKey(), edge.newKey()];
  edge.upstream.respondWith(events(streamOf(CHAT_API)));
  expect((await one.send(CHAT, chat())).status).toBe(502);
  expect(await one.settled()).toMatchObject([{ statusCode: 502, outcome: 2, costMicros: 0 }]);
  edge.upstream.respondWith(
    text(JSON.stringify(CHAT_API.whole(9, 2)), 200, { "content-type": "application/json" }),
  );
  const whole = await other.send(CHAT, chat({ stream: true }));
  expect(await whole.json()).toMatchObject({ usage: { cost: COST / 1e6 } });
  expect(whole.headers.get("x-latchkey-cost")).toBe("0.000039");
  expect(await other.settled()).toMatchObject([{ outcome: 1, costMicros: COST }]);
});

/** Its settlement could be found twice only after all others were made. */
test("streams at the same time are settled once each", async () => {
  edge.upstream.respondWith(events(streamOf(CHAT_API)));
  const customer: Customer = edge.newKey();
  const all = Array.from({ length: 20 }, async () =>
    (await customer.send(CHAT, chat({ stream: true }))).text(),
  );
  expect(new Set(await Promise.all(all)).size).toBe(1);
  const settlements = await customer.settled(20);
  const { admitted } = await customer.metered();
  expect(settlements.map(({ requestId }) => requestId).sort()).toEqual(admitted.sort());
});
