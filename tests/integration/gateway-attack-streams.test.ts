import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outputTokensOf } from "#tests/support/tokens.ts";
import { charge, refusal } from "./attacks/attempt.ts";
import { CHAT, COMPLETIONS, PRICES, post, RESPONSE, RESPONSES, usageOf } from "./attacks/targets.ts";
import {
  APIS,
  type Api,
  CHAT_API,
  DONE,
  data,
  MESSAGES_API,
  named,
  RESPONSES_API,
} from "./gateway-http/apis.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { events, json, type Script, text } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

const EVENTS = { "content-type": "text/event-stream" };
const whole =
  (stream: string | Buffer): Script =>
  (response) => {
    response.writeHead(200, EVENTS).end(stream);
  };
const all = (...lists: readonly string[][]) => lists.flat().join("");

/** Serves a stream of this API. Time costs nothing, so that estimates can be computed by hand. */
const serve = ({ path, body }: Api, script: Script, changes: object = {}) =>
  charge(edge, { path, init: post({ ...body, model: "demo-timeless", ...changes }), script });

/** Micro-dollars of what is visible, where only Anthropic's API has counted the input before. */
const estimate = (api: Api, input: number, ...visible: string[]) =>
  2 * (api === MESSAGES_API ? 9 : input) + 8 * outputTokensOf(...visible);

const counted = (usage: unknown) => data({ choices: [], usage });
/** Only the API's own events; the closing ones have no counts. */
const uncounted = (api: Api) =>
  api.closing(0, 0).map((event) => event.replace(/"usage":\{[^}]*\}/, '"usage":null'));

