import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateApiKey } from "#core/domain/api-key.ts";
import { outputTokensOf } from "#tests/support/tokens.ts";
import { attempt, charge, refusal, sendAsWritten } from "./attacks/attempt.ts";
import {
  ANTHROPIC,
  CHAT,
  COUNT_TOKENS,
  PRICES,
  post,
  RESPONSES,
  responseWith,
  TARGETS,
  usageOf,
} from "./attacks/targets.ts";
import { MESSAGES_API, named } from "./gateway-http/apis.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { events, json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
const WIDE = PRICES.map((price) => ({ ...price, contextTokens: 1_000_000, maxOutputTokens: 300_000 }));
/** With models of the longest contexts and outputs. */
let wide: Edge;
beforeAll(async () => {
  [edge, wide] = await Promise.all([startEdge({ prices: PRICES }), startEdge({ prices: WIDE })]);
});
afterAll(() => Promise.all([edge.stop(), wide.stop()]));

const { path, body } = ANTHROPIC;
const STREAM = { ...body, stream: true };
const serve = (list: string[], changes: object = {}) =>
  charge(edge, { path, init: post({ ...STREAM, ...changes }), script: events(list) });

const start = (usage: unknown) =>
  named({ type: "message_start", message: { role: "assistant", content: [], usage } });
const [block = ""] = MESSAGES_API.begin;
const text = MESSAGES_API.chunk("abcd");
const delta = (usage: unknown) => named({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage });
const stop = named({ type: "message_stop" });

describe("G13: a stream's counts", () => {
  test.each<[string, unknown, unknown, number]>([
    [
      "of the input at its start only",
      { input_tokens: 40, output_tokens: 1 },
      { output_tokens: 7 },
      2 * 40 + 8 * 7,
    ],
    [
      "of the input again at its end",
      { input_tokens: 40, output_tokens: 1 },
      { input_tokens: 50, output_tokens: 7 },
      2 * 50 + 8 * 7,
    ],
    [
      "of no input at its end",
      { input_tokens: 40, output_tokens: 1 },
      { input_tokens: 0, output_tokens: 7 },
      2 * 40 + 8 * 7,
    ],
    [
      "of null at its end",
      { input_tokens: 40, output_tokens: 1 },
      { input_tokens: null, output_tokens: 7 },
      2 * 40 + 8 * 7,
    ],
    [
      "of a negative input at its end",
      { input_tokens: 40, output_tokens: 1 },
      { input_tokens: -9, output_tokens: 7 },
      2 * 40 + 8 * 7,
    ],
    [
      "of the cache",
      { input_tokens: 40, cache_read_input_tokens: 30, output_tokens: 1 },
      { output_tokens: 7 },
      2 * 40 + 30 + 8 * 7,
    ],
    [
      "of the cache, which stays at its end",
      { input_tokens: 40, cache_read_input_tokens: 30, output_tokens: 1 },
      { input_tokens: 40, output_tokens: 7 },
      2 * 40 + 30 + 8 * 7,
    ],
    ["at its end only", undefined, { input_tokens: 40, output_tokens: 7 }, 2 * 40 + 8 * 7],
    [
      "of searches that it cannot have made",
      { input_tokens: 40, output_tokens: 1 },
      { output_tokens: 7, server_tool_use: { web_search_requests: 9 } },
      2 * 40 + 8 * 7,
    ],
  ])("%s are all charged, once", async (_, first, last, cost) => {
    const result = await serve([start(first), block, text, delta(last), stop]);
    expect(result).toMatchObject({ cost: cost + 5, estimated: false, outcome: 1 });
  });

  test("of several deltas are the last ones", async () => {
    const counts = [3, 5, 7].map((output_tokens) => delta({ output_tokens }));
    const result = await serve([start({ input_tokens: 40, output_tokens: 1 }), block, text, ...counts, stop]);
    expect(result.cost).toBe(2 * 40 + 8 * 7 + 5);
  });

  test("of the input are charged when it breaks, with all that was visible", async () => {
    const result = await serve([start({ input_tokens: 40, output_tokens: 1 }), block, text, text, text]);
    expect(result).toMatchObject({ cost: 2 * 40 + 8 * outputTokensOf("abcd".repeat(3)) + 5, outcome: 4 });
    expect(result.text).toContain("event: error");
  });

  test("are not requested with fields of another API", async () => {
    const result = await serve([
      start({ input_tokens: 40, output_tokens: 1 }),
      block,
      delta({ output_tokens: 7 }),
      stop,
    ]);
    expect(result.sent).toEqual(STREAM);
    const init = post({ ...STREAM, stream_options: { include_usage: true } });
    expect(await refusal(edge, { path, init })).toEqual([400, "unsupported_parameter", "stream_options"]);
  });

  test("of a faster mode cost its price", async () => {
    const fast = PRICES.map((price) => ({ ...price, tiers: { fast: 6_000 } }));
    const own = await startEdge({ prices: fast });
    for (const [speed, served, times] of [
      ["fast", "fast", 6],
      ["fast", "standard", 1],
      [undefined, "fast", 1],
    ] as const) {
      const script = json(responseWith({ ...usageOf(7, 3), speed: served }));
      const result = await charge(own, { path, init: post({ ...body, speed }), script });
      expect(result.cost).toBe((2 * 7 + 8 * 3) * times + 5);
      expect(result.hold).toBe((2 * result.bytes + 8 * 10) * (speed === "fast" ? 6 : 1) + 5);
    }
    await own.stop();
  });
});

