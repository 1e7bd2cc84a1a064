import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Charge,
  chargeOf,
  outcomeOf,
  receiptCost,
  STATUS_OF_OUTCOME,
} from "#core/domain/gateway/charging.ts";
import { OUTCOMES, type Outcome } from "#core/domain/gateway/outcomes.ts";
import { COUNT_MAX, type PriceList, type TokenCounts } from "#core/domain/gateway/price-list.ts";
import { NOTHING_READ, type Reading } from "#core/domain/gateway/reading.ts";
import { type Priced, priceRequest } from "#core/domain/gateway/request-price.ts";
import { runs } from "#tests/support/tier.ts";
import { anyMs, anyReading, anyRequest } from "./gateway-price-arbitraries.ts";
import { priced, reading } from "./gateway-price-support.ts";

const usage = (tokens: TokenCounts, tier: string | null = null) => ({ tokens, tier });
const COUNTED = usage({ input: 90, cached_input: 10, output: 30 });
const ZEROS = usage({ input: 0, output: 0 });
const outcomes = Object.keys(OUTCOMES) as Outcome[];

describe("the outcome of an exchange", () => {
  it.each<[string, Partial<Reading>, Parameters<typeof outcomeOf>[2], Outcome]>([
    ["a whole response with its usage", { usage: COUNTED }, "ended", "completed"],
    [
      "a whole response of nothing but hidden tokens",
      { usage: COUNTED, content: false },
      "ended",
      "completed",
    ],
    ["a whole response before the connection broke", { usage: COUNTED }, "broke", "completed"],
    ["a whole response without its usage", {}, "ended", "no_usage"],
    ["a whole response that counts nothing", { usage: ZEROS }, "ended", "no_usage"],
    ["an empty response", { content: false }, "ended", "failed"],
    ["an empty response that counts nothing", { content: false, usage: ZEROS }, "ended", "failed"],
    ["an error", { content: false, failed: true }, "ended", "failed"],
    ["an error for a client that left", { content: false, failed: true }, "client_left", "failed"],
    ["an error when time was up", { content: false, failed: true }, "deadline", "failed"],
    ["an error after content", { failed: true, usage: COUNTED }, "ended", "cut"],
    ["a break before content", { content: false, ended: false, usage: COUNTED }, "broke", "failed"],
    ["a break after content", { ended: false }, "broke", "cut"],
    ["a stream without its end", { ended: false, usage: COUNTED }, "ended", "cut"],
    ["nothing for a client that left", { content: false, ended: false }, "client_left", "client_left"],
    ["some of it for a client that left", { ended: false }, "client_left", "client_left"],
    ["some of it when time was up", { ended: false }, "deadline", "deadline"],
  ])("of %s", (_, read, end, outcome) => {
    expect(outcomeOf(priced(), reading(read), end)).toBe(outcome);
  });

  it("of a whole response of a free endpoint needs no usage", () => {
    for (const of of [null, priced({ free: true })]) {
      expect(outcomeOf(of, reading({ content: false }), "ended")).toBe("completed");
      expect(outcomeOf(of, reading({ content: false, failed: true }), "ended")).toBe("failed");
    }
  });

  it("has a status of its own unless the response was whole or failed", () => {
    const kept = outcomes.filter((outcome) => STATUS_OF_OUTCOME[outcome] === undefined);
    expect(kept.sort()).toEqual(["completed", "failed", "no_usage", "unknown"]);
    expect(STATUS_OF_OUTCOME).toEqual({ client_left: 499, cut: 502, deadline: 504, orphaned: 503 });
  });
});

const charge = (
  outcome: Outcome,
  read: Partial<Reading>,
  { hiddenMs = 0, of = priced() }: { hiddenMs?: number; of?: Priced } = {},
) => chargeOf(of, outcome, reading(read), hiddenMs);
const counts = ({ tokensIn, tokensCached, tokensOut }: Charge) => [tokensIn, tokensCached, tokensOut];
const NOTHING = { costMicros: 0, bill: null, tokensIn: 0, tokensCached: 0, tokensOut: 0, estimated: false };

