import type { BreakdownQuery, BreakdownResponse } from "#core/contract/analytics.ts";
import {
  byEndpointExpense,
  byKeyExpense,
  byModelExpense,
  meanTime,
  type Sums,
} from "#core/domain/analytics-figures.ts";
import { windowSpan } from "#core/domain/analytics-window.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { usageFilter } from "#core/services/usage/usage-filter.ts";
import { readBreakdown } from "#core/storage/breakdown.ts";
import { completeFrom, tokenFigures } from "./get-analytics.ts";

/** Requests and dollars by key, endpoint and model; each list adds up to the figures of `getAnalytics`. */
export async function getBreakdown(ctx: AccountContext, query: BreakdownQuery): Promise<BreakdownResponse> {
  const filter = await usageFilter(ctx, query);
  const span = windowSpan(query.range, ctx.clock.now());
  const { keys, endpoints, models, figuresFrom } = await readBreakdown(ctx.db, filter, span);
  return {
    range: query.range,
    from: isoTime(span.from),
    to: isoTime(span.to),
    keys: keys
      .sort(byKeyExpense)
      .map((row) => ({ key_id: row.publicId, name: row.name, status: row.status, ...share(row) })),
    endpoints: endpoints.sort(byEndpointExpense).map((row) => ({ endpoint: row.endpoint, ...share(row) })),
    models:
      models
        ?.sort(byModelExpense)
        .map((row) => ({ model: row.model, ...share(row), ...tokenFigures(row) })) ?? null,
    complete_from: completeFrom(figuresFrom, span),
  };
}

function share(row: Pick<Sums, "requests" | "errors" | "responseTime" | "cost">) {
  return {
    requests: row.requests,
    errors: row.errors,
    avg_response_time: meanTime(row),
    cost: dollarsFromMicros(row.cost),
  };
}
