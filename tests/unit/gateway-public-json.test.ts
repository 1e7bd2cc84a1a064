import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { operatorOf, roleOf } from "#core/domain/gateway/operators-own.ts";
import { publicJson } from "#core/domain/gateway/public-json.ts";
import { PublicJsonStream } from "#core/domain/gateway/public-json-stream.ts";
import { eventsIn } from "#tests/integration/gateway-http/apis.ts";
import { FIXTURE_ENDPOINTS, type FixtureEndpoint, fixturesOf, streamOf } from "#tests/support/fixtures.ts";
import { runs } from "#tests/support/tier.ts";

const KEY = "operators-secret-credential";
const OPERATOR = operatorOf({ url: "http://gpu7:8000/v1", apiKey: KEY });
const encoder = new TextEncoder();

const whole = (json: string) => publicJson(json, JSON.parse(json), OPERATOR);

/** The same, in chunks that end at these places. */
function streamed(json: string, cuts: readonly number[]): string {
  const bytes = encoder.encode(json);
  const stream = new PublicJsonStream(OPERATOR);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let [from, text] = [0, ""];
  const decoder = new TextDecoder();
  for (const to of ends) {
    text += decoder.decode(stream.push(bytes.slice(from, to)), { stream: true });
    from = to;
  }
  return text + decoder.decode();
}

const every = (step: number, { length }: string) =>
  Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);

/** What a provider, or a proxy before it, may add anywhere. */
const PLANTED = {
  cost: 0.0123,
  cost_details: { upstream_inference_cost: 0.0456 },
  total_cost: 0.0789,
  is_byok: false,
  provider: "Planted Inc.",
  provider_metadata: { gateway: { planted: true } },
  billing: { payer: "planted" },
  organization: "org-Planted1234567",
  upstream_url: "http://planted.example/v1",
  error: {
    code: 502,
    message: `planted.internal:9000 refused ${KEY} of org-Planted1234567 at 10.9.8.7:8000 and gpu7:8000`,
    metadata: { raw: "planted", provider_name: "Planted Inc." },
  },
  served_by: "http://planted.internal:9000/worker gpu7:8000",
  node: `10.9.8.7:8000 for org-Planted1234567 with ${KEY}`,
};
const SECRET = /planted|0\.0123|0\.0456|0\.0789|10\.9\.8|gpu7:8000|operators-secret/i;
/** Of the shown ones. */
const LEFT = {
  error: { code: 502, message: "… refused … of … at … and …" },
  served_by: "… …",
  node: "… for … with …",
};
/** In the published exchanges. */
const OPERATORS = /cost|^(provider|billing|is_byok)$/;

/** Every object outside of what the client or the model named gets these members. */
function planted(value: unknown, members: object, without: RegExp): unknown {
  if (Array.isArray(value)) return value.map((inner) => planted(inner, members, without));
  if (typeof value !== "object" || value === null) return value;
  const own = Object.entries(value)
    .filter(([name]) => !without.test(name) && !Object.hasOwn(PLANTED, name))
    .map(([name, inner]) => [
      name,
      roleOf(name) === "free" || roleOf(name) === "error" ? inner : planted(inner, members, without),
    ]);
  return { ...Object.fromEntries(own), ...members };
}

/** One of each shape: bodies, and the data of events. */
function documentsOf(endpoint: FixtureEndpoint): Iterable<object> {
  const all = fixturesOf(endpoint).flatMap(({ response }): unknown[] => {
    if ("body" in response) return [response.body];
    return eventsIn((streamOf(response) ?? "").replaceAll("\r\n", "\n")).map(({ data }) => data);
  });
  return new Map(all.filter(isObject).map((document) => [shapeOf(document), document])).values();
}
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const shapeOf = (document: object) =>
  JSON.stringify(document, (name, inner) => (isObject(inner) || name === "type" ? inner : typeof inner));

describe.each(Object.keys(FIXTURE_ENDPOINTS) as FixtureEndpoint[])(
  "published exchanges of %s",
  (endpoint) => {
    const documents = [...documentsOf(endpoint)];

    it("lose what is planted at every path, and nothing else", () => {
      for (const document of documents) {
        const json = JSON.stringify(planted(document, PLANTED, OPERATORS));
        const expected = planted(document, LEFT, OPERATORS);
        for (const shown of [whole(json), streamed(json, every(97, json))]) {
          expect(shown).not.toMatch(SECRET);
          expect(JSON.parse(shown)).toEqual(expected);
        }
      }
    });

    it("stay as they were written without it", () => {
      for (const document of documents) {
        const json = JSON.stringify(document, null, 1);
        const names = [...json.matchAll(/"(\w+)": /g)].map(([, name]) => name ?? "");
        if (names.some((name) => OPERATORS.test(name) || name === "error")) continue;
        expect([whole(json), streamed(json, every(97, json))]).toEqual([json, json]);
      }
    });
  },
);

