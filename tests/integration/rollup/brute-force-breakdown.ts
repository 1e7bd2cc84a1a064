import { expect } from "vitest";
import type { AnalyticsResponse, BreakdownResponse } from "#core/contract/analytics.ts";
import { HOUR_MS, isoTime } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import {
  countedWindow,
  isError,
  mean,
  type Question,
  shownTo,
  sum,
  tokensOf,
  windowRows,
} from "./brute-force.ts";
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
  // Lists have whole hours only.
  const { current, from, until } = windowRows(rows, question, countedWindow(question, HOUR_MS));
  const { endpoint, model = null } = question;
  const { exact_from: _, ...exact } = response;
  const keyOf = ({ keyId }: UsageRow) => keys.find(({ id }) => id === keyId)?.publicId ?? null;
  expect(exact).toEqual({
    range: question.range,
    from: isoTime(from),
    to: shownTo(until, question),
    keys: [...Map.groupBy(current, keyOf)]
      .map(([key_id, of]) => ({
        key_id,
        name: key_id && "key",
        status: key_id && "active",
        ...figures(of),
        ...(endpoint === null ? tokensOf(of) : NO_TOKENS),
      }))
      .sort((a, b) => byExpense(a, b) || (a.key_id === null || String(a.key_id) > String(b.key_id) ? 1 : -1)),
    endpoints: model === null ? endpoints(current) : null,
    models: endpoint === null ? models(current) : null,
  });
}

const UNITS = ["image", "second", "character", "search_unit"];

/** By kind, from the price lines of every row; nothing where there are none. */
function unitsIn(rows: readonly UsageRow[]) {
  const lines = rows.flatMap(
    ({ priceLines }) =>
      (JSON.parse(priceLines ?? '{"lines":[]}') as { lines: { dimension: string; quantity: number }[] })
        .lines,
  );
  const units = UNITS.map((unit) => ({
    unit,
    quantity: sum(
      lines.filter(({ dimension }) => dimension.split(":")[0] === unit),
      ({ quantity }) => quantity,
    ),
  })).filter(({ quantity }) => quantity > 0);
  return units.length > 0 && { units };
}

const NO_TOKENS = { tokens_in: null, tokens_cached: null, tokens_out: null };

const endpoints = (rows: readonly UsageRow[]) =>
  [...Map.groupBy(rows, (row) => row.endpoint)]
    .map(([endpoint, of]) => ({ endpoint, ...figures(of) }))
    .sort((a, b) => byExpense(a, b) || (a.endpoint < b.endpoint ? -1 : 1));

function models(rows: readonly UsageRow[]) {
  const last = (model: string | null) => model ?? "\uffff";
  return [...Map.groupBy(rows, ({ model }) => model || null)]
    .map(([model, of]) => ({ model, ...figures(of), ...tokensOf(of) }))
    .sort((a, b) => byExpense(a, b) || (last(a.model) > last(b.model) ? 1 : -1));
}

/** Both lists together are the figures of `/api/figures`. */
export function expectSameSums(breakdown: BreakdownResponse, analytics: AnalyticsResponse): void {
  const errors = sum(analytics.series, (point) => point.errors);
  const lists: Share[][] = [
    breakdown.keys,
    ...(breakdown.endpoints ? [breakdown.endpoints] : []),
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
  ...unitsIn(of),
});

type Share = Omit<ReturnType<typeof figures>, "units">;
const byExpense = (a: Share, b: Share) => b.cost - a.cost || b.requests - a.requests;
