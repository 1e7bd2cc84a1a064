import type { BreakdownAnswer, BreakdownQuery } from "#core/contract/breakdown.ts";
import { meanTime } from "#core/domain/analytics-figures.ts";
import type { Sums } from "#core/domain/analytics-reading.ts";
import { windowSpan } from "#core/domain/analytics-window.ts";
import { byEndpointExpense, byKeyExpense } from "#core/domain/breakdown-order.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readBreakdown } from "#core/storage/breakdown.ts";
import { usageFilter } from "./usage-filter.ts";

/**
 * Where the window's requests and dollars went, by key and by endpoint. Each list sums up to the figures that
 * `getAnalytics` gives for the same window and filter at that instant, whatever has been rolled up. Times in ms.
 * @throws DomainError `not_found` for a key that is not the account's.
 */
export async function getBreakdown(ctx: AccountContext, query: BreakdownQuery): Promise<BreakdownAnswer> {
  const filter = await usageFilter(ctx, query);
  const span = windowSpan(query.range, ctx.clock.now());
  const { keys, endpoints } = await readBreakdown(ctx.db, filter, span);
  return {
    range: query.range,
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    keys: keys
      .sort(byKeyExpense)
      .map((row) => ({ key_id: row.publicId, name: row.name, status: row.status, ...share(row) })),
    endpoints: endpoints.sort(byEndpointExpense).map((row) => ({ endpoint: row.endpoint, ...share(row) })),
  };
}

function share(row: Sums & { cost: number }) {
  return {
    requests: row.requests,
    errors: row.errors,
    avg_response_time: meanTime(row),
    cost: dollarsFromMicros(row.cost),
  };
}
