import type { BreakdownQuery, BreakdownResponse } from "#core/contract/analytics.ts";
import {
  byEndpointExpense,
  byKeyExpense,
  byModelExpense,
  meanTime,
  type Sums,
} from "#core/domain/analytics-figures.ts";
import { isExactSpan, spanOf } from "#core/domain/analytics-window.ts";
import { UNIT_KINDS } from "#core/domain/gateway/units.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { inWindow } from "#core/services/usage/in-window.ts";
import { figuresFilter } from "#core/services/usage/usage-filter.ts";
import { readBreakdown, type UnitShare } from "#core/storage/breakdown.ts";
import { NO_TOKENS, type Tokens, tokenFigures, windowView } from "./get-analytics.ts";

/** Requests and dollars by key, endpoint and model; each list adds up to the figures of `getAnalytics`. */
export async function getBreakdown(ctx: AccountContext, query: BreakdownQuery): Promise<BreakdownResponse> {
  const filter = await figuresFilter(ctx, query);
  const { requested, span, reading } = await inWindow(ctx, query, async (requested, kept) => {
    const span = spanOf(requested, kept, "whole hours");
    return { requested, span, reading: await readBreakdown(ctx.db, filter, span) };
  });
  const { keys, endpoints, models, units } = reading;
  const tokens = (row: Tokens) => (filter.endpoint === null ? tokenFigures(row) : NO_TOKENS);
  return {
    range: query.range,
    ...windowView(span, requested),
    keys: keys.sort(byKeyExpense).map((row) => ({
      key_id: row.publicId,
      name: row.name,
      status: row.status,
      ...share(row),
      ...tokens(row),
      ...unitsWhere(units, ({ publicId }) => publicId === row.publicId),
    })),
    endpoints:
      endpoints?.sort(byEndpointExpense).map((row) => ({
        endpoint: row.endpoint,
        ...share(row),
        ...unitsWhere(units, ({ endpoint }) => endpoint === row.endpoint),
      })) ?? null,
    models:
      models?.sort(byModelExpense).map((row) => ({
        model: row.model,
        ...share(row),
        ...tokenFigures(row),
        ...unitsWhere(units, ({ model }) => model === row.model),
      })) ?? null,
    exact_from: isExactSpan(span, requested) ? null : isoTime(Math.min(reading.kept.rowsFrom, span.until)),
  };
}

/** By kind, in the order of kinds. */
function unitsWhere(shares: readonly UnitShare[], belongs: (share: UnitShare) => boolean) {
  const own = shares.filter(belongs);
  const units = UNIT_KINDS.map((unit) => ({
    unit,
    quantity: own.reduce((sum, one) => sum + (one.unit === unit ? one.quantity : 0), 0),
  })).filter(({ quantity }) => quantity > 0);
  return units.length > 0 && { units };
}

function share(row: Pick<Sums, "requests" | "errors" | "responseTime" | "cost">) {
  return {
    requests: row.requests,
    errors: row.errors,
    avg_response_time: meanTime(row),
    cost: dollarsFromMicros(row.cost),
  };
}
