import type { MonthQuery } from "#core/contract/ledger.ts";
import type { ModelUsage, StatementSummary, UsageDifference } from "#core/contract/statement.ts";
import { byModelExpense } from "#core/domain/analytics-figures.ts";
import { DomainError } from "#core/domain/errors.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { type DaySpan, daysOfMonth, utcMonthOf } from "#core/domain/months.ts";
import { EARLIEST_FROM } from "#core/domain/ranges.ts";
import { DAY_MS, dayName } from "#core/domain/time.ts";
import type { AccountContext, ReceiptsContext } from "#core/services/context.ts";
import { sellerOf } from "#core/services/receipts/receipts.ts";
import { type ModelUnits, type ModelUsageRow, readModelUsage } from "#core/storage/model-usage.ts";
import { together } from "#core/storage/read.ts";
import { readStatementSums, type StatementSums } from "#core/storage/statement-sums.ts";

/**
 * The days of a month's statement; without a month, all days.
 * @throws DomainError `invalid_request` for a month that hasn't begun at `now` (epoch ms).
 */
export function statementSpan({ month }: MonthQuery, now: number): DaySpan {
  // A day more, because the clocks of workers differ.
  if (month === undefined) return { from: EARLIEST_FROM / DAY_MS, end: Math.floor(now / DAY_MS) + 2 };
  if (month > utcMonthOf(now))
    throw new DomainError("invalid_request", "The month must not be in the future.", { field: "month" });
  return daysOfMonth(month);
}

/**
 * The statement of a UTC month in dollars: opening + added + taken + usage = closing, exactly, and the charges of its
 * models with `differences` are its usage. All of it is one snapshot. @throws DomainError `invalid_request`.
 */
export async function getStatement(
  ctx: AccountContext & ReceiptsContext,
  query: MonthQuery,
): Promise<StatementSummary> {
  const { db, account } = ctx;
  const at = ctx.clock.now();
  const span = statementSpan(query, at);
  const [sums, used] = await together(db, [
    readStatementSums(db, account.id, { ...span, at }),
    readModelUsage(db, account.id, span),
  ]);
  const { added, taken, usage, closing } = sums;
  const total = (name: "requests" | "billed" | "cost" | "plan") =>
    used.models.reduce((sum, row) => sum + row[name], 0);
  return {
    ...period(query, { span, sums, at }),
    opening: dollarsFromMicros(closing - usage - added - taken),
    added: dollarsFromMicros(added),
    taken: dollarsFromMicros(taken),
    usage: dollarsFromMicros(usage),
    closing: dollarsFromMicros(closing),
    top_ups: sums.topUps,
    transactions: sums.transactions,
    requests: total("requests"),
    models: modelsOf(used),
    differences: differencesOf(sums, total("billed")),
    billed_to: account.email,
    seller: sellerOf(ctx),
    paid_by_plan: dollarsFromMicros(total("plan")),
    imported: dollarsFromMicros(total("cost") - total("billed") - total("plan")),
  };
}

function period(
  { month = null }: { month?: string | undefined | null },
  { span, sums, at }: { span: DaySpan; sums: StatementSums; at: number },
) {
  const today = Math.floor(at / DAY_MS);
  const from = month === null ? (sums.firstDay ?? today) : span.from;
  const to = Math.min(span.end - 1, today);
  return { month, from: dayName(from), to: dayName(to), ended: today >= span.end };
}

function modelsOf({ models, units }: { models: ModelUsageRow[]; units: ModelUnits[] }): ModelUsage[] {
  const sorted = models.toSorted((left, right) =>
    byModelExpense({ ...left, cost: left.billed }, { ...right, cost: right.billed }),
  );
  return sorted.map((row) => ({
    model: row.model,
    requests: row.requests,
    tokens_in: row.tokensIn,
    tokens_cached: row.tokensCached,
    tokens_out: row.tokensOut,
    units: units.filter(({ model }) => model === row.model).map(({ unit, quantity }) => ({ unit, quantity })),
    charged: dollarsFromMicros(row.billed),
  }));
}

/** Positive where the statement has usage that isn't of its own requests. */
function differencesOf({ usage, late, later }: StatementSums, billed: number): UsageDifference[] {
  const other = -usage - (billed - late + later);
  const found = [
    { kind: "late" as const, micros: -late },
    { kind: "later" as const, micros: later },
    { kind: "other" as const, micros: other },
  ];
  return found
    .filter(({ micros }) => micros !== 0)
    .map(({ kind, micros }) => ({ kind, amount: dollarsFromMicros(micros) }));
}
