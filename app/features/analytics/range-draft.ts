import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { formatDate, plural } from "#app/lib/format.ts";
import { addDays, dayOf, instantOf, midnight, wallClock } from "#app/lib/local-time.ts";
import { zoneName } from "#app/lib/wall-clock.ts";
import { addMonths } from "#core/domain/months.ts";
import { EARLIEST_FROM, isRolling, LONGEST_DAYS, RANGE_MS } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "#core/domain/time.ts";

/** A range while it is being chosen: both ends are wall-clock times in the reader's zone, the second not included. */
export interface RangeDraft {
  from: number;
  to: number;
}

/** As typed into the two fields. */
export interface DraftTexts {
  from: string;
  to: string;
}

export const draftOfDays = (first: string, last: string): RangeDraft => ({
  from: midnight(first),
  to: midnight(addDays(last, 1)),
});

/** Where a choice begins: at the range that the page shows, in whole days unless it is already a custom one. */
export function startOf(chosen: ChosenRange, today: string, zone: string): RangeDraft {
  if (chosen.range === "custom") {
    const [from, to] = [chosen.from, chosen.to].map((at) => wallClock(Date.parse(at), zone));
    return { from: from ?? 0, to: to ?? 0 };
  }
  if (isRolling(chosen.range)) return draftOfDays(addDays(today, 1 - RANGE_MS[chosen.range] / DAY_MS), today);
  const last = addDays(`${addMonths(chosen.range, 1)}-01`, -1);
  return draftOfDays(`${chosen.range}-01`, last > today ? today : last);
}

const dateText = (wall: number) => formatDate(wall, "UTC");
const timeText = (wall: number) => new Date(wall).toISOString().slice(11, 16);

/** `Nov 3, 2026 00:00` */
const fromText = (wall: number) => `${dateText(wall)} ${timeText(wall)}`;

/** Midnight is the end of the day before: `Nov 16, 2026 24:00`. */
const toText = (wall: number) => (wall % DAY_MS === 0 ? `${dateText(wall - DAY_MS)} 24:00` : fromText(wall));

export const textsOf = ({ from, to }: RangeDraft): DraftTexts => ({ from: fromText(from), to: toText(to) });

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** `Nov 3, 2026`, `November 3 2026`, `3 Nov 2026` or `2026-11-03`, each with or without a time. */
const FORMS = [
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?: (?<year>\d{4}))?(?: (?<hour>\d{1,2}):(?<minute>\d\d))?$/,
  /^(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.?(?: (?<year>\d{4}))?(?: (?<hour>\d{1,2}):(?<minute>\d\d))?$/,
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[t ](?<hour>\d{1,2}):(?<minute>\d\d))?$/,
];
const LAST_HOUR = 24;
const LAST_MINUTE = 59;

/**
 * A typed date as a wall-clock time; null if it isn't one.
 * @param today such as `2026-11-20`: without a year, the date is the last such day up to today
 */
export function parseMoment(text: string, end: "from" | "to", today: string): number | null {
  const plain = text.trim().toLowerCase().replaceAll(",", " ").replace(/\s+/g, " ");
  const parts = FORMS.map((form) => form.exec(plain)?.groups).find((groups) => groups !== undefined);
  if (!parts?.month || !parts.day) return null;
  const month = monthNumber(parts.month);
  const day = (year: number) => `${year}-${twoDigits(month)}-${twoDigits(Number(parts.day))}`;
  const thisYear = Number(today.slice(0, 4));
  const date = day(parts.year ? Number(parts.year) : day(thisYear) > today ? thisYear - 1 : thisYear);
  const start = midnight(date);
  // JavaScript takes February 30 for March 2.
  if (Number.isNaN(start) || dayOf(start) !== date) return null;
  if (parts.hour === undefined) return end === "from" ? start : start + DAY_MS;
  const [hour, minute] = [Number(parts.hour), Number(parts.minute)];
  if (hour > LAST_HOUR || minute > LAST_MINUTE || (hour === LAST_HOUR && minute > 0)) return null;
  return start + hour * HOUR_MS + minute * MINUTE_MS;
}

/** From 1; 0 for no month. */
const monthNumber = (text: string) =>
  /^\d/.test(text) ? Number(text) : MONTHS.findIndex((name) => text.startsWith(name)) + 1;

const twoDigits = (count: number) => String(count).padStart(2, "0");

interface CheckedDraft {
  /** With its first and last day; null if there is an error. */
  draft: (RangeDraft & { first: string; last: string }) | null;
  error: { end: "from" | "to"; text: string } | null;
}

const refusal = (end: "from" | "to", text: string): CheckedDraft => ({ draft: null, error: { end, text } });

/** What the two texts come to, or what is wrong with the first of them that is. */
export function checkedDraft(texts: DraftTexts, today: string, zone: string): CheckedDraft {
  const from = parseMoment(texts.from, "from", today);
  if (from === null) return refusal("from", `Enter a date, such as ${fromText(midnight(today))}.`);
  const to = parseMoment(texts.to, "to", today);
  if (to === null) return refusal("to", `Enter a date, such as ${toText(midnight(today) + DAY_MS)}.`);
  if (instantOf(from, zone) >= Date.now()) return refusal("from", "A range can’t begin in the future.");
  if (instantOf(from, zone) >= instantOf(to, zone)) return refusal("to", "The end must be after the start.");
  if (instantOf(from, zone) < EARLIEST_FROM) return refusal("from", "A range can’t begin before 2020.");
  if (instantOf(to, zone) - instantOf(from, zone) > LONGEST_DAYS * DAY_MS) {
    return refusal("to", `A range can have at most ${LONGEST_DAYS} days.`);
  }
  return { draft: { from, to, first: dayOf(from), last: dayOf(to - 1) }, error: null };
}

/** The draft as instants, for the API. */
export const windowOf = ({ from, to }: RangeDraft, zone: string) => ({
  from: isoTime(instantOf(from, zone)),
  to: isoTime(instantOf(to, zone)),
});

/** `14 days`, `2 days 6 h`, `5 h 30 min`. */
export function lengthText({ from, to }: RangeDraft): string {
  const minutes = Math.round((to - from) / MINUTE_MS);
  const [days, hours, rest] = [
    Math.floor(minutes / (DAY_MS / MINUTE_MS)),
    Math.floor((minutes % (DAY_MS / MINUTE_MS)) / (HOUR_MS / MINUTE_MS)),
    minutes % (HOUR_MS / MINUTE_MS),
  ];
  const parts = [
    days > 0 && `${days} ${plural(days, "day")}`,
    hours > 0 && `${hours} h`,
    rest > 0 && `${rest} min`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** `UTC+1`, or `UTC+2 to UTC+1` if the clocks change in between. */
export function zoneText(draft: RangeDraft, zone: string): string {
  const [first, last] = [draft.from, draft.to - 1].map((wall) => zoneName(instantOf(wall, zone), zone));
  return first === last ? `${first}` : `${first} to ${last}`;
}
