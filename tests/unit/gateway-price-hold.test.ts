import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { priceRequest } from "#core/domain/gateway/request-price.ts";
import { runs } from "#tests/support/tier.ts";
import { anyRequest } from "./gateway-price-arbitraries.ts";
import { priced } from "./gateway-price-support.ts";

type Request = Parameters<typeof priced>[0];

describe("the most input of a request", () => {
  it.each<[string, Request, number]>([
    ["the bytes of its body", { bodyBytes: 400 }, 400],
    ["no more than the context", { bodyBytes: 1_000_000 }, 10_000],
    ["the context of each prompt", { bodyBytes: 1_000_000, facts: { prompts: 3 } }, 30_000],
    ["the same for any number of choices", { bodyBytes: 1_000_000, facts: { choices: 9 } }, 10_000],
    ["the whole context for what is not understood", { facts: { wholeContext: true } }, 10_000],
    ["with the overhead of each prompt", { price: { overheadTokens: 7 }, facts: { prompts: 2 } }, 414],
    ["with the overhead of each tool", { price: { toolOverheadTokens: 30 }, facts: { tools: 3 } }, 490],
    ["with the most tokens of each image", { price: { imageTokens: 800 }, facts: { images: 2 } }, 2_000],
    ["with the most tokens of each page", { price: { pageTokens: 900 }, facts: { pages: 2 } }, 2_200],
    [
      "with the most tokens of each second begun",
      { price: { audioSecondTokens: 10 }, facts: { audioSeconds: 2.2 } },
      430,
    ],
    ["the whole context for images that are not listed", { facts: { images: 1 } }, 10_000],
    ["the whole context for audio that is not listed", { facts: { audioSeconds: 0.1 } }, 10_000],
    ["the whole context for pages that are not listed", { facts: { pages: 1 } }, 10_000],
    [
      "never above the count that is believed",
      { price: { contextTokens: 1e7 }, bodyBytes: 2e9, facts: { prompts: 2048 } },
      1e9,
    ],
    ["nothing on a free endpoint", { free: true }, 0],
  ])("is %s", (_, request, tokens) => {
    expect(priced(request).bounds.input).toBe(tokens);
  });
});

describe("the most output of a request", () => {
  it.each<[string, Request, number]>([
    ["the model's own without a limit", {}, 1_000],
    ["the request's limit", { facts: { maxOutputTokens: 50 } }, 50],
    ["the model's own for a higher limit", { facts: { maxOutputTokens: 5_000 } }, 1_000],
    ["the limit for each choice", { facts: { maxOutputTokens: 50, choices: 3 } }, 150],
    [
      "the limit for each choice of each prompt",
      { facts: { maxOutputTokens: 50, choices: 3, prompts: 4 } },
      600,
    ],
    [
      "with the prediction, which may be rejected",
      { facts: { maxOutputTokens: 50, extraOutputTokens: 20 } },
      70,
    ],
    ["nothing for a model that writes nothing", { price: { maxOutputTokens: 0 }, facts: { prompts: 5 } }, 0],
  ])("is %s", (_, request, tokens) => {
    expect(priced(request).bounds.output).toBe(tokens);
  });
});

const OUT = { maxOutputTokens: 100 };