describe("counting tokens", () => {
  test("is free, whatever the provider counts", async () => {
    const script = json({ input_tokens: 1_000_000_000, usage: usageOf(1_000, 1_000) });
    const result = await charge(edge, { path: COUNT_TOKENS.path, init: post(COUNT_TOKENS.body), script });
    expect([result.hold, result.cost]).toEqual([0, 0]);
  });

  test("cannot be used to write a message", async () => {
    for (const changes of [
      { max_tokens: 10 },
      { stream: true },
      { temperature: 1 },
      { service_tier: "auto" },
      { metadata: {} },
    ]) {
      const init = post({ ...COUNT_TOKENS.body, ...changes });
      const [field = ""] = Object.keys(changes);
      expect(await refusal(edge, { path: COUNT_TOKENS.path, init })).toEqual([
        400,
        "unsupported_parameter",
        field,
      ]);
    }
    const message = json({ content: [{ type: "text", text: "Hi" }], usage: usageOf(7, 3) });
    const init = post(COUNT_TOKENS.body);
    const {
      status,
      settlements,
      text: shown,
    } = await attempt(edge, { path: COUNT_TOKENS.path, init, script: message });
    expect([status, shown.includes("Hi"), settlements[0]?.costMicros]).toEqual([502, false, 0]);
  });
});

const BETAS = [
  "files-api-2025-04-14",
  "mcp-client-2025-04-04",
  "mcp-client-2025-11-20",
  "code-execution-2025-08-25",
  "web-fetch-2025-09-10",
  "skills-2025-10-02",
  "compact-2026-01-12",
  "message-batches-2024-09-24",
  "nosuch",
  "PDFS-2024-09-25",
  "pdfs-2024-09-25;x",
  "constructor",
  "__proto__",
  "context-1m-2025-08-07",
  "output-128k-2025-02-19",
  "output-300k-2026-03-24",
  "server-side-fallback-2026-01-01",
  "advisor-tool-2026-03-01",
];

describe.each([ANTHROPIC, COUNT_TOKENS])("G13: Anthropic's headers on $path", (target) => {
  const own = { path: target.path };

  test.each(BETAS)("with the beta %s lose it", async (beta) => {
    const headers = { "anthropic-beta": `pdfs-2024-09-25, ${beta}` };
    const result = await charge(edge, { ...own, init: post(target.body, headers) });
    expect(result.received?.headers["anthropic-beta"]).toBe("pdfs-2024-09-25");
    expect([result.cost, result.hold]).toEqual([target.cost, target.hold(result.bytes)]);
    expect(result.headers.get("x-latchkey-dropped")).toMatch(/^anthropic-beta(=[\w-]+)?$/);
  });

  test.each([
    ["pdfs-2024-09-25", "pdfs-2024-09-25"],
    [" pdfs-2024-09-25 ,, pdfs-2024-09-25,", "pdfs-2024-09-25"],
    ["", undefined],
    [",", undefined],
  ])("with the betas %j are forwarded as %j", async (betas, forwarded) => {
    const { received } = await charge(edge, { ...own, init: post(target.body, { "anthropic-beta": betas }) });
    expect(received?.headers["anthropic-beta"]).toBe(forwarded);
    expect(received?.headers["anthropic-version"]).toBe("2023-06-01");
  });

  test("raise a limit only where the price list has it", async () => {
    const betas = "context-1m-2025-08-07,output-128k-2025-02-19,output-300k-2026-03-24";
    const { received } = await charge(wide, { ...own, init: post(target.body, { "anthropic-beta": betas }) });
    expect(received?.headers["anthropic-beta"]).toBe(betas);
  });

  test.each(["2099", "latest", "2023-06-01, 2020-01-01", "20230601", "", "../2023-06-01"])(
    "with the version %j are refused",
    async (version) => {
      const init = post(target.body, { "anthropic-version": version });
      expect(await refusal(edge, { ...own, init })).toEqual([400, "invalid_request", "anthropic-version"]);
    },
  );
});

test("G13: Anthropic's headers go to none of OpenAI's endpoints", async () => {
  for (const other of TARGETS.filter((each) => each !== ANTHROPIC && each !== COUNT_TOKENS)) {
    const headers = { "anthropic-beta": "pdfs-2024-09-25", "anthropic-version": "2023-06-01" };
    const { received } = await charge(edge, { path: other.path, init: post(other.body, headers) });
    expect(Object.keys(received?.headers ?? {}).filter((name) => name.startsWith("anthropic"))).toEqual([]);
    expect(received?.headers).not.toHaveProperty("x-api-key");
  }
});

