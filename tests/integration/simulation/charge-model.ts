import { outputTokensOf } from "#tests/support/tokens.ts";
import {
  type Counts,
  costOf,
  INPUT_KINDS,
  type Kind,
  type Line,
  multiplierOf,
  OUTPUT_KINDS,
  outputOf,
  sum,
  sumOf,
} from "./cost-model.ts";
import type { Price } from "./prices.ts";

/*
 * The policy on charges, computed in plain arithmetic that shares nothing with the product's code. The requests of the
 * simulation hold text and functions, and images or a recording.
 */

/** Units that a request permits: `most` of any one of these. */
interface Units {
  choices: readonly string[];
  most: number;
  likely: number;
  /** The request decides the number, and responses don't report it. */
  known: boolean;
  /** The client declared the most: it doesn't get a response that needed more. */
  declared?: boolean;
}

/** What bounds the cost of a request. */
export interface Facts {
  price: Price;
  free: boolean;
  stream: boolean;
  bodyBytes: number;
  /** As its text is estimated. */
  textTokens: number;
  prompts: number;
  choices: number;
  tools: number;
  maxTokens: number | null;
  tier: string | null;
  writes: readonly ("5m" | "1h")[];
  /** Input that counts once more, in bytes. */
  repeatedBytes: number;
  /** Images in the request. */
  images: number;
  /** Of a recording that is charged by tokens; infinite for a format that doesn't bound its length. */
  audioSeconds: number;
  /** By its bytes. */
  likelySeconds: number;
  /** Output is made of images, which may take more tokens than the limit. */
  drawn: { extraTokens: number; likelyTokens: number } | null;
  units: Units | null;
}

interface Bounds {
  input: number;
  output: number;
  tiers: string[];
  /** The most of each kind that is permitted. */
  kinds: ReadonlyMap<Kind, number>;
}

function boundsOf(facts: Facts): Bounds {
  const { price, bodyBytes, prompts, choices, tools, maxTokens, tier, writes, drawn, images } = facts;
  const { context, overhead = 0, tool_overhead = 0, max_output } = price;
  const most = Math.max(1000, multiplierOf(price, tier ?? "default") ?? 0);
  const cheaper = Object.entries(price.tiers ?? {}).filter(([, multiplier]) => multiplier <= most);
  const ofImages = images === 0 ? 0 : images * (price.image_tokens ?? context);
  const { audioSeconds, repeatedBytes } = facts;
  const ofAudio = audioSeconds === 0 ? 0 : audioSeconds * (price.audio_second_tokens ?? context);
  const text = bodyBytes + repeatedBytes + overhead * prompts + tool_overhead * tools;
  const input = Math.min(context * prompts, text + ofImages + ofAudio);
  const output =
    Math.min(maxTokens ?? max_output, max_output) * choices * prompts + (drawn?.extraTokens ?? 0);
  const kinds = new Map<Kind, number>([
    ["input", input],
    ["cached_input", input],
    ...writes.map((ttl): [Kind, number] => [`cache_write_${ttl}`, input]),
    ["audio_input", Math.min(input, ofAudio)],
    ["cached_audio_input", Math.min(input, ofAudio)],
    ["image_input", Math.min(input, ofImages)],
    ["output", output],
    ["image_output", drawn === null ? 0 : output],
  ]);
  return { input, output, kinds, tiers: ["default", ...cheaper.map(([name]) => name)] };
}

const dearestTier = (price: Price, tiers: readonly string[]): string =>
  tiers.reduce((a, b) => ((multiplierOf(price, b) ?? 0) > (multiplierOf(price, a) ?? 0) ? b : a));

/** Kinds that may be as many as the request has of them, in any order; another kind is the rest. */
const ORDERS: readonly (readonly Kind[])[] = [
  [],
  ["image_input"],
  ["audio_input"],
  ["cached_audio_input"],
  ["audio_input", "cached_audio_input"],
  ["cached_audio_input", "audio_input"],
];

function filled(
  length: number,
  order: readonly Kind[],
  { bounds, rest }: { bounds: Bounds; rest: Kind },
): Counts {
  const counts: Partial<Record<Kind, number>> = {};
  let room = length;
  for (const kind of order) {
    counts[kind] = Math.min(bounds.kinds.get(kind) ?? 0, room);
    room -= counts[kind];
  }
  return { ...counts, [rest]: room };
}

