const SWEEPS = 4000;
/** Keeps a weight that nothing determines near 0. */
const RIDGE = 0.02;

/**
 * The weights, none below `least`, with which the rows' weighted sums come closest to 1: the least sum of squares, by
 * coordinate descent.
 */
export function leastSquares(rows: readonly (readonly number[])[], least: number): number[] {
  const size = rows[0]?.length ?? 0;
  const products = Array.from({ length: size }, () => new Float64Array(size));
  const sums = new Float64Array(size);
  for (const row of rows)
    row.forEach((value, i) => {
      if (value === 0) return;
      sums[i] = (sums[i] ?? 0) + value;
      const ofRow = products[i] ?? new Float64Array();
      row.forEach((other, j) => {
        ofRow[j] = (ofRow[j] ?? 0) + value * other;
      });
    });
  const weights = new Array<number>(size).fill(0);
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    products.forEach((ofRow, i) => {
      const own = ofRow[i] ?? 0;
      const others =
        ofRow.reduce((sum, product, j) => sum + product * (weights[j] ?? 0), 0) - own * (weights[i] ?? 0);
      weights[i] = Math.max(least, ((sums[i] ?? 0) - others) / (own + RIDGE));
    });
  return weights;
}
