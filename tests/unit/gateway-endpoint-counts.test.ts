import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicCounts, openAiCounts } from "#core/domain/gateway/endpoints/token-counts.ts";
import { runs } from "#tests/support/tier.ts";

describe("the counts of OpenAI's APIs", () => {
  it.each([
    ["plain ones", { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }, { input: 10, output: 5 }],
    [
      "those of responses",
      { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
      { input: 10, output: 5 },
    ],
    ["those of embeddings", { prompt_tokens: 8, total_tokens: 8 }, { input: 8, output: 0 }],
    [
      "cached tokens",
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } },
      { input: 6, cached_input: 4, output: 5 },
    ],
    [
      "cached tokens of responses",
      { input_tokens: 10, output_tokens: 5, input_tokens_details: { cached_tokens: 10 } },
      { input: 0, cached_input: 10, output: 5 },
    ],
    [
      "cached tokens of DeepSeek",
      { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 3, prompt_cache_miss_tokens: 7 },
      { input: 7, cached_input: 3, output: 5 },
    ],
    [
      "cached tokens of Moonshot",
      { prompt_tokens: 10, completion_tokens: 5, cached_tokens: 3 },
      { input: 7, cached_input: 3, output: 5 },
    ],
    [
      "more cached tokens than there are",
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 99 } },
      { input: 0, cached_input: 10, output: 5 },
    ],
    [
      "cache writes",
      {
        input_tokens: 10,
        output_tokens: 5,
        input_tokens_details: { cached_tokens: 2, cache_write_tokens: 6 },
      },
      { input: 2, cached_input: 2, cache_write_5m: 6, output: 5 },
    ],
    [
      "long cache writes",
      {
        input_tokens: 10,
        output_tokens: 5,
        input_tokens_details: {
          cache_write_tokens: 6,
          cache_write_tokens_details: { ttl_12h_tokens: 4, ttl_30m_tokens: 2 },
        },
      },
      { input: 4, cache_write_1h: 4, cache_write_5m: 2, output: 5 },
    ],
    [
      "cache writes of proxies",
      { prompt_tokens: 10, completion_tokens: 5, cache_creation_input_tokens: 4, cache_read_input_tokens: 3 },
      { input: 3, cached_input: 3, cache_write_5m: 4, output: 5 },
    ],
    [
      "audio",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { audio_tokens: 7 },
        completion_tokens_details: { audio_tokens: 4 },
      },
      { input: 3, audio_input: 7, output: 1, audio_output: 4 },
    ],
    [
      "cached audio",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { audio_tokens: 7, cached_tokens: 5 },
      },
      { input: 0, audio_input: 5, cached_input: 3, cached_audio_input: 2, output: 5 },
    ],
    [
      "cached audio that is reported",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: {
          audio_tokens: 4,
          cached_tokens: 3,
          cached_tokens_details: { audio_tokens: 3 },
        },
      },
      { input: 6, audio_input: 1, cached_audio_input: 3, output: 5 },
    ],
    [
      "images",
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { image_tokens: 7 } },
      { input: 3, image_input: 7, output: 5 },
    ],
    [
      "more audio than output",
      { prompt_tokens: 10, completion_tokens: 5, completion_tokens_details: { audio_tokens: 50 } },
      { input: 10, output: 0, audio_output: 5 },
    ],
    [
      "reasoning inside",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        completion_tokens_details: { reasoning_tokens: 3 },
      },
      { input: 10, output: 5 },
    ],
    [
      "reasoning outside",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 115,
        completion_tokens_details: { reasoning_tokens: 100 },
      },
      { input: 10, output: 105 },
    ],
    [
      "a total with tokens of no kind",
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115 },
      { input: 10, output: 5 },
    ],
    [
      "a total that is too small",
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 1 },
      { input: 10, output: 5 },
    ],
    [
      "a total that cannot be",
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 1e12 },
      { input: 10, output: 5 },
    ],
    [
      "details that cannot be",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: -1, audio_tokens: "7" },
      },
      { input: 10, output: 5 },
    ],
    [
      "details that are no object",
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: "x", completion_tokens_details: [1] },
      { input: 10, output: 5 },
    ],
    ["zeros", { prompt_tokens: 0, completion_tokens: 0 }, { input: 0, output: 0 }],
  ])("are disjoint: %s", (_, usage, counts) => {
    expect(openAiCounts(usage)).toEqual(counts);
  });

  it.each([
    null,
    undefined,
    "x",
    5,
    [],
    {},
    { prompt_tokens: "1", completion_tokens: 1 },
    { prompt_tokens: 1.5, completion_tokens: 1 },
    { prompt_tokens: -1, completion_tokens: 1 },
    { prompt_tokens: 1e12, completion_tokens: 1 },
    { completion_tokens: 5 },
    { prompt_tokens: 1, completion_tokens: {} },
    { type: "duration", seconds: 3 },
  ])("are none in %j", (usage) => {
    expect(openAiCounts(usage)).toBe(null);
  });

  it("add up to what is reported, whatever the details say", () => {
    const count = fc.oneof(fc.nat(2000), fc.constantFrom(-1, 1.5, 1e12, "5", null, undefined, {}));
    const usage = fc.record({
      prompt_tokens: fc.nat(1000),
      completion_tokens: fc.nat(1000),
      cached_tokens: count,
      prompt_tokens_details: fc.record({
        cached_tokens: count,
        cache_write_tokens: count,
        audio_tokens: count,
        image_tokens: count,
        cached_tokens_details: fc.record({ audio_tokens: count }),
        cache_write_tokens_details: fc.record({ ttl_12h_tokens: count }),
      }),
      completion_tokens_details: fc.record({ audio_tokens: count }),
    });
    fc.assert(
      fc.property(usage, (reported) => {
        const { output = 0, audio_output = 0, ...inputs } = openAiCounts(reported) ?? {};
        expect(Object.values(inputs).reduce((sum, n) => sum + n, 0)).toBe(reported.prompt_tokens);
        expect(output + audio_output).toBe(reported.completion_tokens);
        expect(Math.min(output, audio_output, ...Object.values(inputs))).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe("the counts of Anthropic's API", () => {
  it.each([
    ["plain ones", { input_tokens: 10, output_tokens: 5 }, { input: 10, output: 5 }],
    [
      "cache reads",
      { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 90 },
      { input: 10, cached_input: 90, output: 5 },
    ],
    [
      "cache writes",
      { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 90 },
      { input: 10, cache_write_5m: 90, output: 5 },
    ],
    [
      "writes of both lifetimes",
      {
        input_tokens: 1,
        output_tokens: 5,
        cache_creation_input_tokens: 9,
        cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 4 },
      },
      { input: 1, cache_write_5m: 5, cache_write_1h: 4, output: 5 },
    ],
    [
      "lifetimes without their sum",
      {
        input_tokens: 1,
        output_tokens: 5,
        cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 4 },
      },
      { input: 1, cache_write_5m: 5, cache_write_1h: 4, output: 5 },
    ],
    [
      "more of an hour than were written",
      {
        input_tokens: 1,
        output_tokens: 5,
        cache_creation_input_tokens: 3,
        cache_creation: { ephemeral_1h_input_tokens: 4 },
      },
      { input: 1, cache_write_1h: 3, output: 5 },
    ],
    [
      "null for none",
      {
        input_tokens: 1,
        output_tokens: 5,
        cache_creation: null,
        cache_creation_input_tokens: null,
        cache_read_input_tokens: null,
      },
      { input: 1, output: 5 },
    ],
    [
      "counts that cannot be",
      { input_tokens: 1, output_tokens: 5, cache_read_input_tokens: -5 },
      { input: 1, output: 5 },
    ],
  ])("are disjoint: %s", (_, usage, counts) => {
    expect(anthropicCounts(usage)).toEqual(counts);
  });

  it.each([
    null,
    "x",
    {},
    { input_tokens: 1 },
    { input_tokens: "1", output_tokens: 1 },
    { input_tokens: 1, output_tokens: -1 },
  ])("are none in %j", (usage) => {
    expect(anthropicCounts(usage)).toBe(null);
  });
});