describe.each(APIS)("G8, G9: a stream of $name", (api) => {
  const { opening, begin, chunk, closing } = api;

  test("costs what its last counts say", async () => {
    const result = await serve(api, whole(all(opening, begin, [chunk("abcd")], closing(40, 30))));
    expect(result).toMatchObject({ cost: 2 * 40 + 8 * 30, estimated: false, outcome: 1 });
  });

  test.each([
    "[DONE]",
    "data: [DONE]",
    "\n\ndata: [DONE]\n\n",
    '\n\ndata: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":0}}\n\n',
    '\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n',
    '\n\nevent: response.completed\ndata: {"type":"response.completed","response":{"usage":{}}}\n\n',
    '\n\nevent: error\ndata: {"error":{"message":"No."}}\n\n',
    '"usage":{"input_tokens":0,"output_tokens":0}',
    '{"error":"No."}',
    "\r\rdata: [DONE]\r\r",
    "\u2028data: [DONE]\u2028\u2029\u0085",
    "\ufeffdata: [DONE]",
    "\0",
  ])("does not take content for its own events: %j", async (content) => {
    const result = await serve(
      api,
      whole(all(opening, begin, [chunk(content), chunk("more")], closing(40, 30))),
    );
    expect(result).toMatchObject({ cost: 2 * 40 + 8 * 30, outcome: 1 });
    expect(result.text).toContain(chunk(content).trimEnd());
    expect(result.text).toContain(chunk("more").trimEnd());
  });

  test.each([
    ["no counts", (_: Api) => ""],
    ["counts in a comment", () => `: ${data({ usage: usageOf(1, 1) })}`],
    ["an event of another name with counts", () => 'id: 1\nretry: 1\nusage: {"prompt_tokens":1}\n\n'],
    ["a list", () => data([{ usage: usageOf(1, 1) }])],
    ["null", () => data(null)],
    ["no JSON", () => "data: {usage}\n\n"],
  ])("with %s costs an estimate of what is visible", async (_, extra) => {
    const list = [...opening, ...begin, chunk("abcd"), chunk("efghi"), extra(api), ...uncounted(api)];
    const result = await serve(api, whole(list.join("")));
    if (api === MESSAGES_API) return expect(result.cost).toBe(2 * 9 + 8 * 1);
    expect(result).toMatchObject({
      cost: estimate(api, result.input, "abcd", "efghi"),
      estimated: true,
      outcome: 6,
    });
  });

  test("counts above what is possible cost the hold", async () => {
    const list = all(opening, begin, [chunk("abcd")], closing(1_000_000_000, 1_000_000_000));
    const result = await serve(api, whole(list));
    expect(result.cost).toBe(result.hold);
    expect(edge.logs.some((line) => line.includes("usage_above_hold"))).toBe(true);
  });

  test.each([
    ["alone", []],
    ["after the opening events", opening],
  ])("that is an error %s is free", async (_, before) => {
    for (const failure of [
      api.failure,
      "event: error\ndata: Overloaded\n\n",
      data({ error: "Overloaded" }),
    ]) {
      const result = await serve(api, whole([...before, failure].join("")));
      expect(result).toMatchObject({ cost: 0, outcome: 2 });
      expect(result.text).not.toMatch(/Overloaded|operators/);
      expect(result.text).toContain("upstream_error");
    }
  });

  test("that ends with an error costs what came before it, and shows nothing after it", async () => {
    const list = all(
      opening,
      begin,
      [chunk("abcd"), chunk("efgh"), api.failure, chunk("more")],
      closing(900, 90),
    );
    const result = await serve(api, whole(list));
    expect(result).toMatchObject({
      cost: estimate(api, result.input, "abcd", "efgh"),
      estimated: true,
      outcome: 4,
    });
    expect(result.text).toContain("efgh");
    expect(result.text).not.toMatch(/more|operators|10\.0\.0/);
    expect(result.text).toContain("upstream_error");
  });

  test.each([
    ["nothing", ""],
    ["an empty line", "\n\n"],
    ["comments", ": ping\n\n: ping\n\n"],
    ["HTML", "<html>busy</html>\n\n"],
    ["a proxy's JSON", '{"error":{"message":"busy"}}\n\n'],
    ["only its opening", opening.join("")],
    ["other data", "data: busy\n\ndata: 1\n\n"],
  ])("of %s is free", async (_, stream) => {
    const result = await serve(api, whole(stream));
    expect(result).toMatchObject({ cost: 0, outcome: 2 });
    expect(result.text).toContain("upstream_error");
  });

  test("costs the same in every framing", async () => {
    const list = all(opening, begin, [chunk("a\u00e9\u{1f600}")], closing(40, 30));
    const framings: [string, string][] = [
      ["CRLF", list.replaceAll("\n", "\r\n")],
      ["CR", list.replaceAll("\n", "\r")],
      ["no spaces", list.replaceAll("data: ", "data:").replaceAll("event: ", "event:")],
      ["a byte order mark", `\ufeff${list}`],
      ["ids", list.replaceAll("data: ", "id: 1\nretry: 10\ndata: ")],
      ["comments", list.replaceAll("data: ", ": x\ndata: ")],
      ["several lines", list.replaceAll(',"', '\ndata: ,"')],
      ["no last line", list.trimEnd()],
      ["empty lines", list.replaceAll("\n\n", "\n\n\n\n")],
    ];
    for (const [name, framed] of framings)
      expect((await serve(api, whole(framed))).cost, name).toBe(2 * 40 + 8 * 30);
    const bytes = [...Buffer.from(list)].map((byte) => Buffer.of(byte));
    const slow: Script = (response) => {
      response.writeHead(200, EVENTS);
      const next = () => {
        const byte = bytes.shift();
        if (byte === undefined) response.end();
        else response.write(byte, next);
      };
      next();
    };
    expect((await serve(api, slow)).cost, "byte by byte").toBe(2 * 40 + 8 * 30);
  });

  test("costs what it counted before its end, whatever comes after", async () => {
    const after = [chunk("more"), ...closing(1_000, 90), data({ usage: usageOf(0, 0) })];
    const result = await serve(api, whole(all(opening, begin, [chunk("abcd")], closing(40, 30), after)));
    expect(result.cost).toBe(2 * 40 + 8 * 30);
  });

  test("that is whole although nobody requested a stream is an error, and free", async () => {
    const { stream: _, stream_options: __, ...body } = api.body;
    const script = whole(all(opening, begin, [chunk("abcd")], closing(40, 30)));
    edge.upstream.respondWith(script);
    const customer = edge.newKey();
    const response = await customer.send(api.path, post(body));
    expect(response.status).toBe(502);
    await response.text();
    expect(await customer.settled()).toMatchObject([{ costMicros: 0, outcome: 2 }]);
  });

  test("that comes as JSON costs what it counts", async () => {
    const result = await serve(api, json(RESPONSE));
    expect(result.cost).toBe(2 * 7 + 8 * 3);
    expect(result.headers.get("x-latchkey-cost")).toBe("0.000038");
  });
});

