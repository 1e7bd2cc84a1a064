// In `worker/core` times are epoch milliseconds in UTC and money is integer micro-dollars, unless said otherwise.

export const MINUTE_MS = 60_000;
/** Every offset and every clock change of the time zones in use since 1972 is a multiple of this. */
export const QUARTER_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HOURS_PER_DAY = 24;

/** Epoch milliseconds as ISO 8601 in UTC, to the millisecond. */
export const isoTime = (epochMs: number) => new Date(epochMs).toISOString();
export const isoTimeOrNull = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs));

/** A UTC day, counted since the epoch, as `2027-12-31`. */
export const dayName = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Of a UTC day such as `2027-12-31`, epoch ms; NaN for other text. */
export const lastInstantOf = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59.999Z`) : Number.NaN;

/** `Nov 23, 2026, 09:30 UTC` */
export const utcMoment = (at: number) => `${new Date(at).toLocaleString("en-US", UTC_MOMENT)} UTC`;
const UTC_MOMENT: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
};