/** The cost of the dearest response that the request permits. */
export function holdOf(facts: Facts): number {
  const { price, free, units } = facts;
  if (free) return 0;
  const bounds = boundsOf(facts);
  const { input, output, tiers, kinds } = bounds;
  const tier = dearestTier(price, tiers);
  const lengths = [input, ...(price.steps ?? []).map(({ above }) => above).filter((above) => above < input)];
  const permitted = (each: readonly Kind[]) => each.filter((kind) => (kinds.get(kind) ?? 0) > 0);
  const rests = permitted(INPUT_KINDS).filter((kind) => !/image|audio/.test(kind));
  const inputs = lengths.flatMap((length) =>
    rests.flatMap((rest) => ORDERS.map((order) => filled(length, order, { bounds, rest }))),
  );
  const outputs = [{}, ...permitted(OUTPUT_KINDS).map((kind): Counts => ({ [kind]: output }))];
  const lines = units?.choices.map((dimension) => [{ dimension, quantity: units.most }]) ?? [[]];
  const costs = inputs.flatMap((before) =>
    outputs.flatMap((after) => lines.map((line) => costOf(price, tier, { ...before, ...after }, line))),
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
  const kept = {
    ...keptOf(INPUT_KINDS, { counts, bounds, most: bounds.input }),
    ...keptOf(OUTPUT_KINDS, { counts, bounds, most: bounds.output }),
  };
  const named = tier ?? facts.tier ?? "default";
  return {
    counts: kept,
    tier: bounds.tiers.includes(named) ? named : dearestTier(facts.price, bounds.tiers),
  };
}

function keptOf(
  [plain, ...others]: readonly ["input" | "output", ...Kind[]],
  { counts, bounds, most }: { counts: Counts; bounds: Bounds; most: number },
): Counts {
  const kept: Partial<Record<Kind, number>> = {};
  let room = most;
  for (const kind of others) {
    kept[kind] = Math.min(bounds.kinds.get(kind) ?? 0, counts[kind] ?? 0, room);
    room -= kept[kind];
  }
  const rest = sumOf([plain, ...others], counts) - sum(Object.values(kept));
  return { ...kept, [plain]: Math.min(rest, room) };
}

/** What may be charged: exactly these tokens and units, or with more output that no client could see. */
export interface Charge {
  counts: Counts;
  units: readonly Line[];
  /** Most output tokens. */
  outputMost: number;
  tier: string;
  /** With the output of `counts`; more of it is always an estimate. */
  estimated: boolean;
}

/** What the gateway has read of a response. */
export interface Reading {
  usage: Counts | null;
  /** As reported; the dimension is null where the response doesn't say. */
  units: { dimension: string | null; quantity: number } | null;
  tier: string | null;
  /** Text that the client has seen. */
  visible: string;
  content: boolean;
  failed: boolean;
  stopped: boolean;
  ended: boolean;
}

export const UNREAD: Reading = {
  usage: null,
  units: null,
  tier: null,
  visible: "",
  content: false,
  failed: false,
  stopped: false,
  ended: false,
};

/** Counts of nothing are none, and units of what is charged by tokens. */
export const hasCounts = (facts: Facts, { usage, units }: Reading): boolean =>
  (facts.units !== null && (units?.quantity ?? 0) > 0) || sum(Object.values(usage ?? {})) > 0;

/** Units within their bound: those reported, or else the likely ones of the dearest choice. */
function unitsFor({ price, units }: Facts, reported: Reading["units"]) {
  if (units === null) return { lines: [], estimated: false };
  const { choices, most, likely, known } = units;
  const [dearest = ""] = [...choices].sort(
    (a, b) => costOf(price, "default", {}, [lineOf(b)]) - costOf(price, "default", {}, [lineOf(a)]),
  );
  const named = choices.find((choice) => choice === reported?.dimension);
  const quantity = Math.min(Math.ceil(reported?.quantity ?? likely), most);
  const lines = quantity === 0 ? [] : [{ dimension: named ?? dearest, quantity }];
  const open = quantity > 0 && named === undefined && choices.length > 1;
  return { lines, estimated: open || (reported === null && !known) };
}

const lineOf = (dimension: string): Line => ({ dimension, quantity: 1 });

/**
 * The charge for what was read of a response that was not read to its end, or has no counts.
 * @param whole the exchange was completed: the counts alone decide.
 * @param hiddenMs longest time for which the model may have written what nobody could see.
 */
export function chargeFor(facts: Facts, reading: Reading, whole: boolean, hiddenMs: number): Charge {
  const { drawn } = facts;
  const bounds = boundsOf(facts);
  const visible = Math.min(seenTokens(reading), bounds.output);
  const hidden = hiddenTokens(facts, reading, hiddenMs);
  if (hasCounts(facts, reading)) {
    const { lines: units, estimated } = unitsFor(facts, reading.units);
    const { counts, tier } = clamped(facts, { counts: reading.usage ?? {}, tier: reading.tier });
    const output = counts.output ?? 0;
    const most = whole || reading.ended ? 0 : Math.min(visible + hidden, bounds.output);
    if (most <= outputOf(counts)) return { counts, units, outputMost: output, tier, estimated };
    const others = outputOf(counts) - output;
    const least = Math.max(output, visible - others);
    const raised = estimated || least > output;
    return {
      counts: { ...counts, output: least },
      units,
      outputMost: most - others,
      tier,
      estimated: raised,
    };
  }
  if (facts.units !== null) {
    const { lines: units, estimated } = unitsFor(facts, null);
    return { counts: {}, units, outputMost: 0, tier: "default", estimated: estimated || !whole };
  }
  const likely = likelyCounts(facts);
  const { counts: input, tier } = clamped(facts, { counts: likely, tier: reading.usage && reading.tier });
  if (drawn !== null && drawn.likelyTokens > 0) {
    const made = { image_output: Math.min(drawn.likelyTokens, bounds.output) };
    return { counts: { ...input, ...made }, units: [], outputMost: 0, tier, estimated: true };
  }
  const outputMost = Math.min(visible + hidden, bounds.output);
  return { counts: { ...input, output: visible }, units: [], outputMost, tier, estimated: true };
}

/** Input that nobody counted: its text, images and seconds as the list says, or as is usual. */
function likelyCounts({ price, textTokens, images, likelySeconds }: Facts): Counts {
  return {
    input: textTokens,
    image_input: images * (price.image_tokens ?? 1_000),
    audio_input: likelySeconds * (price.audio_second_tokens ?? 10),
  };
}

const seenTokens = ({ visible }: Reading) => (visible === "" ? 0 : outputTokensOf(visible));

/** A stream, and a whole response that has arrived, hide nothing but reasoning. */
function hiddenTokens(
  { price, stream, choices, prompts }: Facts,
  { ended }: Reading,
  hiddenMs: number,
): number {
  if ((stream || ended) && !price.reasoning) return 0;
  return Math.ceil((hiddenMs / 1000) * price.hidden_tokens_per_second * choices * prompts);
}
