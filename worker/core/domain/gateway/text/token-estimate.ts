import { groupOf, type TokenWeights, UNIT_OF_CODE, UNITS } from "./text-units.ts";
import { TOKEN_WEIGHTS } from "./token-weights.ts";

const GROUPS = [...new Set(UNITS.map(groupOf))];
const GROUP_OF_UNIT = Uint8Array.from(UNITS, (unit) => GROUPS.indexOf(groupOf(unit)));
const [LATIN, DIGIT, SPACE, LINE] = ["latin", "digit", "space", "line"].map((name) => GROUPS.indexOf(name));
const SHORT_WORD = 6;
const DIGITS_OF_TOKEN = 3;
const [FIRST_UPPER, LAST_UPPER] = [65, 90];

const tableOf = ({ first, each, long, indent }: TokenWeights) => ({
  first: Float64Array.from(GROUPS, (name) => first[name] ?? 0),
  each: Float64Array.from(UNITS, (name) => each[name] ?? 0),
  long,
  indent,
});
type Table = ReturnType<typeof tableOf>;
const CALIBRATED = tableOf(TOKEN_WEIGHTS);

/**
 * Estimates how many tokens a text has that arrives in parts. Work is O(characters), without a vocabulary: what a
 * character adds follows from its script and from what stands before it.
 */
export class TokenEstimate {
  private readonly table: Table;
  private sum = 0;
  private group = -1;
  /** Characters since the run began. */
  private run = 0;
  private upper = false;

  constructor(weights?: TokenWeights) {
    this.table = weights === undefined ? CALIBRATED : tableOf(weights);
  }

  /** Not rounded. */
  get tokens(): number {
    return this.sum;
  }

  add(text: string): void {
    const { first, each, long, indent } = this.table;
    let { sum, group: before, run, upper } = this;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const unit = UNIT_OF_CODE[code] ?? 0;
      const group = GROUP_OF_UNIT[unit] ?? 0;
      const isUpper = code >= FIRST_UPPER && code <= LAST_UPPER;
      // Tokens seldom reach over the hump of a name such as `textLength`.
      const begins = group !== before || (isUpper && !upper);
      run = begins ? 1 : run + 1;
      sum += each[unit] ?? 0;
      if (group === LATIN) sum += begins ? (first[group] ?? 0) : run > SHORT_WORD ? long : 0;
      // One space belongs to the word after it.
      else if (group === SPACE)
        sum += run === 2 ? (first[group] ?? 0) : run === 1 && before === LINE ? indent : 0;
      else if (group === DIGIT ? run % DIGITS_OF_TOKEN === 1 : begins) sum += first[group] ?? 0;
      before = group;
      upper = isUpper;
    }
    this.sum = sum;
    this.group = before;
    this.run = run;
    this.upper = upper;
  }
}

const SAMPLE = 128;
/** Characters of a text that are read. */
const READ_MAX = 4096;

/** A text, or what is read of it in its place. */
export interface Sample {
  text: string;
  /** How many times as long the whole text is. */
  times: number;
}

/**
 * A text up to `most` characters; of a longer one, as many in samples of 128 that nobody can foresee. It does not keep
 * the text in memory.
 */
export function sampleOf(text: string, most = READ_MAX): Sample {
  if (text.length <= Math.max(most, SAMPLE)) return { text, times: 1 };
  const count = Math.max(1, Math.floor(most / SAMPLE));
  const stride = text.length / count;
  const parts = Array.from({ length: count }, (_, index) => {
    const start = Math.floor(index * stride + Math.random() * (stride - SAMPLE));
    return text.slice(start, start + SAMPLE);
  });
  return { text: parts.join(""), times: text.length / (count * SAMPLE) };
}

/** How many tokens a text probably has, not rounded. Work is O(most): of a longer text it reads samples. */
export function likelyTokens(text: string, most?: number): number {
  const { text: read, times } = sampleOf(text, most);
  const estimate = new TokenEstimate();
  estimate.add(read);
  return estimate.tokens * times;
}
