import { formatDate, formatPrice, formatTime } from "#app/lib/format.ts";
import { formatDay, recentDays } from "#app/lib/wall-clock.ts";
import type { CurrentRefusal } from "#core/contract/usage.ts";
import { DAY_MS } from "#core/domain/time.ts";

/** A moment for readers in a zone. */
export interface ReaderClock {
  zone: string;
  now: number;
}

const NEAR_SHARE = 0.8;

/** From 80 % on, when the notification is sent too. */
export const isNearLimit = (spent: number, amount: number) => spent >= amount * NEAR_SHARE;

/**
 * When a period ends, in the reader's zone: `01:00` within a day, else `Dec 1`, with the time where UTC's midnight is not
 * the reader's.
 */
export function formatReset(resetsAt: string, now: number): string {
  const time = formatTime(resetsAt);
  if (Date.parse(resetsAt) - now <= DAY_MS) return time;
  const [day = ""] = formatDate(resetsAt).split(", ");
  return time === "00:00" ? day : `${day}, ${time}`;
}

/** A period that has ended at `now` starts again at zero. */
export const currentSpend = <Spent extends { spent: number; resets_at: string }>(part: Spent, now: number) =>
  Date.parse(part.resets_at) <= now ? { ...part, spent: 0 } : part;

/** `The $2.00 budget resets at 00:00.` */
export const budgetReset = (
  { amount, resets_at }: Pick<NonNullable<CurrentRefusal["budget"]>, "amount" | "resets_at">,
  reader: ReaderClock,
) => `The ${formatPrice(amount)} budget resets ${resetText(resets_at, reader)}.`;

/** `at 00:00` within a day, else `on Dec 1` */
function resetText(at: string, { zone, now }: ReaderClock): string {
  const reset = Date.parse(at);
  return reset - now <= DAY_MS
    ? `at ${formatTime(at, zone)}`
    : `on ${formatDay(recentDays(reset, zone).today)}`;
}
