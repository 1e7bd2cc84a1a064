import { DAY_MS, HOUR_MS } from "./ranges.ts";
import type { Point } from "./series-points.ts";

const DAY_HOURS = DAY_MS / HOUR_MS;

/** Raw rows in [from, to) belong to the point with this index. */
interface Cut {
  point: number;
  from: number;
  to: number;
}

/** A whole UTC day, a whole hour, or an hour's first or second half. */
type Part = "day" | "hour" | "early" | "late";

/** UTC days or hours, counted from the epoch, of which this part belongs to the point with this index. */
interface BucketShare {
  point: number;
  part: Part;
  buckets: number[];
}

/** Which points the buckets of a roll-up belong to. */
export interface Shares {
  buckets: BucketShare[];
  /** Hours that begin a point at :15 or :45, or at :30 without halves, in pieces: only raw rows can divide them. */
  cuts: Cut[];
}

interface Hours {
  firstHour: number;
  endHour: number;
  /** Whether an hour can be parted at :30. */
  halves: boolean;
}

/** Shares the hours [firstHour, endHour) out among the points; a UTC day within one point as a whole. */
export function shareHours(points: readonly Point[], { firstHour, endHour, halves }: Hours): Shares {
  const shares: Shares = { buckets: [], cuts: [] };
  let point = 0;
  const startOf = (index: number) => points[index]?.start ?? Number.POSITIVE_INFINITY;
  while (startOf(point + 1) <= firstHour * HOUR_MS) point++;
  for (let hour = firstHour; hour < endHour; hour++) {
    const begin = hour * HOUR_MS;
    const wholeDay = startOf(point + 1) === begin ? point + 1 : point;
    if (begin % DAY_MS === 0 && hour + DAY_HOURS <= endHour && startOf(wholeDay + 1) >= begin + DAY_MS) {
      point = wholeDay;
      give(shares, point, "day", begin / DAY_MS);
      hour += DAY_HOURS - 1;
      continue;
    }
    const inside: number[] = [];
    for (let next = point + 1; startOf(next) < begin + HOUR_MS; next++) inside.push(startOf(next) - begin);
    shareHour(shares, { hour, point, inside, halves });
    point += inside.length;
  }
  return shares;
}

/** `inside`: offsets in the hour (ms) where the points after `point` begin. */
function shareHour(
  shares: Shares,
  { hour, point, inside, halves }: { hour: number; point: number; inside: number[]; halves: boolean },
) {
  const [only] = inside;
  if (only === undefined) give(shares, point, "hour", hour);
  else if (inside.length === 1 && only === 0) give(shares, point + 1, "hour", hour);
  else if (halves && inside.length === 1 && only === HOUR_MS / 2) {
    give(shares, point, "early", hour);
    give(shares, point + 1, "late", hour);
  } else {
    const bounds = [0, ...inside, HOUR_MS].map((offset) => hour * HOUR_MS + offset);
    for (const [i, to] of bounds.slice(1).entries()) {
      const from = bounds[i] ?? to;
      if (from < to) shares.cuts.push({ point: point + i, from, to });
    }
  }
}

function give({ buckets }: Shares, point: number, part: Part, bucket: number): void {
  const last = buckets.at(-1);
  if (last?.point === point && last.part === part) last.buckets.push(bucket);
  else buckets.push({ point, part, buckets: [bucket] });
}
