export interface Random {
  /** Uniform in [0, 1). */
  next: () => number;
  /** Log-normal with this median; `spread` is the standard deviation of its logarithm. */
  logNormal: (median: number, spread: number) => number;
  pick: <Item extends { weight: number }>(items: readonly Item[]) => Item;
}

/** The same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    logNormal: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    pick: (items) => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      const chosen = items.find(({ weight }) => {
        left -= weight;
        return left < 0;
      });
      const last = chosen ?? items.at(-1);
      if (!last) throw new Error("Nothing to pick from.");
      return last;
    },
  };
}
