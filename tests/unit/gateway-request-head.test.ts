import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { scanForModel } from "#core/domain/gateway/request-facts.ts";
import { runs } from "#tests/support/tier.ts";

const encoder = new TextEncoder();
const scan = (head: string) => scanForModel(encoder.encode(head));
const NOTHING = { choices: 1, inputBytes: Number.POSITIVE_INFINITY };

/** A form as browsers and OpenAI's clients write it. */
function form(fields: [headers: string, value: string][], boundary = "----form-7d1"): string {
  const parts = fields.map(
    ([headers, value]) => `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${boundary}--\r\n`;
}
const file: [string, string] = [
  'name="file"; filename="a.wav"\r\nContent-Type: audio/wav',
  "RIFF\r\n\0\xff--\r\n",
];
const model: [string, string] = ['name="model"', "whisper-1"];

describe("the beginning of a large JSON body", () => {
  const whole = JSON.stringify({
    model: "demo-small",
    stream: true,
    n: 2,
    messages: [{ role: "user", content: 'say "model":"dear"', model: "deep" }],
    max_tokens: 12,
    user: "x",
  });

  it("says of the facts what is whole in it", () => {
    expect(scan(whole)).toEqual({
      ...NOTHING,
      model: "demo-small",
      stream: true,
      choices: 2,
      maxOutputTokens: 12,
    });
    const cut = whole.slice(0, whole.indexOf("say"));
    expect(scan(cut)).toEqual({ ...NOTHING, model: "demo-small", stream: true, choices: 2 });
  });

  it("says the truth or nothing, wherever it is cut, between the bytes of a character too", () => {
    const bytes = encoder.encode(whole.replace("say", "日本🔑"));
    const all: Record<string, unknown> = scanForModel(bytes);
    for (let end = 0; end < bytes.length; end++) {
      const { choices, inputBytes, ...facts } = scanForModel(bytes.subarray(0, end));
      for (const [name, value] of Object.entries(facts)) expect(value).toBe(all[name]);
      expect([1, 2]).toContain(choices);
      expect(inputBytes).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it("does not take a number that may go on", () => {
    expect(scan('{"model":"m","n":1')).toEqual({ ...NOTHING, model: "m" });
    expect(scan('{"model":"m","n":12,')).toEqual({ ...NOTHING, model: "m", choices: 12 });
  });

  it.each([
    '{"messages":[{"model":"deep"',
    '{"x":"\\"model\\":\\"m\\","y":1',
    "",
    "[1,2",
    '["model","m"]',
    "model=m",
  ])("names no model where there is none: %s", (head) => {
    expect(scan(head)).toEqual(NOTHING);
  });

  it.each([
    ['{"model":"cheap","model":"dear"}', "model"],
    ['{"model":7,', "model"],
    ['{"model":"m","n":1000,', "n"],
    ['{"model":"m","stream":"yes",', "stream"],
  ])("is refused where a field cannot be right: %s", (head, field) => {
    expect(() => scan(head)).toThrow(
      expect.objectContaining({ code: "invalid_request", details: { field } }),
    );
  });
});

describe("the beginning of a form", () => {
  it("names the model, before a file or behind it", () => {
    expect(scan(form([model, file])).model).toBe("whisper-1");
    expect(scan(form([file, model])).model).toBe("whisper-1");
  });

  it("says what else it asks for", () => {
    const head = form([model, ['name="n"', "3"], ['name="stream"', "true"], ["name=max_tokens", "7"]]);
    const facts = { model: "whisper-1", choices: 3, stream: true, maxOutputTokens: 7 };
    expect(scan(head)).toEqual({ ...NOTHING, ...facts });
  });

  it("keeps a model that is all digits a text", () => {
    expect(scan(form([['name="model"', "2024"]])).model).toBe("2024");
  });

  it("says nothing of a field that is not whole", () => {
    const head = form([model]);
    for (let end = 0; end < head.indexOf("whisper-1") + "whisper-1".length; end++)
      expect(scan(head.slice(0, end))).toEqual(NOTHING);
  });

  it.each([
    ["a file of that name", form([['name="model"; filename="m"', "dear"]])],
    ["a field whose name only ends so", form([['name="my_model"', "dear"]])],
    ["a part within a file", form([['name="file"; filename="a"', form([model], "other")]])],
    ["no boundary", '--\r\nContent-Disposition: form-data; name="model"\r\n\r\ncheap\r\n--\r\n'],
    ["a delimiter that only begins like the boundary", form([['name="x"', form([model], "----form-7d12")]])],
  ])("names no model with %s", (_, head) => {
    expect(scan(head)).toEqual(NOTHING);
  });

  it("is refused where the model stands twice", () => {
    expect(() => scan(form([model, ['name="model"', "dear"]]))).toThrow("A field stands twice in the body.");
  });
});

it("a beginning of any bytes is read or refused, never anything else", () => {
  const junk = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string().map((text) => encoder.encode(`{"model":${text}`)),
    fc.string().map((text) => encoder.encode(`--x\r\n${text}\r\n--x\r\n${form([[text, text]], "x")}`)),
    fc
      .array(fc.constantFrom('"', "\\", "{", "}", "[", "]", ":", ",", "model", " ", "1", "\\u00"))
      .map((parts) => encoder.encode(`{${parts.join("")}`)),
  );
  fc.assert(
    fc.property(junk, (head) => {
      try {
        return scanForModel(head).inputBytes === Number.POSITIVE_INFINITY;
      } catch (error) {
        return error instanceof DomainError && error.code === "invalid_request";
      }
    }),
    { numRuns: runs(5_000) },
  );
});
