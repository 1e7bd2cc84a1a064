import type { StackedQuery, StackedResponse } from "#core/contract/stacked.ts";
import { byKeyExpense } from "#core/domain/analytics-figures.ts";
import { analyticsWindow } from "#core/domain/analytics-window.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { inWindow } from "#core/services/usage/in-window.ts";
import { figuresFilter } from "#core/services/usage/usage-filter.ts";
import { readStacked, type StackedSums } from "#core/storage/stacked.ts";
import { windowView } from "./get-analytics.ts";

/**
 * The series of `getAnalytics` by key or by model, in dollars: the five largest of each figure, and all others together.
 * At each point they add up to the figures of that moment.
 */
export async function getStacked(ctx: AccountContext, query: StackedQuery): Promise<StackedResponse> {
  const { by } = query;
  const filter = await figuresFilter(ctx, query);
  const whole = filter.endpoint === null && filter.model === null;
  const { requested, window, reading } = await inWindow(ctx, query, async (requested, kept) => {
    const window = analyticsWindow(requested, { halves: whole ? "halves" : "whole hours", kept });
    return { requested, window, reading: await readStacked(ctx.db, filter, { by, window }) };
  });
  const { series, others } = reading;
  const values = (sums: readonly StackedSums[]) => valuesOf(sums, window.points.length, whole);
  return {
    range: query.range,
    ...windowView(window.current, requested),
    as_of: isoTime(requested.now),
    by,
    dates: window.points.map(({ date }) => date),
    series: series
      .map(({ sums, ...named }) => ({ ...named, sums, publicId: named.id, ...totalOf(sums) }))
      .sort(byKeyExpense)
      .map(({ id, name, status, sums }) => ({ id, name, status, ...values(sums) })),
    other: others.count === 0 ? null : { count: others.count, ...values(others.sums) },
    exact_from: isoTimeOrNull(window.exactFrom),
  };
}

const totalOf = (sums: readonly StackedSums[]) => ({
  requests: sums.reduce((total, one) => total + one.requests, 0),
  cost: sums.reduce((total, one) => total + one.cost, 0),
});

/** One number for each of `length` points. */
function valuesOf(sums: readonly StackedSums[], length: number, whole: boolean) {
  const byPoint = new Map(sums.map((one) => [one.point, one]));
  const each = (of: (one: StackedSums) => number) =>
    Array.from({ length }, (_, point) => {
      const one = byPoint.get(point);
      return one ? of(one) : 0;
    });
  return {
    requests: each(({ requests }) => requests),
    errors: each(({ errors }) => errors),
    cost: each(({ cost }) => dollarsFromMicros(cost)),
    imported_cost: whole ? each(({ cost, billed }) => dollarsFromMicros(cost - billed)) : null,
  };
}
