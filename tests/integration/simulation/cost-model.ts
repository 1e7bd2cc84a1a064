import type { Price } from "./prices.ts";

export const INPUT_KINDS = [
  "input",
  "cached_input",
  "cache_write_5m",
  "cache_write_1h",
  "audio_input",
  "cached_audio_input",
  "image_input",
] as const;
export const OUTPUT_KINDS = ["output", "image_output"] as const;
export const KINDS = [...INPUT_KINDS, ...OUTPUT_KINDS] as const;
export type Kind = (typeof KINDS)[number];
/** Tokens of each kind, disjoint. */
export type Counts = Readonly<Partial<Record<Kind, number>>>;

/** Units of one kind that are charged for. */
export interface Line {
  dimension: string;
  quantity: number;
}

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);
export const sumOf = (kinds: readonly Kind[], counts: Counts) => sum(kinds.map((kind) => counts[kind] ?? 0));
export const inputOf = (counts: Counts) => sumOf(INPUT_KINDS, counts);
export const outputOf = (counts: Counts) => sumOf(OUTPUT_KINDS, counts);
const isOutput = (kind: Kind) => OUTPUT_KINDS.some((known) => known === kind);

/** Every price is a whole number of these parts of a micro-dollar. */
const PARTS = 60_000_000_000n;

/** Micro-dollars, rounded up once. */
export function costOf(price: Price, tier: string, counts: Counts, units: readonly Line[] = []): number {
  const prompt = inputOf(counts);
  const steps = (price.steps ?? []).filter(({ above }) => prompt > above);
  const rates: Partial<Record<Kind, number>> = steps.at(-1) ?? price;
  const { input = 0, output = 0 } = rates;
  let millionths = 0n;
  for (const kind of KINDS) {
    const rate = rates[kind] ?? (isOutput(kind) ? output : input);
    millionths += BigInt(counts[kind] ?? 0) * BigInt(rate);
  }
  const thousandths = BigInt(multiplierOf(price, tier) ?? Number.NaN);
  let parts = millionths * thousandths * (PARTS / 1_000_000_000n) + BigInt(price.request ?? 0) * PARTS;
  for (const { dimension, quantity } of units) {
    const { micros = Number.NaN, per, least = 0 } = priceOfUnit(price, dimension);
    parts += BigInt(Math.max(quantity, least)) * BigInt(micros) * (PARTS / per);
  }
  return Number((parts + PARTS - 1n) / PARTS);
}

interface UnitPrice {
  micros: number | undefined;
  /** Units that this is the price of. */
  per: bigint;
  /** Fewer cost as much as these. */
  least?: number | undefined;
}

function priceOfUnit(price: Price, dimension: string): UnitPrice {
  const { thousand_characters, search_unit, minute, least_seconds, images = [] } = price;
  if (dimension === "character") return { micros: thousand_characters, per: 1_000n };
  if (dimension === "second") return { micros: minute, per: 60n, least: least_seconds };
  if (dimension === "search_unit") return { micros: search_unit, per: 1n };
  const image = images.find(({ size, quality }) => dimension === `image:${size}:${quality}`);
  return { micros: image?.micros, per: 1n };
}

export const multiplierOf = ({ tiers = {} }: Price, tier: string): number | undefined =>
  tier === "default" ? 1000 : tiers[tier];
