import { DAY_MS } from "./time.ts";

export const RANGES = ["24h", "7d", "30d"] as const;
export type Range = (typeof RANGES)[number];

/** Length of each range in milliseconds (spec section 7). */
export const RANGE_MS: Record<Range, number> = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS };
export const DAILY_REQUEST_LIMIT = 10_000;
/** Most top endpoints and error types shown (spec section 9). */
export const TOP_LIST_SIZE = 5;
/** A status at or above this is an error (spec section 5). */
export const ERROR_STATUS_FROM = 400;
