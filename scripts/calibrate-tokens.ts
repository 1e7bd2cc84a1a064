import { writeFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { groupOf, type TokenWeights, UNITS } from "../worker/core/domain/gateway/text/text-units.ts";
import { TokenEstimate } from "../worker/core/domain/gateway/text/token-estimate.ts";
import { leastSquares } from "./tokens/least-squares.ts";
import { textCorpus } from "./tokens/text-corpus.ts";

const FILE = "worker/core/domain/gateway/text/token-weights.ts";
const PARTS = 60;
const LENGTHS = [300, 1_000, 3_000];
/** Every fourth part of a text only tells how good the weights are. */
const JUDGING = 4;
/** Estimates may be a quarter too high, but only a tenth too low. */
const HEADROOM = 1.11;
/** Every character counts, so that more text always has more tokens. */
const LEAST = 0.01;

const GROUPS = [...new Set(UNITS.map(groupOf))];
const SIZE = GROUPS.length + UNITS.length + 2;

/** @param values first characters of groups, characters of units, then the two others. */
function weightsOf(values: readonly number[]): TokenWeights {
  const named = (names: readonly string[], from: number) =>
    Object.fromEntries(names.map((name, index) => [name, values[from + index] ?? 0]));
  const [long = 0, indent = 0] = values.slice(GROUPS.length + UNITS.length);
  return { first: named(GROUPS, 0), each: named(UNITS, GROUPS.length), long, indent };
}

const SINGLE = Array.from({ length: SIZE }, (_, index) =>
  weightsOf(Array.from({ length: SIZE }, (_value, other) => (other === index ? 1 : 0))),
);

function estimated(text: string, weights: TokenWeights): number {
  const estimate = new TokenEstimate(weights);
  estimate.add(text);
  return estimate.tokens;
}

interface Part {
  text: string;
  tokens: number;
}

/** Spread over the text. */
function partsOf(text: string): Part[] {
  return Array.from({ length: PARTS }, (_, index) => {
    const length = LENGTHS[index % LENGTHS.length] ?? 0;
    const from = Math.floor((Math.max(0, text.length - length) * index) / PARTS);
    const part = text.slice(from, from + length);
    return { text: part, tokens: encode(part, { disallowedSpecial: new Set() }).length };
  });
}

const average = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;

const parts = new Map([...textCorpus(process.cwd())].map(([name, text]) => [name, partsOf(text)]));
const learnt = [...parts.values()].flatMap((list) => list.filter((_, index) => index % JUDGING !== 0));
const rows = learnt.map(({ text, tokens }) => SINGLE.map((weights) => estimated(text, weights) / tokens));
const values = leastSquares(rows, LEAST).map((value) => Math.round(value * HEADROOM * 100) / 100);
const weights = weightsOf(values);
writeFileSync(
  FILE,
  `import type { TokenWeights } from "./text-units.ts";

/**
 * Fitted to the tokens of o200k_base by \`node scripts/calibrate-tokens.ts\`, ${HEADROOM} times as high as the best fit.
 */
export const TOKEN_WEIGHTS: TokenWeights = ${JSON.stringify(weights, null, 2)};
`,
);
for (const [name, list] of parts) {
  const judging = list.filter((_, index) => index % JUDGING === 0);
  const ratios = judging.map(({ text, tokens }) => estimated(text, weights) / tokens).sort((a, b) => a - b);
  const [mean, least, most] = [average(ratios), ratios[0] ?? 0, ratios.at(-1) ?? 0];
  console.log(name.padEnd(24), mean.toFixed(2), least.toFixed(2), most.toFixed(2));
}
