import type { StatementMonths } from "#core/contract/statement.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { dayName } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readStatementMonths } from "#core/storage/statement-sums.ts";

/** The UTC months with transactions, newest first, with the usage of their statements in signed dollars. */
export async function listStatementMonths({ db, account, clock }: AccountContext): Promise<StatementMonths> {
  const months = await readStatementMonths(db, account.id, clock.now());
  return {
    items: months.map(({ month, usage, firstDay }) => ({
      month,
      usage: dollarsFromMicros(usage),
      from: dayName(firstDay),
    })),
  };
}
