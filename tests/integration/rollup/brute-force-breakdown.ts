import { expect } from "vitest";
import type { AnalyticsResponse, BreakdownResponse } from "#core/contract/analytics.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { isError, mean, type Question, sum, tokensOf, windowRows } from "./brute-force.ts";
import type { UsageAccount } from "./usage-account.ts";

/**
 * The breakdown is exactly what a scan of `rows` (of one account) gives, and adds up to the figures beside
 * it.
 */
export function expectBreakdownEqualToScan(
  response: BreakdownResponse,
  { keys, rows }: { keys: UsageAccount["keys"]; rows: readonly UsageRow[] },
  question: Question,
): void {
  const { current, from } = windowRows(rows, question);
  const keyOf = ({ keyId }: UsageRow) => keys.find(({ id }) => id === keyId)?.publicId ?? null;
  expect(response).toEqual({
    range: question.range,
    from: new Date(from).toISOString(),
    to: new Date(question.now).toISOString(),
    keys: [...Map.groupBy(current, keyOf)]
      .map(([key_id, of]) => ({
        key_id,
        name: key_id && "key",
        status: key_id && "active",
        ...figures(of),
      }))
      .sort((a, b) => byExpense(a, b) || (a.key_id === null || String(a.key_id) > String(b.key_id) ? 1 : -1)),
    endpoints: [...Map.groupBy(current, (row) => row.endpoint)]
      .map(([endpoint, of]) => ({ endpoint, ...figures(of) }))
      .sort((a, b) => byExpense(a, b) || (a.endpoint < b.endpoint ? -1 : 1)),
    models: question.endpoint === null ? models(current) : null,
    complete_from: null,
  });
}

function models(rows: readonly UsageRow[]) {
  const last = (model: string | null) => model ?? "\uffff";
  return [...Map.groupBy(rows, ({ model }) => model || null)]
    .map(([model, of]) => ({ model, ...figures(of), ...tokensOf(of) }))
    .sort((a, b) => byExpense(a, b) || (last(a.model) > last(b.model) ? 1 : -1));
}

/** Both lists together are the figures of `/api/analytics`. */
export function expectSameSums(breakdown: BreakdownResponse, analytics: AnalyticsResponse): void {
  const errors = sum(analytics.series, (point) => point.errors);
  const lists: Share[][] = [
    breakdown.keys,
    breakdown.endpoints,
    ...(breakdown.models ? [breakdown.models] : []),
  ];
  for (const list of lists) {
    expect(sum(list, ({ requests }) => requests)).toBe(analytics.total_requests);
    expect(sum(list, (share) => share.errors)).toBe(errors);
    expect(sum(list, ({ cost }) => Math.round(cost * 1e6))).toBe(Math.round(analytics.cost * 1e6));
    const time = sum(list, ({ requests, avg_response_time }) => requests * avg_response_time);
    expect(time).toBeCloseTo(analytics.total_requests * analytics.average_response_time, 3);
  }
}

const figures = (of: readonly UsageRow[]) => ({
  requests: of.length,
  errors: of.filter(isError).length,
  avg_response_time: mean(of),
  cost: sum(of, (row) => row.costMicros) / 1_000_000,
});

type Share = ReturnType<typeof figures>;
const byExpense = (a: Share, b: Share) => b.cost - a.cost || b.requests - a.requests;
