import { DAY_MS, MINUTE_MS, QUARTER_MS } from "./time.ts";

// Zone names ignore letter case, so a caller could invent many; beyond these sizes the caches are emptied.
const MAX_FORMATS = 600;
const MAX_OFFSETS = 20_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** A stretch of constant offset: local time is UTC + `offset` (ms) in [start, end). */
export interface Stretch {
  start: number;
  end: number;
  offset: number;
}

export function stretches(zone: string, from: number, to: number): Stretch[] {
  const found: Stretch[] = [];
  let day = Math.floor(from / DAY_MS) * DAY_MS;
  let start = Number.NEGATIVE_INFINITY;
  let offset = offsetAt(zone, day);
  for (; day <= to; day += DAY_MS) {
    const next = offsetAt(zone, day + DAY_MS);
    if (next === offset) continue;
    const end = clockChange(zone, day, offset);
    found.push({ start, end, offset });
    start = end;
    offset = next;
  }
  found.push({ start, end: Number.POSITIVE_INFINITY, offset });
  return found.filter((stretch) => stretch.end > from && stretch.start <= to);
}

/** The first quarter hour, in the day that begins at `day`, at which `offset` no longer applies. */
function clockChange(zone: string, day: number, offset: number): number {
  let before = day / QUARTER_MS;
  let after = (day + DAY_MS) / QUARTER_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(zone, middle * QUARTER_MS) === offset) before = middle;
    else after = middle;
  }
  return after * QUARTER_MS;
}

/** Offset in ms at an instant; cached, because Intl costs more than all the rest. */
function offsetAt(zone: string, instant: number): number {
  const id = `${zone} ${instant}`;
  const cached = offsets.get(id);
  if (cached !== undefined) return cached;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  const offset = localTime(zone, instant) - Math.floor(instant / 1000) * 1000;
  offsets.set(id, offset);
  return offset;
}

function localTime(zone: string, instant: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format(zone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function format(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const created = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, created);
  return created;
}

/** An offset from UTC (ms) in ISO 8601, e.g. `+05:45`. */
export function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const twoDigits = (n: number) => String(n).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Formats instants (epoch ms) in [from, to] as local time with offset: `2026-11-20T14:00:00.000+01:00`. */
export function localTimes(zone: string, from: number, to: number): (instant: number) => string {
  const labelled = stretches(zone, from, to).map((stretch) => ({
    ...stretch,
    text: offsetText(stretch.offset),
  }));
  const holds = (instant: number) => (stretch: Stretch) => instant >= stretch.start && instant < stretch.end;
  return (instant) => {
    const { offset = 0, text = offsetText(0) } = labelled.find(holds(instant)) ?? {};
    return new Date(instant + offset).toISOString().slice(0, -1) + text;
  };
}
