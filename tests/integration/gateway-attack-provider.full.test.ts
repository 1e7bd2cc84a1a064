import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inputTokensOf, outputTokensOf } from "#tests/support/tokens.ts";
import { attempt, charge, sendAsWritten } from "./attacks/attempt.ts";
import {
  CHAT,
  COMPLETIONS,
  EMBEDDINGS,
  PRICES,
  post,
  responseWith,
  TARGETS,
  type Target,
  usageOf,
  WRITERS,
} from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { json, type Script, text } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

const METERED = [...WRITERS, EMBEDDINGS];
const serve = ({ path, body }: Target, changes: object, script: Script) =>
  charge(edge, { path, init: post({ ...body, ...changes }), script });

/** Micro-dollars of a request whose response of two letters reports nothing plausible. */
const estimate = (target: Target, input: number) =>
  2 * input +
  (target === EMBEDDINGS ? 0 : 8 * outputTokensOf(...(TWICE.has(target) ? ["Hi", "Hi"] : ["Hi"])));
/** Their readers find the letters in both forms of a choice. */
const TWICE = new Set<Target>([CHAT, COMPLETIONS]);

const both = (value: unknown) => ({ input_tokens: value, prompt_tokens: value });
const out = (value: unknown) => ({ output_tokens: value, completion_tokens: value });

describe.each(METERED)("G10: $path", (target) => {
  test.each<[string, unknown]>([
    ["missing", undefined],
    ["null", null],
    ["a number", 7],
    ["a list", [usageOf(7, 3)]],
    ["a text", JSON.stringify(usageOf(7, 3))],
    ["empty", {}],
    ["zero", usageOf(0, 0)],
    ["negative", usageOf(-7, -3)],
    ["fractional", usageOf(7.5, 3)],
    ["text", { ...both("7"), ...out("3") }],
    ["true", { ...both(true), ...out(true) }],
    ["nested", { usage: usageOf(7, 3) }],
    ["in capitals", { PROMPT_TOKENS: 7, INPUT_TOKENS: 7, COMPLETION_TOKENS: 3, OUTPUT_TOKENS: 3 }],
    ["only the output", out(3)],
    ["beyond belief", usageOf(1_000_000_001, 3)],
    ["beyond exactness", usageOf(2 ** 53, 3)],
  ])("charges an estimate for counts that are %s", async (_, usage) => {
    const result = await serve(target, { model: "demo-timeless" }, json(responseWith(usage)));
    expect(result).toMatchObject({ cost: estimate(target, result.input), estimated: true, outcome: 6 });
  });

  test.each<[string, object]>([
    ["a million", usageOf(1_000_000, 1_000_000)],
    ["a billion", usageOf(1_000_000_000, 1_000_000_000)],
    ["a billion cached", { ...usageOf(1_000_000_000, 1_000_000_000), cache_read_input_tokens: 5 }],
  ])("charges no more than the hold for %s tokens", async (_, usage) => {
    const { cost, bytes, customer } = await serve(target, {}, json(responseWith(usage)));
    expect(cost).toBeLessThanOrEqual(target.hold(bytes));
    expect(cost).toBeGreaterThanOrEqual(target.hold(bytes) - 5);
    const { admissions } = await customer.metered();
    const logged = edge.logs.filter((line) => line.includes(admissions[0]?.requestId ?? "?"));
    expect(logged.map((line) => JSON.parse(line).event)).toEqual(["usage_above_hold"]);
  });

  test("clamps each count by itself", async () => {
    const result = await serve(target, {}, json(responseWith(usageOf(1_000_000_000, 1))));
    const output = target === EMBEDDINGS ? 0 : 8;
    expect(result.cost).toBe(2 * result.bytes + output + 5);
    if (target === EMBEDDINGS) return;
    const other = await serve(target, {}, json(responseWith(usageOf(1, 1_000_000_000))));
    expect(other.cost).toBe(2 * 1 + 8 * 10 + 5);
  });

  test("records the price of a request that a plan covers, and shows the customer none", async () => {
    const customer = edge.newKey();
    await customer.meterResponds({ covered: true });
    const { path, body, cost } = target;
    const result = await charge(edge, { path, init: post(body), customer });
    expect(result.cost).toBe(cost);
    expect(result.headers.get("x-latchkey-cost")).toBe("0.000000");
    expect(result.headers.get("x-latchkey-paid-by")).toBe("plan");
  });
});