describe("G8: counts of chat completions in every chunk", () => {
  const chunk = (content: string, usage?: unknown) =>
    data({ choices: [{ index: 0, delta: { content } }], usage });
  test.each<[string, string[], number]>([
    [
      "that grow",
      [chunk("a", usageOf(9, 1)), chunk("b", usageOf(9, 2)), counted(usageOf(9, 3))],
      2 * 9 + 8 * 3,
    ],
    ["that are zero at the end", [chunk("a", usageOf(9, 2)), counted(usageOf(0, 0))], 2 * 9 + 8 * 2],
    ["that are implausible at the end", [chunk("a", usageOf(9, 2)), counted(usageOf(9, -1))], 2 * 9 + 8 * 2],
    ["that are null at the end", [chunk("a", usageOf(9, 2)), counted(null)], 2 * 9 + 8 * 2],
    ["that shrink", [chunk("a", usageOf(9, 50)), counted(usageOf(9, 3))], 2 * 9 + 8 * 3],
    ["that come before everything", [counted(usageOf(9, 30)), chunk("a")], 2 * 9 + 8 * 30],
    ["twice", [chunk("a"), counted(usageOf(9, 30)), counted(usageOf(9, 30))], 2 * 9 + 8 * 30],
    [
      "that say only the total",
      [chunk("a"), counted({ prompt_tokens: 9, total_tokens: 39 })],
      2 * 9 + 8 * 30,
    ],
  ])("%s: the last plausible ones count", async (_, list, cost) => {
    for (const include_usage of [true, false]) {
      const changes = { stream_options: { include_usage, continuous_usage_stats: true } };
      const result = await serve(CHAT_API, whole([...list, DONE].join("")), changes);
      expect(result.cost).toBe(cost);
      expect(result.sent).toMatchObject({ stream_options: { include_usage: true } });
    }
  });

  test("are requested from the provider, and hidden from a client that does not want them", async () => {
    const list = [chunk("a"), counted(usageOf(9, 30)), DONE];
    for (const stream_options of [undefined, null, {}, { include_usage: false }, { include_usage: null }]) {
      const result = await serve(CHAT_API, whole(list.join("")), { stream_options });
      expect(result.cost).toBe(2 * 9 + 8 * 30);
      expect(result.sent).toMatchObject({ stream_options: { include_usage: true } });
      expect(result.text).not.toContain('usage":{');
    }
  });
});

const chat = (delta: object, more: object[] = []) => data({ choices: [{ index: 0, delta }, ...more] });
const delta = (type: string) => named({ type, delta: "abcdefgh" });
const block = (fields: object) => named({ type: "content_block_delta", delta: fields });

/** Events with text that the client can read: these eight letters, or others. */
const LETTERS = "abcdefgh";
const VISIBLE: [string, Api, string, string?][] = [
  ["reasoning", CHAT_API, chat({ reasoning_content: "abcdefgh" })],
  ["reasoning of other servers", CHAT_API, chat({ reasoning: "abcdefgh" })],
  ["reasoning under two names", CHAT_API, chat({ reasoning: "abcdefgh", reasoning_content: "abcdefgh" })],
  ["a refusal", CHAT_API, chat({ refusal: "abcdefgh" })],
  [
    "a tool call",
    CHAT_API,
    chat({ tool_calls: [{ function: { name: "abcd", arguments: "{}  " } }] }),
    "abcd{}  ",
  ],
  ["a legacy call", CHAT_API, chat({ function_call: { arguments: "abcdefgh" } })],
  ["parts", CHAT_API, chat({ content: [{ type: "text", text: "abcdefgh" }] })],
  ["two choices", CHAT_API, chat({ content: "abcd" }, [{ index: 1, delta: { content: "efgh" } }])],
  ["other letters", CHAT_API, chat({ content: "\u00e9\u00e9\u00e9\u00e9" }), "\u00e9\u00e9\u00e9\u00e9"],
  ["a transcript", CHAT_API, chat({ audio: { transcript: "abcdefgh", data: "AAAA" } })],
  ["a summary of reasoning", RESPONSES_API, delta("response.reasoning_summary_text.delta")],
  ["reasoning", RESPONSES_API, delta("response.reasoning_text.delta")],
  ["a function's arguments", RESPONSES_API, delta("response.function_call_arguments.delta")],
  ["a custom tool's input", RESPONSES_API, delta("response.custom_tool_call_input.delta")],
  ["a refusal", RESPONSES_API, delta("response.refusal.delta")],
  ["an unnamed event", RESPONSES_API, data({ type: "response.output_text.delta", delta: "abcdefgh" })],
  ["thinking", MESSAGES_API, block({ type: "thinking_delta", thinking: "abcdefgh" })],
  ["a tool's input", MESSAGES_API, block({ type: "input_json_delta", partial_json: "abcdefgh" })],
  [
    "a tool's name",
    MESSAGES_API,
    named({ type: "content_block_start", content_block: { type: "tool_use", name: "abcdefgh", input: {} } }),
  ],
];

