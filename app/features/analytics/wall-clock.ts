import { formatTime, lazily } from "#app/lib/format.ts";
import { DAY_MS } from "#core/domain/time.ts";

/** UTC if the browser hides it. */
export const readerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

// Swedish dates have the form of ISO 8601.
const localDay = (at: number, zone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at);

/** A day and the one before it as `2026-11-20`, in a zone. */
export function recentDays(at: number, zone: string): { today: string; yesterday: string } {
  const today = localDay(at, zone);
  return { today, yesterday: new Date(midnight(today) - DAY_MS).toISOString().slice(0, 10) };
}

/** `GMT+1`, as it is at that moment (daylight saving). */
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

/** `Nov 8` */
export const formatDay = (day: string) => shortDay().format(midnight(day));
/** `Sun, Nov 8` */
export const formatWeekday = (day: string) => weekDay().format(midnight(day));
