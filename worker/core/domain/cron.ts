import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time.ts";

/** The cron runs every minute. */
const CRON_LATE_MS = 5 * MINUTE_MS;

/** @param at when the cron last ran, or last did what is asked about, epoch ms; null for never. */
export const isCronLate = (at: number | null, now: number) => at === null || now - at > CRON_LATE_MS;

export const OVER_AFTER_MS = 15 * MINUTE_MS;
/**
 * The UTC day, since the epoch, before which days are over at `now`: no request lives so long that it could still belong
 * to one.
 */
export const dayUnderWay = (now: number) => Math.floor((now - OVER_AFTER_MS) / DAY_MS);

/** No checkout can be paid later, and no bank debit takes longer, so older orders aren't checked any more. */
export const UNPAID_CHECKED_MS = 30 * DAY_MS;
/** An invoice that is missing for so long isn't coming any more. */
export const DETAILS_CHECKED_MS = 3 * DAY_MS;
/** Older notifications aren't emailed. Less than the day for which the provider remembers an idempotency key. */
export const WORTH_A_MAIL_MS = 23 * HOUR_MS;
