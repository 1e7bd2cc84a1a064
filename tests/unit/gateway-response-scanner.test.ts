import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResponseScanner } from "#core/domain/gateway/response-scanner.ts";
import { runs } from "#tests/support/tier.ts";

const RUNS = { numRuns: runs(2_000) };
const encoder = new TextEncoder();

function scan(json: string, at: readonly number[] = []): ResponseScanner {
  const bytes = encoder.encode(json);
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  const scanner = new ResponseScanner();
  for (const [i, from] of [0, ...places].entries())
    scanner.push(bytes.slice(from, places[i] ?? bytes.length));
  return scanner;
}

/** The usage that was found, or null, and whether the text is complete. */
const usageOf = ({ outline, complete }: ResponseScanner) => ({ found: outline.usage ?? null, complete });

/** Values with everything in them that could be taken for a usage, or for the end of one. */
const nasty = fc.oneof(
  // As it is read again: -0 is written as 0.
  fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
  fc.constantFrom<unknown>(
    '"usage":{"prompt_tokens":1,"completion_tokens":1}',
    '\\"usage":{',
    "}",
    "]]",
    { usage: { prompt_tokens: 1, completion_tokens: 1 } },
    [{ usage: { prompt_tokens: 1 } }],
    { response: { usage: { prompt_tokens: 1 } } },
  ),
);
const count = fc.nat(1_000_000_000);
const usage = fc.oneof(
  fc.record({ prompt_tokens: count, completion_tokens: count, prompt_tokens_details: nasty }),
  fc.record({ input_tokens: count, output_tokens: count }),
);
const cuts = fc.array(fc.nat(10_000), { maxLength: 12 });
const space = fc.constantFrom(undefined, 1);

describe("the usage of a JSON text that is read as it passes", () => {
  it("is the one at its top, wherever it is and however the text is cut", () => {
    fc.assert(
      fc.property(nasty, usage, nasty, cuts, space, (before, counted, after, at, indent) => {
        const json = JSON.stringify({ before, usage: counted, after, response: before }, null, indent);
        expect(usageOf(scan(json, at))).toEqual({ found: counted, complete: true });
      }),
      RUNS,
    );
  });

  it("is none when the top has none, whatever is deeper", () => {
    fc.assert(
      fc.property(nasty, nasty, cuts, fc.constantFrom(null, 7, "x"), (a, b, at, none) => {
        const json = JSON.stringify({ choices: a, usage: none, output: [a, b], response: { usage: { b } } });
        expect(usageOf(scan(json, at))).toEqual({ found: null, complete: true });
        expect(usageOf(scan(JSON.stringify([{ usage: { prompt_tokens: 1 } }]), at)).found).toBeNull();
      }),
      RUNS,
    );
  });

  it("is known before the end, and the text is complete only there", () => {
    fc.assert(
      fc.property(nasty, usage, fc.nat(), (before, counted, length) => {
        const json = JSON.stringify({ before, usage: counted, data: [before] });
        const bytes = encoder.encode(json);
        const scanner = new ResponseScanner();
        scanner.push(bytes.slice(0, length % bytes.length));
        expect(scanner.complete).toBe(false);
        const { found } = usageOf(scanner);
        expect([null, JSON.stringify(counted)]).toContain(found && JSON.stringify(found));
        scanner.push(bytes.slice(length % bytes.length));
        expect(usageOf(scanner)).toEqual({ found: counted, complete: true });
      }),
      RUNS,
    );
  });

  it("is none when it is too long to be one, and takes no more memory than that", () => {
    const json = JSON.stringify({ usage: { prompt_tokens: 1, more: "x".repeat(10_000) }, data: [] });
    expect(usageOf(scan(json))).toEqual({ found: null, complete: true });
  });

  it.each(["", " ", "<html>", '{"usage":{"prompt_tokens":1', "null", "7"])("is none in %j", (text) => {
    expect(usageOf(scan(text))).toEqual({ found: null, complete: false });
  });
});

describe("the outline of a JSON text that is read as it passes", () => {
  const text = fc.oneof(fc.constantFrom("1024x1024", "high", "size", '"', "\\"), fc.string({ maxLength: 8 }));
  const plain = text.filter((one) => JSON.stringify(one) === `"${one}"`);
  const value = fc.oneof(
    plain,
    nasty.filter((one) => typeof one !== "string"),
  );
  const other = fc.dictionary(
    fc.constantFrom("created", "background", "output_format", "x"),
    fc.oneof(nasty, text),
  );
  const members = fc.record(
    { size: value, quality: value, meta: usage, usage, data: fc.array(other) },
    { requiredKeys: [] },
  );

  it("has its size and quality, its usage and meta, and as many items as data has objects", () => {
    fc.assert(
      fc.property(other, members, other, cuts, space, (before, known, after, at, indent) => {
        const { size, quality, data, ...objects } = known;
        const json = JSON.stringify({ ...before, ...known, ...after }, null, indent);
        const texts = Object.entries({ size, quality }).filter(([, one]) => typeof one === "string");
        expect(scan(json, at).outline).toEqual({
          ...objects,
          ...Object.fromEntries(texts),
          ...(data && data.length > 0 && { data: data.map(() => ({})) }),
        });
      }),
      RUNS,
    );
  });

  it("keeps no more of a text, and of a list of texts, than it looks for", () => {
    expect(scan(JSON.stringify({ size: "x".repeat(10_000) })).outline.size).toHaveLength(33);
    expect(scan(JSON.stringify(Array.from({ length: 50_000 }, () => "x"))).outline).toEqual({});
  });
});
