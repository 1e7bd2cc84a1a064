import { formatTime, lazily } from "#app/lib/format.ts";
import { addDays, dayOf, midnight, wallClock } from "#app/lib/local-time.ts";
import { isReaderZoneKnown, readerZone } from "#app/lib/reader-zone.ts";

/** A day and the one before it as `2026-11-20`, in a zone. */
export function recentDays(at: number, zone: string): { today: string; yesterday: string } {
  const today = dayOf(wallClock(at, zone));
  return { today, yesterday: addDays(today, -1) };
}

/** `UTC+1`, as it is at that moment (daylight saving). */
export function zoneName(at: string | number, zone: string): string {
  const names = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" });
  const name = names.formatToParts(new Date(at)).find(({ type }) => type === "timeZoneName");
  // One name for the time that money is counted in.
  return name?.value.replace("GMT", "UTC") ?? zone;
}

/** `UTC+1`, and where UTC stands in for the reader's zone, why. */
export const readerZoneName = (at: string | number): string =>
  isReaderZoneKnown() ? zoneName(at, readerZone()) : "UTC (your browser’s time zone is unknown)";

/** `14:32, UTC+1` */
export const formatTimeWithZone = (at: string) => `${formatTime(at)}, ${readerZoneName(at)}`;

const utc = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }));
const shortDay = utc({ month: "short", day: "numeric" });
const weekDay = utc({ weekday: "short", month: "short", day: "numeric" });
/** `Nov 8` */
export const formatDay = (day: string) => shortDay().format(midnight(day));
/** `Sun, Nov 8` */
export const formatWeekday = (day: string) => weekDay().format(midnight(day));

const longDay = utc({ month: "long", day: "numeric", year: "numeric" });
/** `November 8, 2026` */
export const formatLongDay = (day: string) => longDay().format(midnight(day));

const longMonth = utc({ month: "long", year: "numeric" });
/** `November 2026` of `2026-11`. */
export const formatMonth = (month: string) => longMonth().format(midnight(`${month}-01`));
