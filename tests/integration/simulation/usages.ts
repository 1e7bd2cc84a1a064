import type { Counts } from "./cost-model.ts";
import type { Dice } from "./dice.ts";
import type { ModelRequest } from "./requests.ts";

/** Token counts as a provider reports them, right or wrong. */
export interface Reported {
  /** Counts as they are to be understood; null when they are left out or not to be believed. */
  counts: Counts | null;
  /** In place of the input count, one that nobody may believe. */
  absurd: unknown;
  /** The service tier that the response reports. */
  tier: string | null;
}

const WITHOUT_OUTPUT = new Set(["embeddings", "rerank"]);
/** Far beyond any request, and believed: four kinds of it together stay below the most that a count may be. */
const MANY = 200_000_000;
const KIND_WEIGHTS = {
  right: 50,
  cached: 12,
  written: 8,
  missing: 9,
  zero: 5,
  huge: 6,
  beyond: 6,
  absurd: 4,
};

/** Counts that a provider may report for a request, by all manners of error. */
export function drawUsage({ facts, api }: ModelRequest, dice: Dice): Reported {
  const kind = dice.weighted(KIND_WEIGHTS);
  const tier = dice.chance(0.6) ? null : dice.one(["default", "flex", "priority", "galaxy"]);
  if (kind === "missing") return { counts: null, absurd: null, tier };
  if (kind === "absurd") return { counts: null, absurd: dice.one<unknown>([2_000_000_000, 1.5, "12"]), tier };
  const output = WITHOUT_OUTPUT.has(api) ? 0 : dice.int(0, Math.min(facts.maxTokens ?? 60, 60));
  const input = dice.int(1, Math.max(1, facts.bodyBytes >> 1));
  const counts = countsOf(kind, { input, output, dice, api });
  if (kind === "zero") return { counts, absurd: null, tier };
  const seen = facts.images > 0 ? { image_input: imageTokens(kind, facts.images, dice) } : {};
  const heard = facts.audioSeconds > 0 ? audioTokens(kind, facts.audioSeconds, dice) : {};
  return { counts: { ...counts, ...seen, ...heard }, absurd: null, tier };
}

function countsOf(
  kind: "right" | "cached" | "written" | "zero" | "huge" | "beyond",
  { input, output, dice, api }: { input: number; output: number; dice: Dice; api: string },
): Counts {
  const anthropic = api === "messages";
  if (kind === "zero") return { input: 0, output: 0 };
  if (kind === "huge") return huge(dice, anthropic);
  if (kind === "beyond") return { input: input + dice.int(0, 2_000), output: output + dice.int(0, 400) };
  if (kind === "right") return { input, output };
  const cached = dice.int(0, input);
  if (kind === "cached") return { input: input - cached, cached_input: cached, output };
  const written = dice.int(0, input - cached);
  const long = anthropic ? dice.int(0, written) : 0;
  const writes = { cache_write_5m: written - long, cache_write_1h: long };
  return { input: input - cached - written, cached_input: cached, ...writes, output };
}

const imageTokens = (kind: string, images: number, dice: Dice) =>
  kind === "huge" ? dice.int(0, MANY) : dice.int(0, images * (kind === "beyond" ? 200 : 90));

/** Some of them cached. */
function audioTokens(kind: string, seconds: number, dice: Dice): Counts {
  const most = { huge: MANY / 10, beyond: 2_000 }[kind] ?? Math.min(seconds, 150) * 10;
  const cached = kind === "right" ? 0 : dice.int(0, most);
  return { audio_input: dice.int(0, most), cached_audio_input: cached };
}

const huge = (dice: Dice, anthropic: boolean): Counts => ({
  input: dice.int(100_000, MANY),
  output: dice.int(100_000, MANY),
  cached_input: dice.int(0, MANY),
  ...(dice.chance(0.3) && { cache_write_5m: dice.int(0, MANY) }),
  ...(anthropic && dice.chance(0.3) && { cache_write_1h: dice.int(0, MANY) }),
});

/** As OpenAI's APIs write it: cached and written tokens are inside the input count. */
export function openAiUsage({ counts, absurd }: Reported, names: "chat" | "responses"): object | null {
  if (counts === null && absurd === null) return null;
  const { input = 0, cached_input: cached = 0, cache_write_5m: written = 0, output = 0 } = counts ?? {};
  const { audio_input: heard = 0, cached_audio_input: again = 0, image_input: images = 0 } = counts ?? {};
  const [inputs, outputs, details] =
    names === "chat"
      ? ["prompt_tokens", "completion_tokens", "prompt_tokens_details"]
      : ["input_tokens", "output_tokens", "input_tokens_details"];
  const total = input + cached + written + heard + again + images;
  return {
    [inputs]: absurd ?? total,
    [outputs]: output,
    total_tokens: total + output,
    ...(total > input && {
      [details]: {
        cached_tokens: cached + again,
        cache_write_tokens: written,
        image_tokens: images,
        ...(heard + again > 0 && {
          audio_tokens: heard + again,
          cached_tokens_details: { audio_tokens: again },
        }),
      },
    }),
  };
}

/** As Anthropic's API writes it: cached and written tokens are beside the input count. */
export function anthropicUsage({ counts, absurd, tier }: Reported, output?: number): object | null {
  if (counts === null && absurd === null) return null;
  const {
    input = 0,
    cached_input: cached = 0,
    cache_write_5m: short = 0,
    cache_write_1h: long = 0,
  } = counts ?? {};
  return {
    input_tokens: absurd ?? input,
    output_tokens: output ?? counts?.output ?? 0,
    ...(cached > 0 && { cache_read_input_tokens: cached }),
    ...(short + long > 0 && {
      cache_creation_input_tokens: short + long,
      cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
    }),
    ...(tier !== null && { service_tier: tier === "default" ? "standard" : tier }),
  };
}
