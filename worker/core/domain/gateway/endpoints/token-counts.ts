import type { TokenCounts } from "../price-list.ts";
import { isFields, memberOf } from "./field-checks.ts";

/** A count above this is not believed; it also keeps every cost an exact number. */
export const TOKENS_MAX = 1_000_000_000;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= TOKENS_MAX;

/** The first plausible count; 0 without one. */
const countOf = (...candidates: unknown[]): number => candidates.find(isCount) ?? 0;

/** Parts of a total, each at most what the ones before have left. */
function partsOf<Kind extends string>(total: number, parts: readonly (readonly [Kind, number])[]) {
  let rest = total;
  const counts: Partial<Record<Kind, number>> = {};
  for (const [kind, count] of parts) {
    const taken = Math.min(count, rest);
    if (taken > 0) counts[kind] = taken;
    rest -= taken;
  }
  return { rest, counts };
}

/**
 * The counts of a `usage` object of OpenAI's APIs and of servers compatible with them. Cached, written and audio
 * tokens are inside the input count there; reasoning tokens are inside the output count, or only in the total. What else
 * a total has is not output, unless nothing else says how much there is.
 * Null without a plausible input count.
 */
export function openAiCounts(usage: unknown): TokenCounts | null {
  if (!isFields(usage)) return null;
  const total = usage.prompt_tokens ?? usage.input_tokens;
  const written = usage.completion_tokens ?? usage.output_tokens ?? outsideOutput(usage, total);
  if (!isCount(total) || !isCount(written)) return null;
  const output = written + Math.min(outsideOutput(usage, total + written), hiddenTokens(usage));
  return { ...inputKinds(usage, total), ...outputKinds(usage, output) };
}

/** The counts of a request without output that is counted. Voyage AI reports only the total, which is the input. */
export function inputCounts(usage: unknown): TokenCounts | null {
  const counts = openAiCounts(usage) ?? openAiCounts({ prompt_tokens: memberOf(usage, "total_tokens") });
  return counts && { ...counts, output: 0 };
}

/** Tokens that only the total counts. */
const outsideOutput = (usage: object, parts: unknown) =>
  isCount(parts) ? Math.max(0, countOf(memberOf(usage, "total_tokens")) - parts) : 0;

const hiddenTokens = (usage: object) => countOf(memberOf(outputDetails(usage), "reasoning_tokens"));

const outputDetails = (usage: object) =>
  memberOf(usage, "completion_tokens_details") ?? memberOf(usage, "output_tokens_details");

function inputKinds(usage: object, total: number): TokenCounts {
  const details = memberOf(usage, "prompt_tokens_details") ?? memberOf(usage, "input_tokens_details");
  const of = (name: string) => memberOf(details, name);
  const at = (name: string) => memberOf(usage, name);
  const cached = countOf(
    of("cached_tokens"),
    at("prompt_cache_hit_tokens"),
    at("cached_tokens"),
    at("cache_read_input_tokens"),
  );
  const writes = countOf(
    of("cache_write_tokens"),
    of("cache_creation_tokens"),
    at("cache_creation_input_tokens"),
  );
  const long = Math.min(writes, countOf(memberOf(of("cache_write_tokens_details"), "ttl_12h_tokens")));
  const audio = countOf(of("audio_tokens"));
  const bothReported = countOf(memberOf(of("cached_tokens_details"), "audio_tokens"));
  const both = Math.min(audio, cached, Math.max(bothReported, cached + writes + audio - total));
  const { rest, counts } = partsOf(total, [
    ["cached_audio_input", both],
    ["cached_input", cached - both],
    ["cache_write_1h", long],
    ["cache_write_5m", writes - long],
    ["audio_input", audio - both],
    ["image_input", countOf(of("image_tokens"))],
  ] as const);
  return { input: rest, ...counts };
}

function outputKinds(usage: object, total: number): TokenCounts {
  const details = outputDetails(usage);
  const audio = countOf(memberOf(details, "audio_tokens"));
  const { rest, counts } = partsOf(total, [["audio_output", audio]] as const);
  return { output: rest, ...counts };
}

/** The counts of Anthropic's `usage`, where cache reads and writes are beside the input count. */
export function anthropicCounts(usage: unknown): TokenCounts | null {
  if (!isFields(usage)) return null;
  const { input_tokens: input, output_tokens: output, cache_creation: creation } = usage;
  if (!isCount(input) || !isCount(output)) return null;
  const parts = [
    memberOf(creation, "ephemeral_5m_input_tokens"),
    memberOf(creation, "ephemeral_1h_input_tokens"),
  ];
  const [short = 0, long = 0] = parts.map((part) => countOf(part));
  const writes = countOf(usage.cache_creation_input_tokens, short + long);
  const counts = {
    cached_input: countOf(usage.cache_read_input_tokens),
    cache_write_5m: writes - Math.min(long, writes),
    cache_write_1h: Math.min(long, writes),
  };
  const reported = Object.entries(counts).filter(([, count]) => count > 0);
  return { input, output, ...Object.fromEntries(reported) };
}

/** True when something is counted. */
export const isNonZero = (counts: TokenCounts) => Object.values(counts).some((count) => count > 0);