describe("the charge of a completed response", () => {
  it("is the price of its counts, with every line", () => {
    const of = priced({ price: { rates: { input: 1_000_000, cached_input: 100_000, output: 4_000_000 } } });
    expect(charge("completed", { usage: COUNTED }, { of })).toEqual({
      costMicros: 90 + 1 + 120,
      tokensIn: 100,
      tokensCached: 10,
      tokensOut: 30,
      estimated: false,
      aboveHold: false,
      bill: {
        tier: "default",
        lines: [
          { dimension: "input", quantity: 90 },
          { dimension: "cached_input", quantity: 10 },
          { dimension: "output", quantity: 30 },
        ],
      },
    });
  });

  it("is by the provider's counts, however much is visible", () => {
    expect(counts(charge("completed", { usage: COUNTED, visibleTokens: 1_000 }))).toEqual([100, 10, 30]);
  });

  it("has the fee of the request", () => {
    const of = priced({ price: { fees: { request: 5 } } });
    expect(charge("completed", { usage: COUNTED }, { of })).toMatchObject({
      costMicros: 100 + 120 + 5,
      bill: { lines: expect.arrayContaining([{ dimension: "request", quantity: 1 }]) },
    });
  });
});

describe("the tier of a charge", () => {
  const of = (tier: string | null) =>
    priced({ price: { tiers: { flex: 500, priority: 2_000 } }, facts: { tier } });
  it.each<[string, string | null, string | null, string, boolean]>([
    ["the default one when none is named", null, null, "default", false],
    ["the one that the response reports", "priority", "default", "default", false],
    ["a cheaper one that the response reports", null, "flex", "flex", false],
    ["the requested one when none is reported", "priority", null, "priority", false],
    ["the requested cheaper one when none is reported", "flex", null, "flex", false],
    ["Anthropic's name of the default one", null, "standard", "default", false],
    ["not dearer than the request permits", null, "priority", "default", true],
    ["the dearest permitted one for an unknown one", "flex", "turbo", "default", true],
  ])("is %s", (_, requested, reported, tier, aboveHold) => {
    const read = { usage: usage({ input: 10, output: 1 }, reported) };
    expect(charge("completed", read, { of: of(requested) })).toMatchObject({ bill: { tier }, aboveHold });
  });
});

describe("counts beyond what a request permits", () => {
  const clamped = (tokens: TokenCounts, of = priced()) => {
    const { bill, aboveHold } = charge("completed", { usage: usage(tokens) }, { of });
    return [
      Object.fromEntries((bill?.lines ?? []).map((line) => [line.dimension, line.quantity])),
      aboveHold,
    ];
  };
  it("are lowered one by one, and reported", () => {
    expect(clamped({ input: 1e9, output: 30 })).toEqual([{ input: 400, output: 30 }, true]);
    expect(clamped({ input: 100, output: 1e9 })).toEqual([{ input: 100, output: 1_000 }, true]);
    expect(clamped({ input: 400, output: 1_000 })).toEqual([{ input: 400, output: 1_000 }, false]);
  });

  it("are lowered together with the other kinds of their side, cached input last", () => {
    expect(clamped({ input: 300, cached_input: 200, output: 1 })).toEqual([
      { input: 200, cached_input: 200, output: 1 },
      true,
    ]);
  });

  it("of a kind that it does not permit count as plain input or output", () => {
    const unpermitted = { input: 1, cache_write_5m: 10, audio_input: 20, image_input: 30 };
    expect(clamped({ ...unpermitted, output: 1, audio_output: 5, image_output: 6 })).toEqual([
      { input: 61, output: 12 },
      true,
    ]);
    const of = priced({ facts: { images: 1, cacheWrites: ["5m"] }, price: { imageTokens: 25 } });
    expect(clamped(unpermitted, of)).toEqual([{ input: 26, cache_write_5m: 10, image_input: 25 }, true]);
  });

  it("are whole and not negative", () => {
    expect(clamped({ input: 1.2, cached_input: -5, output: Number.NaN })).toEqual([{ input: 2 }, false]);
  });
});

