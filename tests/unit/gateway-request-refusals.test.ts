import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { readRequest } from "#core/domain/gateway/request-facts.ts";
import { runs } from "#tests/support/tier.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const RUNS = { numRuns: runs(2_000) };

const readText = (body: string) => readRequest(encoder.encode(body));
const chat = { model: "demo-small", messages: [{ role: "user", content: "Hi" }] };

/** The refusal of a body; anything else that is thrown fails the test. */
function refusalOf(body: Uint8Array) {
  try {
    readRequest(body);
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
    ['{"model":"m","max_tokens":1e400}', "max_tokens"],
    ['{"model":"m","max_completion_tokens":9007199254740993}', "max_completion_tokens"],
    ['{"model":"m","max_output_tokens":{}}', "max_output_tokens"],
    ['{"model":"m","n":0}', "n"],
    ['{"model":"m","n":129}', "n"],
    ['{"model":"m","best_of":1e9}', "best_of"],
    [JSON.stringify({ model: "m", input: Array(2049).fill("x") }), "input"],
    ['{"model":"m","stream":true,"messages":[],"stream_options":"x"}', "stream_options"],
    ['{"model":"m","stream_options":{"include_usage":1}}', "stream_options.include_usage"],
    ['{"model":"cheap","model":"dear"}', "model"],
    ['{"model":"cheap","mod\\u0065l":"dear"}', "model"],
    ['{"model":"m","n":1,"messages":[{"n":2}],"n":100}', "n"],
    ['{"__proto__":{"model":"m"}}', "model"],
    ['{"constructor":{"prototype":{"model":"m"}}}', "model"],
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
    const nested = (depth: number) => `{"model":"m","x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
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
    const error = refusal(`{"model":"m",${long},${long}}`);
    expect(JSON.stringify(error).length).toBeLessThan(200);
    expect(refusal('{"model":["s3cret"]}')?.message).not.toContain("s3cret");
  });

  it("leaves the prototypes of objects alone", () => {
    const options = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const { body } = readText(
      `{"model":"m","stream":true,"messages":[],"__proto__":1,"stream_options":${options}}`,
    );
    expect(decoder.decode(body)).toContain('"__proto__":{"polluted":1}');
    expect(Reflect.get({}, "polluted")).toBe(undefined);
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