const JSON_TYPE = { "content-type": "application/json" };
const failing = { error: { message: "Overloaded.", type: "server_error" } };
/** Responses that no customer pays for. */
const WORTHLESS: [string, Script][] = [
  ["an empty body", text("", 200, JSON_TYPE)],
  ["no body", text("", 204)],
  ["status 205", text("", 205)],
  ["spaces", text("  \n", 200, JSON_TYPE)],
  ["HTML", text("<html>busy</html>", 200, { "content-type": "text/html" })],
  ["HTML that calls itself JSON", text("<html>busy</html>", 200, JSON_TYPE)],
  ["text", text("busy", 200, { "content-type": "text/plain" })],
  ["an image", text("GIF89a", 200, { "content-type": "image/gif" })],
  ["no content type", text("{}")],
  ["JSON that is cut", text('{"choices":[{"message":{"content":"Hi"', 200, JSON_TYPE)],
  ["two objects", text("{}{}", 200, JSON_TYPE)],
  ["null", json(null)],
  ["a number", json(1)],
  ["an error with status 200", json(failing)],
  ["an error text with status 200", json({ error: "busy" })],
  ["an empty object", json({})],
  ["no choice", json({ choices: [], output: [], content: [], usage: usageOf(0, 0) })],
  ["a moved page", json({}, 301, { location: "https://elsewhere.test/" })],
  ["a redirect to a POST", json({}, 308, { location: "http://127.0.0.1:1/" })],
  ["a redirect without an address", json({}, 302)],
  ["not modified", text("", 304)],
  ["a stream that nobody requested", text("data: {}\n\n", 200, { "content-type": "text/event-stream" })],
];

describe.each(TARGETS)("G10, G12: $path", ({ path, body }) => {
  test.each(WORTHLESS)("charges nothing for %s", async (_, script) => {
    const {
      status,
      text: shown,
      attempts,
      settlements,
    } = await attempt(edge, { path, init: post(body), script });
    expect([status, JSON.parse(shown).error.code, attempts]).toEqual([502, "upstream_error", 1]);
    expect(settlements).toMatchObject([
      { statusCode: 502, outcome: 2, costMicros: 0, tokensIn: 0, tokensOut: 0, priceLines: null },
    ]);
  });

  test.each([400, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529])(
    "charges nothing for status %i, whatever it counts",
    async (code) => {
      const script = json({ ...failing, usage: usageOf(7, 3) }, code);
      const { status, settlements } = await attempt(edge, { path, init: post(body), script });
      expect(status).toBe(code);
      expect(settlements).toMatchObject([{ statusCode: code, outcome: 2, costMicros: 0 }]);
    },
  );
});

const PRIVATE: [string, string][] = [
  ["an organisation", "Rate limit for org-aBcDeF0123456789 reached"],
  ["a project", "Project `proj_AbCdEfGh12345` has no access"],
  ["a key", "Incorrect key sk-proj-0123456789abcdef"],
  ["an address", "connect ECONNREFUSED 10.20.30.40:8443"],
  ["an address of version 6", "dial tcp [fd00:ec2::254]:443: refused"],
  ["a host", "upstream vllm-0.models.svc.cluster.local:8000 failed"],
  ["a URL", "See https://console.internal.example/orgs/org_0123456789?token=1"],
  ["an email address", "Write to ops+alerts@operator.example.com"],
  ["a request id", "trace req_0123456789abcdef and 0e9c2b6a-1111-4222-8333-444455556666"],
];

describe.each(TARGETS)("G12: an error of $path", ({ path, body }) => {
  test.each(PRIVATE)("does not name %s", async (_, message) => {
    const error = { message, type: message.split(" ").at(-1), code: message, param: message };
    const headers = {
      "openai-organization": "org-aBcDeF0123456789",
      "x-request-id": "req_0123456789abcdef",
      server: "vllm-0.models.svc",
      "set-cookie": "session=1",
      via: "1.1 10.20.30.40",
      "x-ratelimit-limit-requests": "7",
      "access-control-allow-origin": "*",
      location: "http://10.1.1.1/",
    };
    const script = json({ error, organization: "org-aBcDeF0123456789" }, 400, headers);
    const result = await attempt(edge, { path, init: post(body), script });
    // Our own random id may have any digits.
    const ownId = result.headers.get("x-request-id") ?? "";
    const all = (result.text + JSON.stringify([...result.headers])).replaceAll(ownId, "");
    expect(result.status).toBe(400);
    for (const secret of [
      /aBcDeF|AbCdEf|0123456789|10\.20|10\.1\.1|fd00|svc|internal|operator\.example|4444/,
    ])
      expect(all).not.toMatch(secret);
    for (const name of ["server", "set-cookie", "via", "location", "openai-organization"])
      expect(result.headers.has(name), name).toBe(false);
    expect(result.headers.get("access-control-allow-origin")).toBeNull();
    expect(result.headers.get("x-ratelimit-limit-requests")).toBe("100");
  });
});

