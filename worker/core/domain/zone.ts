import { DAY_MS } from "./ranges.ts";

/** Every offset and every clock change of the zones in use since 1972 is a multiple of this. */
export const QUARTER_MS = 900_000;
/** Zone names ignore letter case, so a caller could invent many; the caches start anew beyond these sizes. */
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

/** Stretches that cover [from, to] (epoch ms), in order. */
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

/** The quarter hour of the day that begins at `day` from which `offset` no longer holds. */
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

/** Offset in ms at an instant; remembered, because asking Intl costs more than all the rest. */
function offsetAt(zone: string, instant: number): number {
  const id = `${zone} ${instant}`;
  const remembered = offsets.get(id);
  if (remembered !== undefined) return remembered;
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
  const known = formats.get(zone);
  if (known) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, made);
  return made;
}