describe("the charge of a response that was not read to its end", () => {
  const unfinished: Outcome[] = ["client_left", "cut", "deadline", "orphaned"];
  it.each(unfinished)("is by its last counts when it is %s", (outcome) => {
    const result = charge(outcome, { ended: false, usage: COUNTED, visibleTokens: 20 });
    expect([counts(result), result.estimated]).toEqual([[100, 10, 30], false]);
  });

  it.each(unfinished)("is for no less than what was visible when it is %s", (outcome) => {
    const result = charge(outcome, { ended: false, usage: COUNTED, visibleTokens: 40.25 });
    expect([counts(result), result.estimated]).toEqual([[100, 10, 45], true]);
  });

  it.each([...unfinished, "no_usage" as const])("is estimated without counts when it is %s", (outcome) => {
    for (const read of [{ usage: null }, { usage: ZEROS }]) {
      const result = charge(outcome, { ended: false, ...read, visibleTokens: 40.25 });
      expect([counts(result), result.estimated, result.costMicros]).toEqual([[100, 0, 45], true, 100 + 180]);
    }
  });

  it("is by its final counts once the response's end was read", () => {
    const result = charge("client_left", { usage: COUNTED, visibleTokens: 1_000 });
    expect([counts(result), result.estimated]).toEqual([[100, 10, 30], false]);
  });

  it("has the hidden tokens of each choice", () => {
    const price = { reasoning: true, hiddenTokensPerSecond: 50 };
    const read = { ended: false, content: false };
    const hiddenOf = (of: Priced) => charge("client_left", read, { hiddenMs: 1_500, of }).tokensOut;
    expect([hiddenOf(priced({ price })), hiddenOf(priced({ price, facts: { choices: 2 } }))]).toEqual([
      75, 150,
    ]);
    expect(hiddenOf(priced({ price: { ...price, reasoning: false } }))).toBe(hiddenOf(priced({ price })));
  });

  it("is estimated at no more than the bounds, without a report to the operator", () => {
    const price = { reasoning: true, hiddenTokensPerSecond: 50, contextTokens: 20 };
    const read = { ended: false, visibleTokens: 250e6 };
    const result = charge("cut", read, { hiddenMs: 1e12, of: priced({ price }) });
    expect([counts(result), result.aboveHold]).toEqual([[20, 0, 1_000], false]);
  });

  it("is for one token of input at least", () => {
    const result = charge("client_left", NOTHING_READ, { of: priced({ bodyBytes: 1 }) });
    expect(result).toMatchObject({ tokensIn: 1, tokensOut: 0, costMicros: 1 });
  });
});

describe("an estimate counts media as the list does", () => {
  const linesOf = (of: Priced, read: Partial<Reading> = { ended: false }, hiddenMs = 0) =>
    Object.fromEntries(
      charge("cut", read, { of, hiddenMs }).bill?.lines.map((line) => [line.dimension, line.quantity]) ?? [],
    );
  const listed = { imageTokens: 800, audioSecondTokens: 10, pageTokens: 1_500 };

  it("of a request: its text, and images, seconds and pages by their figures", () => {
    const facts = { images: 2, mediaBytes: 300_000, audioSeconds: 40, likelySeconds: 30 };
    const of = priced({ bodyBytes: 300_400, price: listed, facts });
    expect(linesOf(of)).toEqual({ input: 100, image_input: 1_600, audio_input: 300 });
    const document = { wholeContext: true, mediaBytes: 300_000, likelyPages: 4 };
    expect(linesOf(priced({ bodyBytes: 300_400, price: listed, facts: document }))).toEqual({
      input: 100,
      image_input: 6_000,
    });
  });

  it("of a request to a model without these figures: what models usually take", () => {
    const facts = { images: 1, mediaBytes: 300_000, wholeContext: true, likelySeconds: 3, likelyPages: 1 };
    const of = priced({ bodyBytes: 300_400, price: { contextTokens: 100_000 }, facts });
    expect(linesOf(of)).toEqual({ input: 100, image_input: 2_500, audio_input: 30 });
  });

  it("of a response: seconds of audio, and the images that were requested", () => {
    const spoken = priced({ facts: { audioOutput: true } });
    expect(linesOf(spoken, { ended: false, visibleTokens: 10, audioBytes: 480_000 })).toEqual({
      input: 100,
      output: 14,
      audio_output: 200,
    });
    const drawn = priced({
      price: { maxOutputTokens: 9_000 },
      facts: { imageOutput: true, likelyImageTokens: 1_056 },
    });
    expect(linesOf(drawn, { ended: false, content: false }, 60_000)).toEqual({
      input: 100,
      image_output: 1_056,
    });
  });

  it("beside counts: no less audio than was heard", () => {
    const of = priced({ facts: { audioOutput: true } });
    const heard = {
      ended: false,
      audioBytes: 480_000,
      usage: usage({ input: 100, output: 30, audio_output: 50 }),
    };
    expect(linesOf(of, heard)).toEqual({ input: 100, output: 30, audio_output: 200 });
  });

  it("and a hold doesn't count their base64 as text", () => {
    const facts = { images: 1, mediaBytes: 300_000 };
    const of = priced({ bodyBytes: 300_400, price: { ...listed, contextTokens: 1_000_000 }, facts });
    expect(of.bounds.input).toBe(400 + 800);
  });
});