test.each(["a-", "a.", "a+", "1.", "sk-", "a.b-c.", ":0"])(
  "G12: an error that repeats 60 kB of %j costs no time",
  async (unit) => {
    const script = json({ error: { message: unit.repeat(60_000 / unit.length) } }, 400);
    const before = performance.now();
    const { status, text: shown } = await attempt(edge, {
      path: "/v1/embeddings",
      init: post(EMBEDDINGS.body),
      script,
    });
    expect(status).toBe(400);
    expect(shown.length).toBeLessThan(1_000);
    expect(performance.now() - before).toBeLessThan(1_000);
  },
);

const MB = 1024 * 1024;
/** A response too long to be kept: it is passed on while its counts are looked for. */
const long = (before: string, after: string, content = "x".repeat(1.2 * MB)) =>
  text(`{${before}"choices":[{"message":{"content":"${content}"}}]${after}}`, 200, JSON_TYPE);
const counts = (input: number, output: number) => `"usage":${JSON.stringify(usageOf(input, output))}`;
const DECOY = JSON.stringify(`","usage":${JSON.stringify(usageOf(1, 0))}}`).slice(1, -1);

describe("G8, G10: a long response", () => {
  test.each<[string, Script, number]>([
    ["with counts at its end", long("", `,${counts(7, 3)}`), 2 * 7 + 8 * 3],
    ["with counts at its beginning", long(`${counts(7, 3)},`, ""), 2 * 7 + 8 * 3],
    ["with both, of which the last count", long(`${counts(1, 1)},`, `,${counts(7, 3)}`), 2 * 7 + 8 * 3],
    ["with counts in its content", long("", `,${counts(7, 3)}`, DECOY.repeat(40_000)), 2 * 7 + 8 * 3],
    [
      "with counts of a choice",
      long("", `,"x":[{${counts(1, 0)}}],${counts(7, 3)},"y":{${counts(1, 0)}}`),
      2 * 7 + 8 * 3,
    ],
    ["with counts above the hold", long("", `,${counts(7, 1_000_000)}`), 2 * 7 + 8 * 10],
    ["with implausible counts after others", long(`${counts(7, 3)},`, ',"usage":null'), 2 * 7 + 8 * 3],
  ])("%s is charged by them", async (_, script, cost) => {
    const { path, body } = CHAT;
    const result = await charge(edge, { path, init: post({ ...body, model: "demo-timeless" }), script });
    expect([result.cost, result.headers.has("x-latchkey-cost")]).toEqual([cost, false]);
  });

  test.each<[string, Script]>([
    ["without counts", long("", "")],
    ["with counts that are too long", long("", `,"usage":{"x":"${"x".repeat(9_000)}","prompt_tokens":1}`)],
    ["with counts in its content alone", long("", "", DECOY.repeat(40_000))],
  ])("%s is charged by an estimate", async (_, script) => {
    const { path, body } = CHAT;
    const result = await charge(edge, { path, init: post({ ...body, model: "demo-timeless" }), script });
    expect(result).toMatchObject({ cost: 2 * result.input + 8 * 10, estimated: true });
  });

  test("that is cut never looks whole, and costs what it had", async () => {
    const customer = edge.newKey();
    edge.upstream.respondWith((response) => {
      response.writeHead(200, { ...JSON_TYPE, "content-length": 9 * MB });
      response.write(`{"choices":["${"x".repeat(1.2 * MB)}`, () => response.destroy());
    });
    const init = post({ ...CHAT.body, model: "demo-timeless" }, JSON_TYPE);
    const sent = sendAsWritten(edge.origin, { key: customer.key, path: CHAT.path, init });
    await expect(sent.then((response) => response.json())).rejects.toThrow();
    const input = inputTokensOf(edge.upstream.received[0]?.body);
    expect(await customer.settled()).toMatchObject([
      { costMicros: 2 * input + 8 * 10, outcome: 4, statusCode: 502 },
    ]);
  });
});
