import { ERROR_STATUS_FROM } from "./ranges.ts";

/*
 * A tally is a multiset of marks as text: one mark a request for the bin of its response time, one more for its
 * status if that is an error. A number after a mark repeats it ("A3B" = A, A, A, B). Two tallies add up by writing
 * one after the other, so that a database can merge them with `||`; packing changes the text, never the meaning.
 */

/** Width of a bin. A percentile is the middle of its bin: off by at most (γ − 1) / (γ + 1) = 4.8 %. */
const GAMMA = 1.1;
export const BINS_PER_LN = 1 / Math.log(GAMMA);
/** Mark of "under 1 ms"; the first character after the digits. The next one is [1, 1.1) ms. */
export const ZERO_MARK = 58;
export const TOP_MARK = 255;
/** Status s is the character 256 + s. */
export const STATUS_MARK = 256;

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Latency bin and error code counts; see above. */
export class Tally {
  readonly #counts = new Map<number, number>();

  /** Adds every mark of `text`; a `weight` of -1 takes them away. */
  add(text: string, weight = 1): this {
    for (let i = 0; i < text.length; ) {
      const mark = text.charCodeAt(i++);
      let count = 0;
      for (; i < text.length && isDigit(text.charCodeAt(i)); i++)
        count = count * 10 + text.charCodeAt(i) - 48;
      this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + weight * (count || 1));
    }
    return this;
  }

  /** The shortest text with the same meaning. */
  toText(): string {
    return this.#sorted()
      .map(([mark, count]) => String.fromCharCode(mark) + (count > 1 ? count : ""))
      .join("");
  }

  /** Error statuses as text with their counts, most frequent first. */
  errorTypes(): { type: string; count: number }[] {
    return this.#sorted()
      .filter(([mark]) => mark >= STATUS_MARK + ERROR_STATUS_FROM)
      .map(([mark, count]) => ({ type: String(mark - STATUS_MARK), count }))
      .sort((a, b) => b.count - a.count);
  }

  /** Nearest-rank percentiles (0–100) in milliseconds, each within 5 % of the exact one; null without requests. */
  percentiles(...wanted: number[]): (number | null)[] {
    const bins = this.#sorted().filter(([mark]) => mark <= TOP_MARK);
    const total = bins.reduce((sum, [, count]) => sum + count, 0);
    return wanted.map((percent) => {
      let rank = Math.max(1, Math.ceil((percent / 100) * total));
      for (const [mark, count] of bins) {
        rank -= count;
        if (rank <= 0) return middleOf(mark);
      }
      return null;
    });
  }

  #sorted(): [mark: number, count: number][] {
    return [...this.#counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  }
}

function middleOf(mark: number): number {
  return mark === ZERO_MARK ? 0 : (2 * GAMMA ** (mark - ZERO_MARK)) / (1 + GAMMA);
}
