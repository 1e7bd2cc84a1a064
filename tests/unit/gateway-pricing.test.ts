import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePriceTable } from "#core/contract/price-table.ts";
import { costMicros, type ModelPrice, tokenBounds } from "#core/domain/gateway/pricing.ts";
import { runs } from "#tests/support/tier.ts";

const small = {
  model: "demo-small",
  inputMicrosPerMillion: 150_000,
  outputMicrosPerMillion: 600_000,
  requestMicros: 0,
  maxOutputTokens: 4096,
  contextTokens: 16_384,
};
const RUNS = { numRuns: runs(3_000) };

/** Any price that a configuration may have, often at its limits. */
const upTo = (max: number) => fc.oneof(fc.integer({ min: 0, max }), fc.constantFrom(0, 1, max));
const price = fc.record({
  model: fc.constant("m"),
  inputMicrosPerMillion: upTo(10_000_000_000),
  outputMicrosPerMillion: upTo(10_000_000_000),
  requestMicros: upTo(1_000_000_000),
  maxOutputTokens: upTo(1_000_000),
  contextTokens: upTo(10_000_000).map((n) => Math.max(1, n)),
});
const tokens = fc.record({ input: upTo(1_000_000_000), output: upTo(1_000_000_000) });

describe("the cost of a request", () => {
  it.each([
    ["nothing for no tokens", small, { input: 0, output: 0 }, 0],
    ["one micro-dollar for the smallest part of one", small, { input: 1, output: 0 }, 1],
    ["the prices themselves for a million tokens each", small, { input: 1e6, output: 1e6 }, 750_000],
    ["rounded up once, not once for each side", small, { input: 5, output: 1 }, 2],
    ["exact at a whole number", small, { input: 20, output: 5 }, 6],
    ["the fee alone without tokens", { ...small, requestMicros: 40 }, { input: 0, output: 0 }, 40],
    ["the fee on top of the tokens", { ...small, requestMicros: 40 }, { input: 20, output: 5 }, 46],
    [
      "exact where a double is not",
      { ...small, inputMicrosPerMillion: 9_999_999_999, outputMicrosPerMillion: 0 },
      { input: 999_999_999, output: 0 },
      9_999_999_989_001,
    ],
  ])("is %s", (_, of, usage, micros) => {
    expect(costMicros(of, usage)).toBe(micros);
  });

  it("is the fee and the smallest whole number of micro-dollars not below tokens × price", () => {
    fc.assert(
      fc.property(price, tokens, (of, usage) => {
        const cost = costMicros(of, usage);
        expect(Number.isSafeInteger(cost)).toBe(true);
        const due =
          BigInt(usage.input) * BigInt(of.inputMicrosPerMillion) +
          BigInt(usage.output) * BigInt(of.outputMicrosPerMillion);
        const charged = BigInt(cost - of.requestMicros) * 1_000_000n;
        expect(charged >= due && charged - due < 1_000_000n).toBe(true);
      }),
      RUNS,
    );
  });
});

const holdMicros = (of: ModelPrice, extent: Parameters<typeof tokenBounds>[1]) =>
  costMicros(of, tokenBounds(of, extent));

