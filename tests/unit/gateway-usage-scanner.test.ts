import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageScanner } from "#core/domain/gateway/usage-scanner.ts";
import { runs } from "#tests/support/tier.ts";

const RUNS = { numRuns: runs(2_000) };
const encoder = new TextEncoder();

function scan(json: string, at: readonly number[] = []): UsageScanner {
  const bytes = encoder.encode(json);
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  const scanner = new UsageScanner();
  for (const [i, from] of [0, ...places].entries())
    scanner.push(bytes.slice(from, places[i] ?? bytes.length));
  return scanner;
}

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
        expect(scan(json, at)).toMatchObject({ found: counted, complete: true });
      }),
      RUNS,
    );
  });

  it("is none when the top has none, whatever is deeper", () => {
    fc.assert(
      fc.property(nasty, nasty, cuts, fc.constantFrom(null, 7, "x"), (a, b, at, none) => {
        const json = JSON.stringify({ choices: a, usage: none, output: [a, b], response: { usage: { b } } });
        expect(scan(json, at)).toMatchObject({ found: null, complete: true });
        expect(scan(JSON.stringify([{ usage: { prompt_tokens: 1 } }]), at).found).toBeNull();
      }),
      RUNS,
    );
  });

  it("is known before the end, and the text is complete only there", () => {
    fc.assert(
      fc.property(nasty, usage, fc.nat(), (before, counted, length) => {
        const json = JSON.stringify({ before, usage: counted, data: [before] });
        const bytes = encoder.encode(json);
        const scanner = new UsageScanner();
        scanner.push(bytes.slice(0, length % bytes.length));
        expect(scanner.complete).toBe(false);
        expect([null, JSON.stringify(counted)]).toContain(scanner.found && JSON.stringify(scanner.found));
        scanner.push(bytes.slice(length % bytes.length));
        expect(scanner).toMatchObject({ found: counted, complete: true });
      }),
      RUNS,
    );
  });

  it("is none when it is too long to be one, and takes no more memory than that", () => {
    const json = JSON.stringify({ usage: { prompt_tokens: 1, more: "x".repeat(10_000) }, data: [] });
    expect(scan(json)).toMatchObject({ found: null, complete: true });
  });

  it.each(["", " ", "<html>", '{"usage":{"prompt_tokens":1', "null", "7"])("is none in %j", (text) => {
    expect(scan(text)).toMatchObject({ found: null, complete: false });
  });
});