test.each([
  [{ max_tokens: undefined }, "max_tokens"],
  [{ max_tokens: null }, "max_tokens"],
  [{ system: {} }, "system"],
  [{ system: 1 }, "system"],
  [{ messages: "Hello" }, "messages"],
  [{ messages: [] }, "messages"],
  [{ messages: {} }, "messages"],
  [{ model: "" }, "model"],
  [{ model: ["demo-small"] }, "model"],
  [{ model: "x".repeat(201) }, "model"],
  [{ metadata: "x" }, "metadata"],
  [{ stop_sequences: "x" }, "stop_sequences"],
])("G13: a message with %j is refused in Anthropic's form", async (changes, field) => {
  const customer = edge.newKey();
  const response = await customer.send(path, post({ ...body, ...changes }));
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      type: "error",
      error: {
        type: "invalid_request_error",
        code: "invalid_request",
        param: field,
        message: expect.any(String),
      },
      request_id: response.headers.get("request-id"),
    },
  ]);
  expect((await customer.metered()).admissions).toEqual([]);
});

describe("G13: a key", () => {
  const other = generateApiKey("0".repeat(11));
  /** Headers by the account's key, and whether they are accepted. */
  const HEADERS: [string, (key: string) => Record<string, string>, boolean][] = [
    ["as a bearer", (key) => ({ authorization: `Bearer ${key}` }), true],
    ["as Anthropic's", (key) => ({ "x-api-key": key }), true],
    ["as both", (key) => ({ authorization: `bearer  ${key}`, "x-api-key": key }), true],
    ["beside Basic", (key) => ({ authorization: "Basic eDp5", "x-api-key": key }), true],
    ["beside another bearer", (key) => ({ authorization: `Bearer ${other}`, "x-api-key": key }), false],
    [
      "beside another of Anthropic's",
      (key) => ({ authorization: `Bearer ${key}`, "x-api-key": other }),
      false,
    ],
    ["beside an empty one", (key) => ({ authorization: `Bearer ${key}`, "x-api-key": "" }), true],
    ["beside a dummy", (key) => ({ authorization: "Bearer dummy", "x-api-key": key }), true],
    ["beside a dummy of Anthropic's", (key) => ({ authorization: `Bearer ${key}`, "x-api-key": "x" }), true],
    ["twice", (key) => ({ "x-api-key": `${key}, ${key}` }), false],
    ["in two bearers", (key) => ({ authorization: `Bearer ${key}, Bearer ${other}` }), false],
    ["with more behind it", (key) => ({ authorization: `Bearer ${key} x` }), false],
    ["in quotes", (key) => ({ authorization: `Bearer "${key}"` }), false],
    ["without a scheme", (key) => ({ authorization: key }), false],
    ["as Basic", (key) => ({ authorization: `Basic ${btoa(`:${key}`)}` }), false],
    ["as Azure's", (key) => ({ "api-key": key }), false],
    ["as Google's", (key) => ({ "x-goog-api-key": key }), false],
    ["as a cookie", (key) => ({ cookie: `authorization=Bearer ${key}` }), false],
    ["in another header", (key) => ({ "proxy-authorization": `Bearer ${key}` }), false],
    ["in lower case", (key) => ({ authorization: `Bearer ${key.toLowerCase()}` }), false],
    [
      "with a letter changed",
      (key) => ({ authorization: `Bearer ${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}` }),
      false,
    ],
    ["cut", (key) => ({ authorization: `Bearer ${key.slice(0, -6)}` }), false],
    ["as a test key", (key) => ({ authorization: `Bearer ${key.replace("lk_", "lkt_")}` }), false],
  ];
  test.each(HEADERS)("sent %s", async (_, headersOf, accepted) => {
    for (const target of [ANTHROPIC, CHAT, RESPONSES]) {
      const customer = edge.newKey();
      const headers = { "content-type": "application/json", ...headersOf(customer.key) };
      const init = { ...post(target.body, headers) };
      edge.upstream.respondWith(json(responseWith(usageOf(7, 3))));
      const response = await fetch(`${edge.origin}${target.path}`, init);
      await response.text();
      const { admissions } = await customer.metered();
      const expected = accepted ? [200, 1, 1] : [401, 0, 0];
      expect([response.status, admissions.length, edge.upstream.received.length]).toEqual(expected);
      if (!accepted) continue;
      const sent = JSON.stringify(edge.upstream.received[0]?.headers);
      expect(sent).not.toContain(customer.key);
      await customer.settled();
    }
  });

  test("in the query is refused as no key at all", async () => {
    const { key } = edge.newKey();
    const headers = { authorization: "", "content-type": "application/json" };
    const init = post(body, headers);
    const response = await sendAsWritten(edge.origin, { key: "", path: `${path}?key=${key}`, init });
    expect(response.status).toBe(401);
  });
});