it("a failure and a free endpoint cost nothing and have no bill", () => {
  const read = { usage: COUNTED, visibleTokens: 100 };
  expect(charge("failed", read)).toMatchObject(NOTHING);
  for (const outcome of outcomes)
    expect(charge(outcome, read, { of: priced({ free: true }), hiddenMs: 9_000 })).toMatchObject(NOTHING);
});

it("no charge is above its hold, and every receipt recomputes, whatever list, request and response", () => {
  fc.assert(
    fc.property(anyRequest, anyReading, fc.constantFrom(...outcomes), anyMs, (request, read, outcome, ms) => {
      const of = priceRequest(request);
      const result = chargeOf(of, outcome, read, ms);
      expect(result.costMicros).toBeLessThanOrEqual(of.holdMicros);
      for (const count of [result.costMicros, ...counts(result)])
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      expect(result.tokensIn).toBeLessThanOrEqual(of.bounds.input);
      expect(result.tokensOut).toBeLessThanOrEqual(of.bounds.output);
      expect(result.tokensCached).toBeLessThanOrEqual(result.tokensIn);
      if (result.bill === null) {
        expect(result.costMicros).toBe(0);
        return;
      }
      const list: PriceList = { id: 1, from: 0, models: new Map([["m", request.price]]) };
      expect(receiptCost(list, "m", JSON.stringify(result.bill))).toBe(result.costMicros);
    }),
    { numRuns: runs(5_000) },
  );
});

it("every exchange has an outcome, and only a failure may be free of charge", () => {
  const ends = fc.constantFrom(
    "ended" as const,
    "broke" as const,
    "client_left" as const,
    "deadline" as const,
  );
  fc.assert(
    fc.property(anyRequest, anyReading, ends, (request, read, end) => {
      const priced = priceRequest(request);
      const outcome = outcomeOf(priced, read, end);
      expect(["completed", "failed", "client_left", "cut", "deadline", "no_usage"]).toContain(outcome);
      if (read.content && !read.failed) expect(outcome).not.toBe("failed");
      const { bill } = chargeOf(priced, outcome, read, 0);
      expect(bill === null).toBe(outcome === "failed");
    }),
    { numRuns: runs(5_000) },
  );
});

describe("a receipt", () => {
  const list: PriceList = { id: 1, from: 0, models: new Map([["m", priced().price]]) };
  it.each<[string, unknown]>([
    ["another model", undefined],
    ["something else than a bill", []],
    ["no tier", { lines: [] }],
    ["no lines", { tier: "default" }],
    ["a line without a dimension", { tier: "default", lines: [{ quantity: 1 }] }],
    ["a negative quantity", { tier: "default", lines: [{ dimension: "input", quantity: -1 }] }],
    ["half a token", { tier: "default", lines: [{ dimension: "input", quantity: 0.5 }] }],
    ["more than is believed", { tier: "default", lines: [{ dimension: "input", quantity: COUNT_MAX + 1 }] }],
    ["an unknown tier", { tier: "scale", lines: [] }],
  ])("is not computed from %s", (_, bill) => {
    const compute = () =>
      bill === undefined ? receiptCost(list, "other", "{}") : receiptCost(list, "m", JSON.stringify(bill));
    expect(compute).toThrow(RangeError);
  });
});
