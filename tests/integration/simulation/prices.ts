/** A model of a price list as an operator writes it; micro-dollars, and per million tokens. */
export interface Price {
  model: string;
  input: number;
  output: number;
  cached_input?: number;
  cache_write_5m?: number;
  cache_write_1h?: number;
  audio_input?: number;
  cached_audio_input?: number;
  image_input?: number;
  image_output?: number;
  steps?: (Pick<Price, "input" | "output" | "cached_input" | "cache_write_5m" | "cache_write_1h"> & {
    above: number;
  })[];
  tiers?: Record<string, number>;
  request?: number;
  thousand_characters?: number;
  search_unit?: number;
  minute?: number;
  least_seconds?: number;
  images?: { size: string; quality: string; micros: number }[];
  image_tokens?: number;
  audio_second_tokens?: number;
  context: number;
  max_output: number;
  overhead?: number;
  tool_overhead?: number;
  reasoning?: boolean;
  hidden_tokens_per_second: number;
}

const MODELS = [
  "sim-plain",
  "sim-rich",
  "sim-think",
  "sim-embed",
  "sim-image",
  "sim-draw",
  "sim-speech",
  "sim-search",
  "sim-rank",
  "sim-minute",
  "sim-day",
  "sim-listen",
] as const;
export type ModelName = (typeof MODELS)[number];
export const MODERATION_MODEL = "omni-moderation-latest";

const WITHOUT_OUTPUT = { output: 0, context: 2_000, max_output: 0, hidden_tokens_per_second: 50 };

/** A model lists no image that is large and plain. */
export const imagesAt = (of: (micros: number) => number) => [
  { size: "1024x1024", quality: "low", micros: of(41) },
  { size: "1024x1024", quality: "high", micros: of(167) },
  { size: "1536x1024", quality: "high", micros: of(250) },
];

/** Smallest billed length of a recording. */
export const LEAST_SECONDS = 10;
/** What a model takes of a recording; a day where its list doesn't say. */
export const LONGEST_SECONDS: Partial<Record<ModelName, number>> = {
  "sim-minute": 240,
  "sim-day": 86_400,
  "sim-listen": 150,
};

/** A first list, and later ones with other prices for the same models; `percent` of the first one's. */
export function pricesAt(percent: number): Price[] {
  const of = (micros: number) => Math.round((micros * percent) / 100);
  return [
    {
      model: "sim-plain",
      input: of(1_000_000),
      output: of(4_000_000),
      request: 3,
      context: 2_000,
      max_output: 64,
      overhead: 7,
      tool_overhead: 30,
      hidden_tokens_per_second: 50,
    },
    {
      model: "sim-rich",
      input: of(1_250_000),
      cached_input: of(125_001),
      output: of(5_000_003),
      cache_write_5m: of(1_562_500),
      cache_write_1h: of(2_500_000),
      steps: [
        {
          above: 250,
          input: of(2_500_000),
          cached_input: of(250_000),
          output: of(7_500_000),
          cache_write_5m: of(3_125_000),
          cache_write_1h: of(5_000_000),
        },
        {
          above: 700,
          input: of(900_000),
          cached_input: of(90_000),
          output: of(8_000_000),
          cache_write_5m: of(950_000),
          cache_write_1h: of(990_000),
        },
      ],
      tiers: { flex: 500, priority: 2_000 },
      context: 3_000,
      max_output: 90,
      overhead: 3,
      tool_overhead: 21,
      hidden_tokens_per_second: 30,
    },
    {
      model: "sim-think",
      input: of(1_100_000),
      output: of(4_400_000),
      tiers: { flex: 333 },
      context: 2_500,
      max_output: 120,
      reasoning: true,
      hidden_tokens_per_second: 40,
    },
    { model: "sim-embed", input: of(130_000), ...WITHOUT_OUTPUT },
    {
      model: "sim-image",
      input: 0,
      ...WITHOUT_OUTPUT,
      image_output: of(400_000),
      images: imagesAt(of),
      image_input: of(20_000),
    },
    {
      model: "sim-draw",
      input: of(900_000),
      output: of(3_000_001),
      context: 2_500,
      max_output: 150,
      image_input: of(1_800_000),
      image_output: of(6_000_000),
      image_tokens: 90,
      request: 2,
      hidden_tokens_per_second: 60,
    },
    { model: "sim-speech", input: 0, ...WITHOUT_OUTPUT, thousand_characters: of(700_000), request: 1 },
    { model: "sim-search", input: of(30_000), ...WITHOUT_OUTPUT, search_unit: of(70) },
    { model: "sim-rank", input: of(80_000), cached_input: of(9_000), ...WITHOUT_OUTPUT, overhead: 4 },
    {
      model: "sim-minute",
      input: of(30_000),
      ...WITHOUT_OUTPUT,
      context: 2_400,
      audio_second_tokens: 10,
      minute: of(301),
      least_seconds: LEAST_SECONDS,
      request: 2,
    },
    { model: "sim-day", input: 0, ...WITHOUT_OUTPUT, minute: 1 },
    {
      model: "sim-listen",
      input: of(700_000),
      output: of(2_500_000),
      context: 1_500,
      max_output: 70,
      audio_input: of(1_300_000),
      cached_audio_input: of(130_000),
      audio_second_tokens: 10,
      overhead: 5,
      hidden_tokens_per_second: 40,
    },
    { model: MODERATION_MODEL, input: 0, ...WITHOUT_OUTPUT },
  ];
}

/** Price lists as published: the ids are those of the database. */
export interface PublishedList {
  id: number;
  /** Epoch ms. */
  from: number;
  models: ReadonlyMap<string, Price>;
}
