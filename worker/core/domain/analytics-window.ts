import { RANGE_MS, type Range } from "./ranges.ts";
import { type Point, seriesPoints } from "./series-points.ts";
import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from "./time.ts";

/** `firstHour` is the full hour nearest to `from`: at most half an hour of raw rows is subtracted or added. */
export interface Span {
  from: number;
  to: number;
  firstHour: number;
  endHour: number;
}

export interface AnalyticsWindow {
  /** [from, to], both ends included. Its last hour is read whole, and what lies after `to` is subtracted. */
  current: Span;
  /** [from, to): as long as the current one and directly before it, like its hours. */
  previous: Span;
  points: Point[];
  shares: Shares;
}

export function windowSpan(range: Range, now: number): Span {
  const from = now - RANGE_MS[range];
  return {
    from,
    to: now,
    firstHour: Math.round(from / HOUR_MS),
    endHour: Math.floor(now / HOUR_MS) + 1,
  };
}

/** @param halves true if the roll-up to be read stores the second halves of hours separately. */
export function analyticsWindow(
  range: Range,
  zone: string,
  now: number,
  { halves = true }: { halves?: boolean } = {},
): AnalyticsWindow {
  const current = windowSpan(range, now);
  const { from } = current;
  const before = from - RANGE_MS[range];
  const previous = {
    from: before,
    to: from,
    firstHour: Math.round(before / HOUR_MS),
    endHour: current.firstHour,
  };
  const points = seriesPoints(zone, from, now, range === "24h" ? "hour" : "day");
  return { current, previous, points, shares: shareHours(points, { ...current, halves }) };
}

export interface Cover {
  hours: number[];
  days: number[];
}

/** The fewest buckets that cover the hours [firstHour, endHour): days in the middle, hours on both sides. */
export function cover(firstHour: number, endHour: number): Cover {
  const firstDay = Math.ceil(firstHour / HOURS_PER_DAY);
  const endDay = Math.floor(endHour / HOURS_PER_DAY);
  if (firstDay >= endDay) return { hours: numbers(firstHour, endHour), days: [] };
  return {
    hours: [...numbers(firstHour, firstDay * HOURS_PER_DAY), ...numbers(endDay * HOURS_PER_DAY, endHour)],
    days: numbers(firstDay, endDay),
  };
}

export function numbers(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

interface Cut {
  point: number;
  from: number;
  to: number;
}

/** `early` and `late` are the first and second half of an hour. */
type BucketPart = "day" | "hour" | "early" | "late";

interface BucketShare {
  point: number;
  part: BucketPart;
  buckets: number[];
}

interface Shares {
  buckets: BucketShare[];
  /** Hours in which a point begins at :15 or :45 (or :30 without halves); only raw rows can divide them. */
  cuts: Cut[];
}

interface Hours {
  firstHour: number;
  endHour: number;
  halves: boolean;
}

/** Assigns the hours [firstHour, endHour) to points; a UTC day within one point is assigned as a whole. */
function shareHours(points: readonly Point[], { firstHour, endHour, halves }: Hours): Shares {
  const shares: Shares = { buckets: [], cuts: [] };
  let point = 0;
  const startOf = (index: number) => points[index]?.start ?? Number.POSITIVE_INFINITY;
  while (startOf(point + 1) <= firstHour * HOUR_MS) point++;
  for (let hour = firstHour; hour < endHour; hour++) {
    const begin = hour * HOUR_MS;
    const wholeDay = startOf(point + 1) === begin ? point + 1 : point;
    if (begin % DAY_MS === 0 && hour + HOURS_PER_DAY <= endHour && startOf(wholeDay + 1) >= begin + DAY_MS) {
      point = wholeDay;
      assign(shares, point, "day", begin / DAY_MS);
      hour += HOURS_PER_DAY - 1;
      continue;
    }
    const inside: number[] = [];
    for (let next = point + 1; startOf(next) < begin + HOUR_MS; next++) inside.push(startOf(next) - begin);
    assignHour(shares, { hour, point, inside, halves });
    point += inside.length;
  }
  return shares;
}

/** `inside`: offsets (ms) within the hour at which the points after `point` begin. */
function assignHour(
  shares: Shares,
  { hour, point, inside, halves }: { hour: number; point: number; inside: number[]; halves: boolean },
) {
  const [only] = inside;
  if (only === undefined) assign(shares, point, "hour", hour);
  else if (inside.length === 1 && only === 0) assign(shares, point + 1, "hour", hour);
  else if (halves && inside.length === 1 && only === HOUR_MS / 2) {
    assign(shares, point, "early", hour);
    assign(shares, point + 1, "late", hour);
  } else {
    const bounds = [0, ...inside, HOUR_MS].map((offset) => hour * HOUR_MS + offset);
    for (const [i, to] of bounds.slice(1).entries()) {
      const from = bounds[i] ?? to;
      if (from < to) shares.cuts.push({ point: point + i, from, to });
    }
  }
}

function assign({ buckets }: Shares, point: number, part: BucketPart, bucket: number): void {
  const last = buckets.at(-1);
  if (last?.point === point && last.part === part) last.buckets.push(bucket);
  else buckets.push({ point, part, buckets: [bucket] });
}
