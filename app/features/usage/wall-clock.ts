import { formatTime } from "#app/lib/format.ts";
import { lazily } from "#app/lib/lazily.ts";
import { DAY_MS } from "#core/domain/ranges.ts";

/** The reader's zone, or UTC where the browser does not tell one. */
export const readerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

// Swedish writes a day as ISO 8601 does.
const localDay = (at: number, zone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at);

/** A day and the one before it as `2026-11-20`, in a zone. */
export function recentDays(at: number, zone: string): { today: string; yesterday: string } {
  const today = localDay(at, zone);
  return { today, yesterday: new Date(midnight(today) - DAY_MS).toISOString().slice(0, 10) };
}

/** `GMT+1`, as it is at that moment. */
export function zoneName(at: string | number, zone: string): string {
  const names = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" });
  const name = names.formatToParts(new Date(at)).find(({ type }) => type === "timeZoneName");
  return name?.value ?? zone;
}

/** `14:32, GMT+1` */
export const formatTimeWithZone = (at: string, zone: string) =>
  `${formatTime(at, zone)}, ${zoneName(at, zone)}`;

const utc = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }));
const shortDay = utc({ month: "short", day: "numeric" });
const weekDay = utc({ weekday: "short", month: "short", day: "numeric" });
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A calendar day, `YYYY-MM-DD`, as `Nov 8`. */
export const formatDay = (day: string) => shortDay().format(midnight(day));
/** The same as `Sun, Nov 8`. */
export const formatWeekday = (day: string) => weekDay().format(midnight(day));
