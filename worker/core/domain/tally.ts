import { ERROR_STATUS_FROM } from "./ranges.ts";

/*
 * A tally is a multiset of marks as text: one mark per request for its latency bin, and one for its status if that is an
 * error. A number after a mark repeats it ("A3B" = A, A, A, B). Tallies are added by concatenation, so that a database
 * can merge them with `||`; packing changes the text, never the meaning.
 */

/** Ratio of neighboring bins. Percentiles are bin centers: off by at most (γ − 1) / (γ + 1) = 4.8 %. */
const GAMMA = 1.1;
export const BINS_PER_LN = 1 / Math.log(GAMMA);
/** Under 1 ms: the first character after the digits. The next one is [1, 1.1) ms. */
export const ZERO_MARK = 58;
export const TOP_MARK = 255;
export const STATUS_MARK = 256;

const isDigit = (code: number) => code >= 48 && code <= 57;

export class Tally {
  readonly #counts = new Map<number, number>();

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

  toText(): string {
    return this.#sorted()
      .map(([mark, count]) => String.fromCharCode(mark) + (count > 1 ? count : ""))
      .join("");
  }

  errorTypes(): { type: string; count: number }[] {
    return this.#sorted()
      .filter(([mark]) => mark >= STATUS_MARK + ERROR_STATUS_FROM)
      .map(([mark, count]) => ({ type: String(mark - STATUS_MARK), count }))
      .sort((a, b) => b.count - a.count);
  }

  /** Nearest-rank percentiles (0–100) in ms, within 5 % of the exact ones; null without requests. */
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
