import { DAY_MS } from "./ranges.ts";

/**
 * The fewest days that raw usage rows are kept: two windows of 30 days, whose edges only raw rows can answer,
 * and two more for clocks that differ and zones that are ahead.
 */
export const RETENTION_DAYS_LEAST = 62;
export const RETENTION_DAYS = 65;

/** Where raw rows begin to be kept at `now`: a UTC midnight, so that whole days leave. Both are epoch ms. */
export const keptFrom = (now: number, days: number): number => (Math.floor(now / DAY_MS) - days) * DAY_MS;
