import { DAY_MS } from "#core/domain/time.ts";
import { stretches } from "#core/domain/zone.ts";

// A wall-clock time is epoch milliseconds as if it were UTC, so that no zone is involved in arithmetic with it.

/** The wall-clock time at an instant. */
export const wallClock = (instant: number, zone: string): number =>
  instant + (stretches(zone, instant, instant)[0]?.offset ?? 0);

/** The instant of a wall-clock time: the first of two, and the change of the clocks for one that they skip. */
export function instantOf(wall: number, zone: string): number {
  for (const { start, end, offset } of stretches(zone, wall - DAY_MS, wall + DAY_MS)) {
    const instant = wall - offset;
    if (instant < start) return start;
    if (instant < end) return instant;
  }
  throw new Error(`${zone} has no time ${new Date(wall).toISOString()}.`);
}

/** Midnight of a day such as `2026-11-20`, as a wall-clock time. */
export const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** `2026-11-20` */
export const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** The instant at which a local day begins; not midnight where the clocks skip that. */
export const dayStart = (day: string, zone: string) => instantOf(midnight(day), zone);

export const addDays = (day: string, count: number) => dayOf(midnight(day) + count * DAY_MS);
