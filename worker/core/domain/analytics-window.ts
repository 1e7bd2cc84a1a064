import { RANGE_MS, type Range } from "./ranges.ts";
import type { RequestedWindow } from "./requested-window.ts";
import { type Point, seriesPoints } from "./series-points.ts";
import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from "./time.ts";

const HALF_HOUR_MS = HOUR_MS / 2;

/**
 * [from, until) is read from the buckets of [first, end), which lie at most half an hour beside it, and from the raw rows
 * by which these differ. Where raw rows are no longer kept, `from` and `first` or `until` and `end` are the same.
 */
export interface Span {
  from: number;
  until: number;
  /** Full hours, or half hours in the part without raw rows. */
  first: number;
  end: number;
}

/** UTC midnights (epoch ms) from which all raw rows, and all hours of the roll-up, are stored. Hours are kept longer. */
export interface Kept {
  rowsFrom: number;
  hoursFrom: number;
}
export const ALL_KEPT: Kept = { rowsFrom: 0, hoursFrom: 0 };

/** The second halves of hours are stored separately, except by endpoint and by model. */
type Halves = "halves" | "whole hours";

export interface AnalyticsWindow {
  current: Span;
  /** Directly before the current one, like its buckets. */
  previous: Span;
  points: Point[];
  shares: Shares;
  /** The instant from which all is exact, if edges or points before it had to be rounded. */
  exactFrom: number | null;
}

interface Edge {
  at: number;
  bucket: number;
}

function edgeAt(instant: number, kept: Kept, halves: Halves): Edge {
  if (instant >= kept.rowsFrom) return { at: instant, bucket: Math.round(instant / HOUR_MS) * HOUR_MS };
  const at = rounded(instant, kept, halves);
  return { at, bucket: at };
}

/** To the smallest buckets of that time. */
function rounded(instant: number, kept: Kept, halves: Halves): number {
  const grid = gridAt(instant, kept, halves);
  return Math.round(instant / grid) * grid;
}
function gridAt(instant: number, { hoursFrom }: Kept, halves: Halves): number {
  if (instant < hoursFrom) return DAY_MS;
  return halves === "halves" ? HALF_HOUR_MS : HOUR_MS;
}

/** The hour in progress is read whole, and what lies after now is subtracted. */
const presentEdge = (now: number): Edge => ({
  at: now + 1,
  bucket: (Math.floor(now / HOUR_MS) + 1) * HOUR_MS,
});

const between = (start: Edge, stop: Edge): Span => ({
  from: start.at,
  until: stop.at,
  first: start.bucket,
  end: stop.bucket,
});

/** The span of a rolling range, whose raw rows are always kept. */
export const rollingSpan = (range: Range, now: number): Span =>
  between(edgeAt(now - RANGE_MS[range], ALL_KEPT, "halves"), presentEdge(now));

/** The window, rounded where what it needs is no longer kept. */
export function spanOf({ from, until, to }: RequestedWindow, kept: Kept, halves: Halves): Span {
  const start = edgeAt(from, kept, halves);
  if (to < until) return between(start, presentEdge(to));
  const stop = edgeAt(until, kept, halves);
  return stop.at > start.at ? between(start, stop) : bucketWith(from, kept, halves);
}

/** For a window that is shorter than the rounding: the one bucket that it begins in. */
function bucketWith(instant: number, kept: Kept, halves: Halves): Span {
  const grid = gridAt(instant, kept, halves);
  const from = Math.floor(instant / grid) * grid;
  return { from, until: from + grid, first: from, end: from + grid };
}

/**
 * The window with its series of local hours or days.
 * @param halves whether the roll-up to be read stores the second halves of hours separately
 * @param kept before these instants, edges and points are rounded
 */
export function analyticsWindow(
  requested: RequestedWindow,
  { halves = "halves", kept = ALL_KEPT }: { halves?: Halves; kept?: Kept } = {},
): AnalyticsWindow {
  const current = spanOf(requested, kept, halves);
  const start = { at: current.from, bucket: current.first };
  const before = edgeAt(requested.previousFrom, kept, halves);
  const previous = between(before.at > start.at ? start : before, start);
  const exact = seriesPoints(requested.zone, requested.from, requested.until - 1, requested.unit);
  const points = exact.map((point) =>
    point.start < kept.rowsFrom ? { ...point, start: rounded(point.start, kept, halves) } : point,
  );
  const isExact =
    previous.from === requested.previousFrom &&
    isExactSpan(current, requested) &&
    points.every((point, i) => i === 0 || point.start === exact[i]?.start);
  return {
    current,
    previous,
    points,
    shares: sharesOf(points, { current, previous }, halves),
    exactFrom: isExact ? null : Math.min(kept.rowsFrom, current.until),
  };
}

