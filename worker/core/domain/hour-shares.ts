import { HOUR_MS } from "./ranges.ts";
import type { Point } from "./series-points.ts";

/** Raw rows in [from, to) belong to the point with this index. */
interface Cut {
  point: number;
  from: number;
  to: number;
}

/** Which point each UTC hour of a roll-up belongs to. Hours are counted from the epoch. */
export interface HourShares {
  /** Hour → its only point. */
  whole: Map<number, number>;
  /** Hour → the point of its first half; the second half belongs to the next point. */
  halved: Map<number, number>;
  /** Hours that begin a point at :15 or :45, in pieces: only raw rows can divide them. */
  cuts: Cut[];
}

/** Shares the hours [firstHour, endHour) out among the points. */
export function shareHours(points: readonly Point[], firstHour: number, endHour: number): HourShares {
  const shares: HourShares = { whole: new Map(), halved: new Map(), cuts: [] };
  let point = 0;
  const startOf = (index: number) => points[index]?.start ?? Number.POSITIVE_INFINITY;
  while (startOf(point + 1) <= firstHour * HOUR_MS) point++;
  for (let hour = firstHour; hour < endHour; hour++) {
    const begin = hour * HOUR_MS;
    const inside: number[] = [];
    for (let next = point + 1; startOf(next) < begin + HOUR_MS; next++) inside.push(startOf(next) - begin);
    shareHour(shares, { hour, point, inside });
    point += inside.length;
  }
  return shares;
}

/** `inside`: offsets in the hour (ms) where the points after `point` begin. */
function shareHour(
  shares: HourShares,
  { hour, point, inside }: { hour: number; point: number; inside: number[] },
) {
  const [only] = inside;
  if (only === undefined) shares.whole.set(hour, point);
  else if (inside.length === 1 && only === 0) shares.whole.set(hour, point + 1);
  else if (inside.length === 1 && only === HOUR_MS / 2) shares.halved.set(hour, point);
  else {
    const bounds = [0, ...inside, HOUR_MS].map((offset) => hour * HOUR_MS + offset);
    for (const [i, to] of bounds.slice(1).entries()) {
      const from = bounds[i] ?? to;
      if (from < to) shares.cuts.push({ point: point + i, from, to });
    }
  }
}
