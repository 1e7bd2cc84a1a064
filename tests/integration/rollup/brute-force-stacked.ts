import { expect } from "vitest";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { StackedResponse } from "#core/contract/stacked.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import {
  costOf,
  importedOf,
  intervalOf,
  intervalOfDate,
  isError,
  type Question,
  sum,
  windowRows,
} from "./brute-force.ts";
import type { UsageAccount } from "./usage-account.ts";

const SHOWN = 5;

interface Beside {
  /** Of the same instant. */
  response: AnalyticsResponse;
  usage: { keys: UsageAccount["keys"]; rows: readonly UsageRow[] };
  question: Question;
}

/** Each series is exactly what a scan gives, they are the largest, and at each date they add up to the figures. */
export function expectStackedEqualToScan(
  stacked: StackedResponse,
  { response, usage, question }: Beside,
): void {
  const { keys, rows } = usage;
  const { dates, series, other, by } = stacked;
  const { range, from, to, as_of, exact_from } = response;
  expect(stacked).toMatchObject({ range, from, to, as_of, exact_from });
  expect(dates).toEqual(response.series.map(({ date }) => date));

  const keyOf = ({ keyId }: UsageRow) => keys.find(({ id }) => id === keyId)?.publicId ?? null;
  const idOf = by === "key" ? keyOf : ({ model }: UsageRow) => model || null;
  const groups = Map.groupBy(windowRows(rows, question).current, idOf);
  const intervals = dates.map(intervalOfDate(question));
  const whole = question.endpoint === null && (question.model ?? null) === null;
  const valuesOf = (of: readonly UsageRow[]) => {
    const byInterval = Map.groupBy(of, ({ timestamp }) => intervalOf(question)(timestamp));
    const each = (figure: (rows: readonly UsageRow[]) => number) =>
      intervals.map((interval) => figure(byInterval.get(interval) ?? []));
    return {
      requests: each((rows) => rows.length),
      errors: each((rows) => rows.filter(isError).length),
      cost: each(costOf),
      imported_cost: whole ? each(importedOf) : null,
    };
  };
  for (const { id, name, status, ...values } of series) {
    const named = by === "key" ? { name: id && "key", status: id && "active" } : { name: id, status: null };
    expect({ name, status }).toEqual(named);
    expect(values, `series of ${id}`).toEqual(valuesOf(groups.get(id) ?? []));
  }
  const shown = new Set(series.map(({ id }) => id));
  expect(shown.size, "each series once").toBe(series.length);
  const hidden = [...groups].filter(([id]) => !shown.has(id));
  const others = hidden.flatMap(([, of]) => of);
  expect(other).toEqual(hidden.length === 0 ? null : { count: hidden.length, ...valuesOf(others) });
  expectLargest(groups, { shown, whole });
  expectSameSums(stacked, response);
}

const micros = (dollars: number) => Math.round(dollars * 1e6);
const sizesOf = (rows: readonly UsageRow[], whole: boolean) => [
  rows.length,
  rows.filter(isError).length,
  micros(costOf(rows) - (whole ? importedOf(rows) : 0)),
];

/** Nothing among the others is larger than what is shown, and everything shown is large by some figure. */
function expectLargest(
  groups: ReadonlyMap<string | null, UsageRow[]>,
  { shown, whole }: { shown: ReadonlySet<string | null>; whole: boolean },
) {
  const sizes = new Map([...groups].map(([id, rows]) => [id, sizesOf(rows, whole)]));
  const least = [0, 1, 2].map((figure) => {
    const sorted = [...sizes.values()].map((of) => of[figure] ?? 0).sort((a, b) => b - a);
    return Math.max(sorted[SHOWN - 1] ?? 0, 1);
  });
  for (const [id, of] of sizes) {
    if (shown.has(id)) expect(of.some((size, figure) => size >= (least[figure] ?? 0))).toBe(true);
    else for (const [figure, size] of of.entries()) expect(size).toBeLessThanOrEqual(least[figure] ?? 0);
  }
}

function expectSameSums({ series, other, dates }: StackedResponse, response: AnalyticsResponse) {
  const all = [...series, ...(other ? [other] : [])];
  for (const [at, date] of dates.entries()) {
    const point = response.series[at];
    const got = {
      requests: sum(all, ({ requests }) => requests[at] ?? 0),
      errors: sum(all, ({ errors }) => errors[at] ?? 0),
      cost: micros(sum(all, ({ cost }) => cost[at] ?? 0)),
      imported: micros(sum(all, ({ imported_cost }) => imported_cost?.[at] ?? 0)),
    };
    expect(got, date).toEqual({
      requests: point?.requests,
      errors: point?.errors,
      cost: micros(point?.cost ?? 0),
      imported: micros(point?.imported_cost ?? 0),
    });
  }
}