/** True if the span was not rounded. */
export const isExactSpan = (span: Span, { from, until }: RequestedWindow) =>
  span.from === from && span.until === until;

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

export interface BucketShare {
  point: number;
  part: BucketPart;
  buckets: number[];
}

interface Divided {
  buckets: BucketShare[];
  /** Hours in which a point begins at :15 or :45 (or :30 without halves); only raw rows can divide them. */
  cuts: Cut[];
}

/** Shares of both windows. The previous one has a single point, `PREVIOUS`. */
interface Shares extends Divided {
  /** The current window's hours of which no bucket share has the first half: their tallies are read beside the shares. */
  untallied: number[];
}
export const PREVIOUS = -1;

interface Boundary {
  at: number;
  /** Null: outside of the span. */
  point: number | null;
}

/** Where the points and, if it is not at a full hour, the span begin and end, each instant once. */
function boundariesOf(points: readonly Point[], { first, end }: Span): Boundary[] {
  const starts = points.slice(1).map(({ start }, i) => ({ at: Math.max(start, first), point: i + 1 }));
  const all: Boundary[] = [
    { at: Number.NEGATIVE_INFINITY, point: first % HOUR_MS === 0 ? 0 : null },
    { at: first, point: 0 },
    ...starts,
    ...(end % HOUR_MS === 0 ? [] : [{ at: end, point: null }]),
  ];
  return all.filter(({ at }, i) => all[i + 1]?.at !== at);
}

function sharesOf(
  points: readonly Point[],
  { current, previous }: Pick<AnalyticsWindow, "current" | "previous">,
  halves: Halves,
): Shares {
  const { buckets, cuts } = shareHours(points, current, halves);
  const before = shareHours(points.slice(0, 1), previous, halves);
  const tallied = new Set(
    buckets.flatMap(({ part, buckets }) => {
      if (part === "late") return [];
      return part === "day" ? buckets.flatMap((day) => hoursOfDay(day)) : buckets;
    }),
  );
  const touched = numbers(Math.floor(current.first / HOUR_MS), Math.ceil(current.end / HOUR_MS));
  return {
    buckets: [...buckets, ...before.buckets.map((share) => ({ ...share, point: PREVIOUS }))],
    cuts: [...cuts, ...before.cuts.map((cut) => ({ ...cut, point: PREVIOUS }))],
    untallied: touched.filter((hour) => !tallied.has(hour)),
  };
}

const hoursOfDay = (day: number) => numbers(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY);

/** Assigns the span's hours to points; a UTC day within one point is assigned as a whole. */
function shareHours(points: readonly Point[], span: Span, halves: Halves): Divided {
  const shares: Divided = { buckets: [], cuts: [] };
  const boundaries = boundariesOf(points, span);
  const startOf = (index: number) => boundaries[index]?.at ?? Number.POSITIVE_INFINITY;
  const pointOf = (index: number) => boundaries[index]?.point ?? null;
  const endHour = Math.ceil(span.end / HOUR_MS);
  let index = 0;
  for (let hour = Math.floor(span.first / HOUR_MS); hour < endHour; hour++) {
    const begin = hour * HOUR_MS;
    while (startOf(index + 1) <= begin) index++;
    if (begin % DAY_MS === 0 && hour + HOURS_PER_DAY <= endHour && startOf(index + 1) >= begin + DAY_MS) {
      assign(shares, pointOf(index), "day", begin / DAY_MS);
      hour += HOURS_PER_DAY - 1;
      continue;
    }
    const inside: Boundary[] = [];
    for (let next = index + 1; startOf(next) < begin + HOUR_MS; next++) {
      inside.push({ at: startOf(next), point: pointOf(next) });
    }
    assignHour(shares, hour, [{ at: begin, point: pointOf(index) }, ...inside], halves);
  }
  return shares;
}

/** `parts`: the hour's start, and the boundaries inside of it. */
function assignHour(shares: Divided, hour: number, parts: readonly Boundary[], halves: Halves) {
  const begin = hour * HOUR_MS;
  const [whole, half] = parts;
  if (parts.length === 1) assign(shares, whole?.point ?? null, "hour", hour);
  else if (halves === "halves" && parts.length === 2 && half?.at === begin + HALF_HOUR_MS) {
    assign(shares, whole?.point ?? null, "early", hour);
    assign(shares, half.point, "late", hour);
  } else {
    for (const [i, { at, point }] of parts.entries()) {
      const to = parts[i + 1]?.at ?? begin + HOUR_MS;
      if (point !== null) shares.cuts.push({ point, from: at, to });
    }
  }
}

function assign({ buckets }: Divided, point: number | null, part: BucketPart, bucket: number): void {
  if (point === null) return;
  const last = buckets.at(-1);
  if (last?.point === point && last.part === part) last.buckets.push(bucket);
  else buckets.push({ point, part, buckets: [bucket] });
}