describe("what is held for a request", () => {
  const request = fc.record({
    inputBytes: upTo(100_000_000),
    wholeContext: fc.boolean(),
    maxOutputTokens: fc.option(upTo(1_000_000_000)),
    choices: upTo(128 * 2048).map((n) => Math.max(1, n)),
  });

  it("is at least the cost of every answer within the model's and the request's limits", () => {
    fc.assert(
      fc.property(price, request, tokens, (of, asked, wanted) => {
        const outputOfOne = Math.min(asked.maxOutputTokens ?? of.maxOutputTokens, of.maxOutputTokens);
        const usage = {
          input: Math.min(
            wanted.input,
            asked.wholeContext ? Number.POSITIVE_INFINITY : asked.inputBytes,
            of.contextTokens * asked.choices,
          ),
          output: Math.min(wanted.output, outputOfOne * asked.choices),
        };
        const hold = holdMicros(of, asked);
        expect(hold).toBeGreaterThanOrEqual(costMicros(of, usage));
        expect(Number.isSafeInteger(hold)).toBe(true);
      }),
      RUNS,
    );
  });

  it.each([
    ["the body's bytes as input tokens", { inputBytes: 1000, maxOutputTokens: 0, choices: 1 }, 150],
    ["the model's context at most", { inputBytes: 1e9, maxOutputTokens: 0, choices: 1 }, 2458],
    [
      "the context when the input is not known",
      { inputBytes: 1, wholeContext: true, maxOutputTokens: 0, choices: 1 },
      2458,
    ],
    ["the model's limit of output without one", { inputBytes: 0, maxOutputTokens: null, choices: 1 }, 2458],
    ["the model's limit when more is asked", { inputBytes: 0, maxOutputTokens: 1e9, choices: 1 }, 2458],
    ["a lower limit of the request", { inputBytes: 0, maxOutputTokens: 100, choices: 1 }, 60],
    ["the limit once for each answer", { inputBytes: 0, maxOutputTokens: 100, choices: 3 }, 180],
  ])("is by %s", (_, asked, micros) => {
    expect(holdMicros(small, { wholeContext: false, ...asked })).toBe(micros);
  });

  it("includes the fee", () => {
    const asked = { inputBytes: 1000, wholeContext: false, maxOutputTokens: 100, choices: 1 };
    expect(holdMicros({ ...small, requestMicros: 7 }, asked)).toBe(150 + 60 + 7);
  });
});

describe("the configured prices", () => {
  const list = (...prices: unknown[]) => JSON.stringify(prices);

  it("are found by the model's name, and no other name has a price", () => {
    const { requestMicros: _, ...withoutFee } = { ...small, model: "org/demo-2:large@v1" };
    const table = parsePriceTable(list(small, withoutFee));
    expect(table.get("demo-small")).toEqual(small);
    expect(table.get("org/demo-2:large@v1")).toEqual({ ...withoutFee, requestMicros: 0 });
    expect([table.size, table.get("Demo-Small"), table.get("__proto__")]).toEqual([2, undefined, undefined]);
  });

  it.each([
    ["{", "the list must be JSON"],
    ["{}", "the list must be a list"],
    [list(small, 7), "entry 2 must be an object"],
    [list({ ...small, model: "" }), "entry 1 model must be a text of 1 to 200"],
    [list({ ...small, model: "a b" }), "entry 1 model must be a text of 1 to 200"],
    [list({ ...small, model: "x".repeat(201) }), "entry 1 model must be a text of 1 to 200"],
    [list(small, small), "entry 2 model is listed twice"],
    [list({ ...small, requestMicros: -1 }), "entry 1 requestMicros must be a whole number from 0 to"],
    [list({ ...small, inputMicrosPerMillion: 0.5 }), "entry 1 inputMicrosPerMillion must be a whole number"],
    [list({ ...small, inputMicrosPerMillion: "150000" }), "entry 1 inputMicrosPerMillion must be a whole"],
    [list({ ...small, outputMicrosPerMillion: 1e15 }), "entry 1 outputMicrosPerMillion must be a whole"],
    [list({ ...small, maxOutputTokens: undefined }), "entry 1 maxOutputTokens must be a whole number"],
    [list({ ...small, contextTokens: 0 }), "entry 1 contextTokens must be a whole number from 1 to"],
    [list({ ...small, imageMicros: 4 }), "entry 1 has an unknown field: imageMicros"],
  ])("are refused with the entry, field and rule: %s", (json, problem) => {
    expect(() => parsePriceTable(json)).toThrow(problem);
  });

  it("are refused with everything that is wrong at once", () => {
    const wrong = list({ ...small, contextTokens: 0 }, { ...small, maxOutputTokens: -1 });
    expect(() => parsePriceTable(wrong)).toThrow(/entry 1 contextTokens .*; entry 2 maxOutputTokens /);
  });
});