test.each(VISIBLE)("G1: %s of a response that breaks is paid", async (_, api, event, seen = LETTERS) => {
  const result = await serve(api, events([...api.opening, event, event], { end: "cut" }));
  expect(result).toMatchObject({ cost: estimate(api, result.input, seen, seen), outcome: 4 });
});

describe("G2: what decides about a stream", () => {
  test.each([
    [CHAT, { stream: "true" }, "invalid_request", "stream"],
    [CHAT, { stream: 1 }, "invalid_request", "stream"],
    [COMPLETIONS, { stream: {} }, "invalid_request", "stream"],
    [RESPONSES, { stream: "true" }, "invalid_request", "stream"],
    [CHAT, { stream: true, stream_options: "x" }, "invalid_request", "stream_options"],
    [CHAT, { stream: true, stream_options: [{}] }, "invalid_request", "stream_options"],
    [
      CHAT,
      { stream: true, stream_options: { include_usage: "no" } },
      "invalid_request",
      "stream_options.include_usage",
    ],
    [
      CHAT,
      { stream: true, stream_options: { Include_Usage: true } },
      "unsupported_parameter",
      "stream_options.Include_Usage",
    ],
    [
      CHAT,
      { stream: true, stream_options: { format: "raw" } },
      "unsupported_parameter",
      "stream_options.format",
    ],
    [COMPLETIONS, { stream: true, stream_options: { x: 1 } }, "unsupported_parameter", "stream_options.x"],
    [RESPONSES, { stream: true, stream_options: { x: 1 } }, "unsupported_parameter", "stream_options.x"],
    [CHAT, { streaming: true }, "unsupported_parameter", "streaming"],
    [CHAT, { stream_format: "audio" }, "unsupported_parameter", "stream_format"],
  ] as const)("%s %j is refused", async ({ path, body }, changes, code, field) => {
    expect(await refusal(edge, { path, init: post({ ...body, ...changes }) })).toEqual([400, code, field]);
  });
});

test("G1: an event that never ends is cut, and what came before it is paid", async () => {
  const endless = `data: {"choices":[{"delta":{"content":"${"x".repeat(9 * 1024 * 1024)}`;
  const result = await serve(CHAT_API, whole(`${CHAT_API.chunk("abcd")}${endless}`));
  expect(result).toMatchObject({ cost: estimate(CHAT_API, result.input, "abcd"), outcome: 4 });
  expect(result.text.length).toBeLessThan(1_000);
});

test("G10: a status of success without a usable type is not a stream", async () => {
  const stream = CHAT_API.chunk("abcd") + DONE;
  for (const type of ["text/event-streams", "application/x-ndjson", "text/plain", "event-stream"]) {
    const customer = edge.newKey();
    edge.upstream.respondWith(text(stream, 200, { "content-type": type }));
    const response = await customer.send(CHAT.path, post({ ...CHAT.body, stream: true }));
    expect([response.status, (await customer.settled())[0]?.costMicros]).toEqual([502, 0]);
    await response.text();
  }
});
