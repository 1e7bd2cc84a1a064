import { dayUnderWay } from "#core/domain/cron.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { bookDaysBefore } from "#core/storage/usage-days.ts";

const DAYS_A_TRANSACTION = 500;
/** The next run continues. */
const TRANSACTIONS_A_RUN = 200;

export interface BookingReport {
  /** Days of accounts. */
  days: number;
  caughtUp: boolean;
}

/**
 * Transfers the usage of UTC days that are over, as one transfer for each account and day; usage that was recorded
 * later as a further one. Safe to repeat, overlap or interrupt.
 */
export async function bookDays(
  { db, clock }: ServiceContext,
  limit = DAYS_A_TRANSACTION,
): Promise<BookingReport> {
  const report = { days: 0, caughtUp: false };
  for (let count = 0; count < TRANSACTIONS_A_RUN && !report.caughtUp; count += 1) {
    const at = clock.now();
    const booked = await bookDaysBefore(db, { day: dayUnderWay(at), at, limit });
    report.days += booked;
    report.caughtUp = booked < limit;
  }
  return report;
}
