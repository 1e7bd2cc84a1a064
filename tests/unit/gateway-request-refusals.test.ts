import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints.ts";
import { readRequest } from "#core/domain/gateway/request-facts.ts";
import { runs } from "#tests/support/tier.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const RUNS = { numRuns: runs(2_000) };

/** Of the endpoint that the body is for. */
function readBytes(body: Uint8Array) {
  const text = decoder.decode(body);
  const responses = /"(input|max_output_tokens|previous_response_id|conversation|background)"/.test(text);
  const path = responses
    ? "/responses"
    : /"(best_of|prompt)"/.test(text)
      ? "/completions"
      : "/chat/completions";
  const endpoint = findEndpoint("POST", path);
  if (endpoint === null) throw new Error(`${path} is not offered.`);
  return readRequest(endpoint, body);
}
const readText = (body: string) => readBytes(encoder.encode(body));
const chat = { model: "demo-small", messages: [{ role: "user", content: "Hi" }] };

/** The refusal of a body; anything else that is thrown fails the test. */
function refusalOf(body: Uint8Array) {
  try {
    readBytes(body);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return null;
}
const refusal = (body: string) => {
  const error = refusalOf(encoder.encode(body));
  return error === null ? null : { code: error.code, field: error.details.field, message: error.message };
};

describe("a body that cannot be read", () => {
  it.each([
    ["{}", "model"],
    ['{"model":null}', "model"],
    ['{"model":""}', "model"],
    ['{"model":["m"]}', "model"],
    [`{"model":"${"m".repeat(201)}"}`, "model"],
    ['{"model":"m","stream":"true"}', "stream"],
    ['{"model":"m","stream":1}', "stream"],
    ['{"model":"m","max_tokens":-1}', "max_tokens"],
    ['{"model":"m","max_tokens":1.5}', "max_tokens"],
    ['{"model":"m","max_tokens":"7"}', "max_tokens"],
    ['{"model":"m","max_tokens":1e400}', undefined],
    ['{"model":"m","logit_bias":{"5":-1e999}}', undefined],
    ['{"model":"m","max_completion_tokens":9007199254740993}', "max_completion_tokens"],
    ['{"model":"m","max_output_tokens":{}}', "max_output_tokens"],
    ['{"model":"m","n":0}', "n"],
    ['{"model":"m","n":129}', "n"],
    ['{"model":"m","best_of":1e9}', "best_of"],
    [JSON.stringify({ model: "m", input: Array(2049).fill("x") }), "input"],
    ['{"model":"m","stream":true,"messages":[],"stream_options":"x"}', "stream_options"],
    ['{"model":"m","stream_options":{"include_usage":1}}', "stream_options.include_usage"],
    ['{"model":"m","n":1,"messages":[{"n":2}],"n":1000}', "n"],
    ['{"model":"m","tools":{"type":"function"}}', "tools"],
  ])("is refused with the name of the field: %s", (body, field) => {
    expect(refusal(body)).toMatchObject({ code: "invalid_request", field });
  });

  it.each([
    "",
    " ",
    "{",
    "null",
    "7",
    '"model"',
    "[]",
    '[{"model":"m"}]',
    '{"model":"m"}}',
    '\uFEFF{"model":"m"}',
  ])("is refused when it is no JSON object: %j", (body) => {
    expect(refusal(body)).toMatchObject({ field: undefined, message: "The body must be a JSON object." });
  });

  it("is refused when it is not UTF-8", () => {
    const body = Uint8Array.of(...encoder.encode('{"model":"'), 0xff, ...encoder.encode('"}'));
    expect(refusalOf(body)?.message).toBe("The body must be UTF-8.");
  });

  it("is refused when it nests too deep, at any depth, without exhausting the stack", () => {
    const nested = (depth: number) => `{"model":"m","stop":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(refusal(nested(99))).toBe(null);
    for (const depth of [100, 10_000, 500_000])
      expect(refusal(nested(depth))?.message).toBe("The body nests deeper than 100 levels.");
  });

  it("is refused in any damaged form, and never with anything but a refusal", () => {
    const damage = fc.record({ at: fc.nat(400), cut: fc.nat(30), put: fc.string() });
    const whole = JSON.stringify({
      ...chat,
      stream: true,
      stream_options: { a: ["\\", '"'] },
      max_tokens: 5,
      n: 2,
    });
    fc.assert(
      fc.property(
        fc.oneof(damage, fc.record({ at: fc.constant(0), cut: fc.constant(400), put: fc.json() })),
        (d) => {
          const at = d.at % whole.length;
          const text = whole.slice(0, at) + d.put + whole.slice(at + d.cut);
          const error = refusal(text);
          if (!isJson(text)) expect(error?.code).toBe("invalid_request");
          else if (error === null) expect(isJson(decoder.decode(readText(text).body))).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it("is refused as random bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (body) => refusalOf(body) !== null));
  });

  it("is not repeated by its refusal beyond the name of a field", () => {
    const long = `"${"secret".repeat(1000)}":1`;
    const error = refusal(`{"model":"m",${long}}`);
    expect(JSON.stringify(error).length).toBeLessThan(250);
    expect(refusal('{"model":["s3cret"]}')?.message).not.toContain("s3cret");
  });

  it("leaves the prototypes of objects alone", () => {
    const schema = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const { body } = readText(`{"model":"m","stream":true,"messages":[],"response_format":${schema}}`);
    expect(decoder.decode(body)).toContain('"__proto__":{"polluted":1}');
    expect(Reflect.get({}, "polluted")).toBe(undefined);
  });
});

const hosted = [
  ...["web_search", "file_search", "code_interpreter", "computer_use_preview", "mcp", "image_generation"],
  ...["local_shell", "web_search_preview", "Function", "function "],
];

describe("what is not offered", () => {
  it.each([
    ...["models", "fallbacks", "plugins", "search_parameters", "route", "provider", "extra_body"].map(
      (field) => [field, { ...chat, [field]: ["x"] }] satisfies [string, object],
    ),
    ["web_search_options", { ...chat, web_search_options: {} }],
    ["service_tier", { ...chat, service_tier: "priority" }],
    ["service_tier", { ...chat, service_tier: "Default" }],
    ["background", { model: "m", input: "x", background: true }],
    ["previous_response_id", { model: "m", input: "x", previous_response_id: "resp_1" }],
    ["conversation", { model: "m", input: "x", conversation: { id: "conv_1" } }],
    ["prompt", { model: "m", prompt: { id: "pmpt_1" } }],
    ["prompt", { model: "m", input: "x", prompt: { id: "pmpt_1" } }],
    ["input", { model: "m", input: [{ type: "item_reference", id: "msg_1" }] }],
    ["input", { model: "m", input: [{ id: "msg_1" }] }],
    ["input", { model: "m", input: [{ type: null, id: "msg_1" }] }],
    ["input", { model: "m", input: [{ type: "reasoning", id: "rs_1", summary: [] }] }],
    ["file_id", { model: "m", input: [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }] }],
    ["stream_options.Include_Usage", { ...chat, stream: true, stream_options: { Include_Usage: false } }],
    ["Model", { ...chat, Model: "dear" }],
    ["N", { ...chat, N: 128 }],
    ["max_to\u212aens", { ...chat, "max_to\u212aens": 1 }],
    ["__proto__", JSON.parse('{"model":"m","messages":[],"__proto__":{"n":2}}')],
    ...hosted.map(
      (type) => ["tools", { ...chat, tools: [{ type: "function" }, { type }] }] satisfies [string, object],
    ),
    ["tools", { ...chat, tools: [{ name: "f" }] }],
    ["tools", { ...chat, tools: [null] }],
  ] satisfies [string, object][])("is refused by the name %s", (field, body) => {
    expect(refusal(JSON.stringify(body))).toMatchObject({ code: "unsupported_parameter", field });
  });

  it.each(["models", "plugins", "background", "web_search_options", "previous_response_id", "unheard_of"])(
    "counts as absent when %s is null, false or empty",
    (field) => {
      for (const value of [null, false, []])
        expect(refusal(JSON.stringify({ model: "m", [field]: value }))).toBe(null);
    },
  );

  it("is not mistaken for what is: both tiers that cost no more, and the client's own tools", () => {
    const tools = [{ type: "function" }, { type: "custom" }];
    for (const service_tier of ["auto", "default", null])
      expect(refusal(JSON.stringify({ ...chat, service_tier, tools }))).toBe(null);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
