import { type Stretch, stretches } from "./zone.ts";

/** An offset from UTC (ms) as ISO 8601 writes it, e.g. `+05:45`. */
export function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (n: number) => String(n).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Writes instants (epoch ms) of [from, to] as the zone's clocks show them, to the millisecond and with their offset:
 * `2026-11-20T14:00:00.000+01:00`.
 */
export function localTimes(zone: string, from: number, to: number): (instant: number) => string {
  const known = stretches(zone, from, to).map((stretch) => ({
    ...stretch,
    text: offsetText(stretch.offset),
  }));
  const holds = (instant: number) => (stretch: Stretch) => instant >= stretch.start && instant < stretch.end;
  return (instant) => {
    const { offset = 0, text = offsetText(0) } = known.find(holds(instant)) ?? {};
    return new Date(instant + offset).toISOString().slice(0, -1) + text;
  };
}