describe("the hold of a request", () => {
  const rates = { input: 1_000_000, output: 4_000_000 };
  it.each<[string, Request, number]>([
    ["its most input and output", { facts: OUT }, 400 + 400],
    [
      "at least as much as with cached input",
      { price: { rates: { ...rates, cached_input: 1 } }, facts: OUT },
      800,
    ],
    ["with the fee", { price: { fees: { request: 9 } }, facts: OUT }, 809],
    [
      "at the cache-write rate that is permitted",
      {
        price: { rates: { ...rates, cache_write_5m: 1_250_000, cache_write_1h: 2_000_000 } },
        facts: { ...OUT, cacheWrites: ["5m"] },
      },
      500 + 400,
    ],
    [
      "without the cache-write rate of a request that permits none",
      { price: { rates: { ...rates, cache_write_5m: 1_250_000 } }, facts: OUT },
      800,
    ],
    [
      "at the audio rate for as much as can be audio",
      {
        price: { rates: { ...rates, audio_input: 40_000_000 }, audioSecondTokens: 10 },
        facts: { ...OUT, audioSeconds: 2 },
      },
      20 * 40 + 400 + 400,
    ],
    [
      "at the image rate for as much as can be images",
      {
        price: { rates: { ...rates, image_input: 2_000_000 }, imageTokens: 100 },
        facts: { ...OUT, images: 1 },
      },
      100 * 2 + 400 + 400,
    ],
    [
      "at the dearest rate for what is not understood",
      { price: { rates: { ...rates, audio_input: 3_000_000 } }, facts: { ...OUT, wholeContext: true } },
      30_000 + 400,
    ],
    [
      "at the rate of audio output where audio is requested",
      { price: { rates: { ...rates, audio_output: 8_000_000 } }, facts: { ...OUT, audioOutput: true } },
      400 + 800,
    ],
    [
      "at the default tier when no tier is named",
      { price: { tiers: { flex: 500, priority: 2_000 } }, facts: OUT },
      800,
    ],
    [
      "at the named tier",
      { price: { tiers: { flex: 500, priority: 2_000 } }, facts: { ...OUT, tier: "priority" } },
      1_600,
    ],
    [
      "at the default tier for a cheaper one, in which the request need not be served",
      { price: { tiers: { flex: 500 } }, facts: { ...OUT, tier: "flex" } },
      800,
    ],
    [
      "at the rates of a longer prompt that it can reach",
      { price: { steps: [{ above: 399, rates: { input: 2_000_000, output: 5_000_000 } }] }, facts: OUT },
      800 + 500,
    ],
    [
      "without the rates of a longer prompt that it cannot reach",
      { price: { steps: [{ above: 400, rates: { input: 2_000_000, output: 5_000_000 } }] }, facts: OUT },
      800,
    ],
    [
      "of no more input than its most, whatever steps there are",
      { price: { steps: [{ above: 700, rates: { input: 2_000_000, output: 5_000_000 } }] }, facts: OUT },
      800,
    ],
    [
      "at the rates of a shorter prompt where those are dearer",
      { price: { steps: [{ above: 300, rates: { input: 1, output: 1 } }] }, facts: OUT },
      300 + 400,
    ],
    ["nothing on a free endpoint", { free: true, price: { fees: { request: 9 } } }, 0],
  ])("is %s", (_, request, micros) => {
    expect(priced(request).holdMicros).toBe(micros);
  });

  it("refuses a service tier without a price, by the field", () => {
    for (const tier of ["scale", "constructor", "Default", ""])
      expect(() => priced({ price: { tiers: { flex: 500 } }, facts: { tier } })).toThrow(
        new DomainError("invalid_request", `The service tier ${JSON.stringify(tier)} is not available.`, {
          field: "service_tier",
        }),
      );
  });

  it("counts the default tier under every name of it", () => {
    const tiers = { flex: 500, priority: 2_000 };
    for (const tier of [null, "auto", "default", "standard", "standard_only"])
      expect(priced({ price: { tiers }, facts: { tier } }).bounds.tiers).toEqual(["default", "flex"]);
  });

  it("is an exact amount, whatever the list and the request", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { holdMicros, bounds, likelyInput } = priceRequest(request);
        for (const count of [holdMicros, ...Object.values(likelyInput()), ...Object.values(bounds.kinds)])
          expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it("never falls when a request permits more", () => {
    fc.assert(
      fc.property(anyRequest, fc.nat(1_000_000), (request, more) => {
        const { facts, bodyBytes } = request;
        const hold = priceRequest(request).holdMicros;
        const larger: Partial<typeof facts>[] = [
          { wholeContext: true },
          { choices: facts.choices + 1 },
          { images: facts.images + 1 },
          { audioOutput: true },
          { cacheWrites: ["5m", "1h"] },
          { maxOutputTokens: null },
        ];
        expect(priceRequest({ ...request, bodyBytes: bodyBytes + more }).holdMicros).toBeGreaterThanOrEqual(
          hold,
        );
        for (const fact of larger)
          expect(
            priceRequest({ ...request, facts: { ...facts, ...fact } }).holdMicros,
          ).toBeGreaterThanOrEqual(hold);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