/** Names and texts with everything that JSON and the rules could stumble over. */
const name = fc.oneof(
  fc.constantFrom("cost", "provider", "error", "content", "input", "id", "usage", "__proto__", "a,b", ""),
  fc.constantFrom("c\\ost", 'co"st', "日本", "}", "[", ":", "total_cost", "errors", "text", "served_by"),
  fc.string({ maxLength: 3 }),
);
const text = fc.oneof(
  fc.constantFrom(
    "localhost:80",
    KEY,
    "gpu7:8000",
    '"',
    "\\",
    "},{",
    "\\u0063ost",
    "x",
    "日本🔑",
    "http://10.0.0.1/",
  ),
  fc.string({ maxLength: 6 }),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.constantFrom(null, true, 0, -1.5, 1e300, "", [], {}),
    text,
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(name, tie("any"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;

describe("a long response, chunk by chunk", () => {
  it("shows the same as a short one, wherever it is cut and however it is spaced", () => {
    const cuts = fc.array(fc.nat(10_000), { maxLength: 20 });
    const space = fc.constantFrom(undefined, 1, "\t");
    fc.assert(
      fc.property(value, cuts, space, (document, at, indent) => {
        const json = JSON.stringify(document, null, indent);
        const shown = streamed(json, at);
        expect(JSON.parse(shown)).toEqual(JSON.parse(whole(json)));
        if (whole(json) === json) expect(shown).toBe(json);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it("reads names that are written with escapes", () => {
    expect(streamed('{"c\\u006fst":1,"a":2,"\\u0065rror":"at 10.0.0.1"}', [])).toBe(
      '{"a":2,"\\u0065rror":"at …"}',
    );
  });

  it("keeps long texts, which are data, and replaces an error that is too long to read", () => {
    const data = "localhost:80 ".repeat(6_000);
    const json = JSON.stringify({ b64: data, error: { message: data }, id: "a" });
    const shown = { b64: data, error: { message: expect.stringMatching(/Try again shortly/) }, id: "a" };
    expect(JSON.parse(streamed(json, every(97, json)))).toEqual(shown);
    expect(JSON.parse(streamed(json, []))).toEqual(shown);
  });

  it.each(["", "[", '{"a":', "<html>", '{"a" "b"}', "{,}", '{"cost":', "]]}{", '{"a":1}{"b":2}'])(
    "is passed on as it is when it is no JSON: %j",
    (broken) => {
      const shown = streamed(broken, every(2, broken));
      expect(broken.startsWith(shown) || shown === broken.replace(",", "")).toBe(true);
    },
  );

  it("refuses a name that never ends", () => {
    expect(() => streamed(`{"${"a".repeat(70_000)}`, every(7_000, "a".repeat(70_000)))).toThrow(RangeError);
  });
});

describe("a response", () => {
  it("may have any name in what the client or the model named itself", () => {
    const free = { cost: 1, provider: "x", error: "at localhost:80", organization: "org-12345678" };
    const json = JSON.stringify({
      output: [{ type: "tool_use", input: free }, { arguments: free }],
      tools: [{ parameters: { properties: free } }],
      metadata: free,
      results: [{ document: free, relevance_score: 0.5 }],
      choices: [{ logprobs: { top_logprobs: [{ cost: -0.1 }] } }],
    });
    expect([whole(json), streamed(json, [])]).toEqual([json, json]);
  });

  it("may say anything in the model's words", () => {
    const words = `http://localhost:3000 with sk-abcdefghijklmnop, ${KEY}`;
    const json = JSON.stringify({
      choices: [{ message: { content: words, reasoning: words }, delta: { content: [{ text: words }] } }],
    });
    expect([whole(json), streamed(json, [])]).toEqual([json, json]);
  });

  it("keeps its numbers as they were written", () => {
    const json = '{"n":1.50,"big":12345678901234567890,"cost":1,"error":{"code":1.0}}';
    const shown = '{"n":1.50,"big":12345678901234567890,"error":{"code":1.0}}';
    expect(whole(json)).toBe(shown);
  });
});

it("has the gateway's cost alone in its usage", () => {
  const messages = findEndpoint("POST", "/messages");
  const usage = { input_tokens: 9, cost: 0.0000079, cost_details: { upstream: 1 } };
  const json = whole(JSON.stringify({ type: "message_start", message: { id: "msg_1", usage } }));
  expect(JSON.parse(messages?.withCost(json, "0.5") ?? "")).toEqual({
    type: "message_start",
    message: { id: "msg_1", usage: { input_tokens: 9, cost: 0.5 } },
  });
});
