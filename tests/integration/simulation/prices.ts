/** A model of a price list as an operator writes it; micro-dollars, and per million tokens. */
export interface Price {
  model: string;
  input: number;
  output: number;
  cached_input?: number;
  cache_write_5m?: number;
  cache_write_1h?: number;
  steps?: (Pick<Price, "input" | "output" | "cached_input" | "cache_write_5m" | "cache_write_1h"> & {
    above: number;
  })[];
  tiers?: Record<string, number>;
  request?: number;
  context: number;
  max_output: number;
  overhead?: number;
  tool_overhead?: number;
  reasoning?: boolean;
  hidden_tokens_per_second: number;
}

const MODELS = ["sim-plain", "sim-rich", "sim-think", "sim-embed"] as const;
export type ModelName = (typeof MODELS)[number];
export const MODERATION_MODEL = "omni-moderation-latest";

const WITHOUT_OUTPUT = { output: 0, context: 2_000, max_output: 0, hidden_tokens_per_second: 50 };

/** A first list, and later ones with other prices for the same models; `percent` of the first one's. */
export function pricesAt(percent: number): Price[] {
  const of = (micros: number) => Math.round((micros * percent) / 100);
  return [
    {
      ...{ model: "sim-plain", input: of(1_000_000), output: of(4_000_000), request: 3 },
      ...{ context: 2_000, max_output: 64, overhead: 7, tool_overhead: 30, hidden_tokens_per_second: 50 },
    },
    {
      ...{ model: "sim-rich", input: of(1_250_000), cached_input: of(125_001), output: of(5_000_003) },
      ...{ cache_write_5m: of(1_562_500), cache_write_1h: of(2_500_000) },
      steps: [
        {
          ...{ above: 250, input: of(2_500_000), cached_input: of(250_000), output: of(7_500_000) },
          ...{ cache_write_5m: of(3_125_000), cache_write_1h: of(5_000_000) },
        },
        {
          ...{ above: 700, input: of(900_000), cached_input: of(90_000), output: of(8_000_000) },
          ...{ cache_write_5m: of(950_000), cache_write_1h: of(990_000) },
        },
      ],
      tiers: { flex: 500, priority: 2_000 },
      ...{ context: 3_000, max_output: 90, overhead: 3, tool_overhead: 21, hidden_tokens_per_second: 30 },
    },
    {
      ...{ model: "sim-think", input: of(1_100_000), output: of(4_400_000), tiers: { flex: 333 } },
      ...{ context: 2_500, max_output: 120, reasoning: true, hidden_tokens_per_second: 40 },
    },
    { model: "sim-embed", input: of(130_000), ...WITHOUT_OUTPUT },
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
