import { DAY_MS } from "./time.ts";

export const RANGES = ["24h", "7d", "30d"] as const;
export type Range = (typeof RANGES)[number];

/** Length of each range in milliseconds (spec section 7). */
export const RANGE_MS: Record<Range, number> = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS };
/** A calendar month in the reader's time zone, such as `2026-11`. */
export type Month = `${number}-${number}`;
/** `custom` is a window between two instants. */
export type RangeName = Range | Month | "custom";

/** From 2020 on. */
export const MONTH_PATTERN = /^20[2-9]\d-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string): text is Month => MONTH_PATTERN.test(text);
export const isRolling = (text: string): text is Range => RANGES.some((range) => range === text);

/** Custom ranges begin at this instant (epoch ms) or later, and are at most so many days long. */
export const EARLIEST_FROM = Date.UTC(2020, 0, 1);
export const LONGEST_DAYS = 366;
/** Longer windows have a series of days instead of hours. */
export const LONGEST_OF_HOURS_MS = 2 * DAY_MS;

export const DAILY_REQUEST_LIMIT = 10_000;
/** Most top endpoints and error types shown (spec section 9). */
export const TOP_LIST_SIZE = 5;
/** A status at or above this is an error (spec section 5). */
export const ERROR_STATUS_FROM = 400;
