import { expect, it } from "vitest";
import { type StackedMetric, stacksFor } from "#app/features/analytics/stack-choice.ts";
import { stackCsv } from "#app/features/analytics/stack-csv.ts";
import { stackedView } from "#app/features/analytics/stack-view.ts";
import type { StackedResponse } from "#core/contract/stacked.ts";
import { analytics } from "#tests/components/support/account.ts";

const values = (requests: number[], errors: number[], cost: number[]) => ({
  requests,
  errors,
  cost,
  imported_cost: cost.map(() => 0),
});
const model = (name: string | null, requests: number[], errors = [0, 0]) => ({
  id: name,
  name,
  status: null,
  ...values(requests, errors, [0.1, 0.2]),
});

/** `rare` is the largest by errors alone. */
const stacked: StackedResponse = {
  range: "7d",
  from: analytics.from,
  to: analytics.to,
  as_of: analytics.as_of,
  by: "model",
  dates: ["2026-11-20", "2026-11-21"],
  series: [
    model("large", [50, 10]),
    model("small", [40, 1]),
    model("reason", [30, 1]),
    model(null, [20, 0]),
    model("embed", [0, 10]),
    model("rare", [0, 1], [0, 1]),
  ],
  other: { count: 3, ...values([2, 4], [0, 0], [0, 0.03]) },
  exact_from: null,
};
const viewOf = (metric: StackedMetric, response = stacked, only: string | null = null) =>
  stackedView(response, { data: analytics, metric, labels: new Map(), only });
const shown = (metric: StackedMetric, response = stacked) =>
  viewOf(metric, response).stack.series.map(({ name, total, layer }) => [name, total, layer.color]);

it("the five largest of a metric have a color by rank, and all others are one series", () => {
  expect(shown("requests")).toEqual([
    ["large", 60, "var(--series-1)"],
    ["small", 41, "var(--series-2)"],
    ["reason", 31, "var(--series-3)"],
    ["No model", 20, "var(--series-4)"],
    ["embed", 10, "var(--series-5)"],
    ["Other (4 models)", 7, "var(--series-other)"],
  ]);
  expect(shown("errors")).toEqual([["rare", 1, "var(--series-1)"]]);
});

it("series add up to the figures, to the micro-dollar, and shares to 100 %", () => {
  const { stack, data: figures } = viewOf("spend");
  expect(figures).toMatchObject({ total_requests: 169, cost: 1.83, imported_cost: 0 });
  expect(figures.series.map(({ date, cost }) => [date, cost])).toEqual([
    ["2026-11-20", 0.6],
    ["2026-11-21", 1.23],
  ]);
  expect(stack.add(stack.series.map(({ total }) => total))).toBe(figures.cost);
  expect(stack.series.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 9);
});

it("spend is without what imported requests cost", () => {
  const imported = stacked.series.map((one) => ({ ...one, imported_cost: [0.1, 0.1] }));
  expect(shown("spend", { ...stacked, series: imported, other: null })[0]).toEqual([
    "large",
    0.1,
    "var(--series-1)",
  ]);
});

it("one of them alone keeps its color, and what isn't among them leaves all", () => {
  const { alone, drawn } = viewOf("requests", stacked, "reason");
  expect(alone?.total).toBe(31);
  expect(drawn.layers).toEqual([{ color: "var(--series-3)" }]);
  expect(viewOf("requests", stacked, "rare").drawn.series).toHaveLength(6);
});

it("the file has a column per series, whose name can't be a formula", () => {
  const formula = { ...stacked, series: [model("=1+1", [3, 4])], other: null };
  expect(stackCsv(viewOf("requests", formula).stack, stacked.dates)).toBe(
    "date,'=1+1,total\r\n2026-11-20,3,3\r\n2026-11-21,4,4\r\n",
  );
  expect(stackCsv(viewOf("spend").stack, stacked.dates)).toContain(
    "\r\n2026-11-21,0.2,0.2,0.2,0.2,0.2,0.23,1.23\r\n",
  );
});

it("offers only stacks that say something", () => {
  expect(stacksFor({})).toEqual(["keys", "models"]);
  expect(stacksFor({ keyId: "key_1" })).toEqual(["models"]);
  expect(stacksFor({ endpoint: "/v1/models" })).toEqual(["keys"]);
  expect(stacksFor({ keyId: "key_1", model: "large" })).toEqual([]);
});
