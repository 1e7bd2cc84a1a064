import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { formatDate, formatMinute } from "#app/lib/format.ts";
import { dayOf, dayStart, midnight, wallClock } from "#app/lib/local-time.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { formatDay, formatMonth } from "#app/lib/wall-clock.ts";
import { addMonths } from "#core/domain/months.ts";
import { isMonth, isRolling, type Month, type Range } from "#core/domain/ranges.ts";

const RANGE_LABELS: Record<Range, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};
/** For the middle of a sentence: “in the last 24 hours”. `inRange` has them for every range. */
export const RANGE_PHRASES: Record<Range, string> = {
  "24h": "the last 24 hours",
  "7d": "the last 7 days",
  "30d": "the last 30 days",
};

/** A range with its window, as the API returns it. */
export interface RangeWindow {
  /** `7d`, `2026-11` or `custom`. */
  range: string;
  from: string;
  /** Not included. */
  to: string;
}

/** `Last 7 days`, `November 2026`, `Nov 3 – 16, 2026`. */
export function rangeLabel(chosen: ChosenRange, zone = readerZone()): string {
  if (chosen.range === "custom") return spanLabel(chosen, zone);
  return isRolling(chosen.range) ? RANGE_LABELS[chosen.range] : formatMonth(chosen.range);
}

/** `in the last 7 days`, `in November 2026`, `from Nov 3 to Nov 16, 2026`. */
export function inRange(shown: ChosenRange | RangeWindow, zone = readerZone()): string {
  if (isRolling(shown.range)) return `in ${RANGE_PHRASES[shown.range]}`;
  if (!("from" in shown) || isMonth(shown.range)) return `in ${formatMonth(shown.range)}`;
  const [first, last] = endsOf(shown, zone);
  return first === last ? `on ${last}` : `from ${first} to ${last}`;
}

/** `in the last 7 days`, else the days: `Nov 1 – 20, 2026`. */
export const windowCaption = (data: RangeWindow, zone = readerZone()) =>
  isRolling(data.range)
    ? inRange(data, zone)
    : spanLabel(data, zone, isMonth(data.range) || isWholeDays(data, zone));

/** `requests in the last 7 days`, `requests, Nov 1 – 20, 2026`. */
export const captionOf = (noun: string, data: RangeWindow, zone = readerZone()) =>
  `${noun}${isRolling(data.range) ? "" : ","} ${windowCaption(data, zone)}`;

/** `over the last 7 days`, `over November 2026`, `over Nov 3 – 16, 2026`. */
export function overRange({ range, ...span }: RangeWindow, zone = readerZone()): string {
  if (isRolling(range)) return `over ${RANGE_PHRASES[range]}`;
  return `over ${isMonth(range) ? formatMonth(range) : spanLabel(span, zone)}`;
}

/** In epoch ms. */
export const windowOfMonth = (month: Month, zone: string) => ({
  from: dayStart(`${month}-01`, zone),
  to: dayStart(`${addMonths(month, 1)}-01`, zone),
});

type Span = Pick<RangeWindow, "from" | "to">;

/** The first and the last day, with times if it doesn't consist of whole days. */
function endsOf(
  { from, to }: Span,
  zone: string,
  asDays = isWholeDays({ from, to }, zone),
): [string, string] {
  if (!asDays) {
    const [first, last] = [from, to].map((at) => formatMinute(at, zone));
    return [first ?? "", last ?? ""];
  }
  const [first, last] = daysOf({ from, to }, zone);
  const isSameYear = first.slice(0, 4) === last.slice(0, 4);
  return [isSameYear && first !== last ? formatDay(first) : dateOf(first), dateOf(last)];
}

/** `Nov 3 – 16, 2026`, `Oct 28 – Nov 3, 2026` or, for parts of days, `Nov 3, 2026, 09:30 – Nov 4, 2026, 18:00`. */
function spanLabel(span: Span, zone: string, asDays = isWholeDays(span, zone)): string {
  const [first, last] = endsOf(span, zone, asDays);
  if (first === last) return last;
  if (asDays) {
    const [begin, end] = daysOf(span, zone);
    return begin.slice(0, 7) === end.slice(0, 7)
      ? `${first} – ${last.slice(last.indexOf(" ") + 1)}`
      : `${first} – ${last}`;
  }
  const isOneDay = first.slice(0, -7) === last.slice(0, -7);
  return `${first} – ${isOneDay ? last.slice(-5) : last}`;
}

/** The local days of the first and the last instant. */
const daysOf = ({ from, to }: Span, zone: string) =>
  [dayOf(wallClock(Date.parse(from), zone)), dayOf(wallClock(Date.parse(to) - 1, zone))] as const;

function isWholeDays({ from, to }: Span, zone: string): boolean {
  return [from, to].every((end) => {
    const instant = Date.parse(end);
    return dayStart(dayOf(wallClock(instant, zone)), zone) === instant;
  });
}

const dateOf = (day: string) => formatDate(midnight(day), "UTC");
