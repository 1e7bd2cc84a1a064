import type { Price } from "./prices.ts";

/*
 * The policy on charges, computed in plain arithmetic that shares nothing with the product's code. The requests of the
 * simulation hold text and functions alone.
 */

export const KINDS = ["input", "cached_input", "cache_write_5m", "cache_write_1h", "output"] as const;
export type Kind = (typeof KINDS)[number];
/** Tokens of each kind, disjoint. */
export type Counts = Readonly<Partial<Record<Kind, number>>>;
const DEAREST_FIRST = ["cached_input", "cache_write_5m", "cache_write_1h"] as const;

/** What bounds the cost of a request. */
export interface Facts {
  price: Price;
  free: boolean;
  stream: boolean;
  bodyBytes: number;
  prompts: number;
  choices: number;
  tools: number;
  maxTokens: number | null;
  tier: string | null;
  writes: readonly ("5m" | "1h")[];
}

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);
const inputOf = (counts: Counts) => sum(KINDS.map((kind) => (kind === "output" ? 0 : (counts[kind] ?? 0))));

/** Micro-dollars, rounded up once. */
export function costOf(price: Price, tier: string, counts: Counts): number {
  const prompt = inputOf(counts);
  const steps = (price.steps ?? []).filter(({ above }) => prompt > above);
  const rates: Partial<Record<Kind, number>> = steps.at(-1) ?? price;
  const { input = 0, output = 0 } = rates;
  let millionths = 0n;
  for (const kind of KINDS) {
    const rate = rates[kind] ?? (kind === "output" ? output : input);
    millionths += BigInt(counts[kind] ?? 0) * BigInt(rate);
  }
  const thousandths = millionths * BigInt(multiplierOf(price, tier) ?? Number.NaN);
  const all = thousandths + BigInt(price.request ?? 0) * 1_000_000_000n;
  return Number((all + 999_999_999n) / 1_000_000_000n);
}

const multiplierOf = ({ tiers = {} }: Price, tier: string): number | undefined =>
  tier === "default" ? 1000 : tiers[tier];

interface Bounds {
  input: number;
  output: number;
  tiers: string[];
  kinds: ReadonlySet<Kind>;
}

function boundsOf({ price, bodyBytes, prompts, choices, tools, maxTokens, tier, writes }: Facts): Bounds {
  const { context, overhead = 0, tool_overhead = 0, max_output } = price;
  const most = Math.max(1000, multiplierOf(price, tier ?? "default") ?? 0);
  const cheaper = Object.entries(price.tiers ?? {}).filter(([, multiplier]) => multiplier <= most);
  return {
    input: Math.min(context * prompts, bodyBytes + overhead * prompts + tool_overhead * tools),
    output: Math.min(maxTokens ?? max_output, max_output) * choices * prompts,
    tiers: ["default", ...cheaper.map(([name]) => name)],
    kinds: new Set<Kind>([
      "input",
      "cached_input",
      "output",
      ...writes.map((ttl) => `cache_write_${ttl}` as const),
    ]),
  };
}

const dearestTier = (price: Price, tiers: readonly string[]): string =>
  tiers.reduce((a, b) => ((multiplierOf(price, b) ?? 0) > (multiplierOf(price, a) ?? 0) ? b : a));

/** The cost of the dearest response that the request permits. */
export function holdOf(facts: Facts): number {
  const { price, free } = facts;
  if (free) return 0;
  const { input, output, tiers, kinds } = boundsOf(facts);
  const lengths = [input, ...(price.steps ?? []).map(({ above }) => above).filter((above) => above < input)];
  const costs = lengths.flatMap((length) =>
    [...kinds]
      .filter((kind) => kind !== "output")
      .map((kind) => costOf(price, dearestTier(price, tiers), { [kind]: length, output })),
  );
  return Math.max(...costs);
}

/** A reported usage. */
interface Usage {
  counts: Counts;
  tier: string | null;
}

/** Reported counts, each within the bounds; those beyond the most of their kind count as plain input. */
function clamped(facts: Facts, { counts, tier }: Usage): { counts: Counts; tier: string } {
  const bounds = boundsOf(facts);
  const kept: Partial<Record<Kind, number>> = {};
  let room = bounds.input;
  for (const kind of DEAREST_FIRST) {
    kept[kind] = Math.min(bounds.kinds.has(kind) ? (counts[kind] ?? 0) : 0, room);
    room -= kept[kind];
  }
  kept.input = Math.min(inputOf(counts) - sum(Object.values(kept)), room);
  kept.output = Math.min(counts.output ?? 0, bounds.output);
  const named = tier ?? facts.tier ?? "default";
  return {
    counts: kept,
    tier: bounds.tiers.includes(named) ? named : dearestTier(facts.price, bounds.tiers),
  };
}

/** Tokens as they may be charged: exactly these, or with more output that no client could see. */
export interface Charge {
  counts: Counts;
  /** Most output tokens. */
  outputMost: number;
  tier: string;
  estimated: boolean;
}

/** What the gateway has read of a response. */
export interface Reading {
  usage: Counts | null;
  tier: string | null;
  visibleBytes: number;
  content: boolean;
  failed: boolean;
  ended: boolean;
}

export const UNREAD: Reading = {
  ...{ usage: null, tier: null, visibleBytes: 0, content: false, failed: false, ended: false },
};

/**
 * The charge for what was read of a response that was not read to its end, or has no counts.
 * @param whole the exchange was completed: the counts alone decide.
 * @param hiddenMs longest time for which the model may have written what nobody could see.
 */
export function chargeFor(facts: Facts, reading: Reading, whole: boolean, hiddenMs: number): Charge {
  const { bodyBytes } = facts;
  const bounds = boundsOf(facts);
  const visible = Math.min(Math.ceil(reading.visibleBytes / 4), bounds.output);
  if (reading.usage !== null && sum(Object.values(reading.usage)) > 0) {
    const { counts, tier } = clamped(facts, { counts: reading.usage, tier: reading.tier });
    const output = counts.output ?? 0;
    if (whole || reading.ended || visible <= output)
      return { counts, outputMost: output, tier, estimated: false };
    return { counts: { ...counts, output: visible }, outputMost: visible, tier, estimated: true };
  }
  const hidden = hiddenTokens(facts, reading, hiddenMs);
  const input = Math.min(Math.max(1, Math.ceil(bodyBytes / 4)), bounds.input);
  const { tier } = clamped(facts, { counts: { input }, tier: reading.usage && reading.tier });
  const outputMost = Math.min(visible + hidden, bounds.output);
  return { counts: { input, output: visible }, outputMost, tier, estimated: true };
}

/** A stream, and a whole response that has arrived, hide nothing but reasoning. */
function hiddenTokens(
  { price, stream, choices, prompts }: Facts,
  { ended }: Reading,
  hiddenMs: number,
): number {
  if ((stream || ended) && !price.reasoning) return 0;
  return Math.ceil((hiddenMs / 1000) * price.hidden_tokens_per_second * choices * prompts);
}
