import { addressOf } from "#app/lib/address.ts";
import { totalCost, totalRequests } from "#app/lib/analytics/breakdown-view.ts";
import { inRange, type RangeWindow, windowOfMonth } from "#app/lib/analytics/range-text.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { formatCount, formatNumber, formatSum, plural } from "#app/lib/format.ts";
import { statusName } from "#app/lib/http-status.ts";
import { FILTER_PARAMETERS, STATUS_PARAMETER, type UsageFilter } from "#app/lib/usage-params.ts";
import type { BreakdownResponse } from "#core/contract/analytics.ts";
import { isRolling, RANGE_MS } from "#core/domain/ranges.ts";
import { MODELS_MOST, modelNames } from "#core/domain/usage.ts";

export type Choice = { value: string; label: string };

/** `cost` in dollars. */
export type LogTotals = { requests: number; errors: number; cost: number };

/** Codes that the gateway and the upstream provider commonly return. */
const CODES = ["200", "400", "401", "402", "403", "404", "429", "500", "502", "503", "504"];

export const STATUS_CHOICES: readonly Choice[] = [
  { value: "success", label: "Success" },
  { value: "error", label: "Errors" },
  ...CODES.map((value) => ({ value, label: statusName(value) })),
];

/** Adds the chosen value if it is missing, as it may be for an old link. */
export function withChosen(choices: readonly Choice[], chosen: string | undefined, label = chosen ?? "") {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label }];
}

/** Unlike the figures, the log can be filtered by endpoint and model together, and by several models. */
export const logAddress = addressOf({
  ...FILTER_PARAMETERS,
  ...STATUS_PARAMETER,
  model: {
    ...FILTER_PARAMETERS.model,
    parse: (text: string | null) => modelList(modelNames(text ?? "").slice(0, MODELS_MOST)),
  },
});

/** The filter's `model`; null for all models. */
export const modelList = (names: readonly string[]) => names.join(" ") || null;

/** `requests` is null for a model that none of the window has. */
export type ModelChoice = { model: string; requests: number | null };

export interface ModelFilterProps {
  /** Empty for all models. */
  chosen: readonly string[];
  choices: readonly ModelChoice[];
  onChoose: (models: readonly string[]) => void;
}

/** The models of a window, the most used first, and all chosen ones. */
export function modelChoices(
  response: BreakdownResponse | undefined,
  chosen: readonly string[],
): ModelChoice[] {
  const used = (response?.models ?? [])
    .flatMap(({ model, requests }) => (model ? [{ model, requests }] : []))
    .sort((a, b) => b.requests - a.requests);
  const others = chosen.filter((name) => !used.some(({ model }) => model === name));
  return [...used, ...others.map((model) => ({ model, requests: null }))];
}

/** Null for an endpoint and a model together, whose requests aren't counted. */
export function totalsOf(response: BreakdownResponse, { endpoint, model }: UsageFilter): LogTotals | null {
  if (endpoint !== undefined && model !== undefined) return null;
  const { endpoints, models } = response;
  const rows =
    model === undefined
      ? endpoints?.filter((row) => endpoint === undefined || row.endpoint === endpoint)
      : models?.filter((row) => row.model !== null && modelNames(model).includes(row.model));
  return rows ? sumOf(rows) : null;
}

function sumOf(rows: readonly LogTotals[]): LogTotals {
  return {
    requests: totalRequests(rows),
    errors: rows.reduce((sum, { errors }) => sum + errors, 0),
    cost: totalCost(rows),
  };
}

/** Number of requests with a status; null for a single code, which has no totals. */
export function countOf({ requests, errors }: LogTotals, status: string | undefined): number | null {
  if (status === undefined) return requests;
  if (status === "success") return requests - errors;
  return status === "error" ? errors : null;
}

/** The number of refused requests; null to leave it out. */
export type RefusedCount = number | "unknown" | null;

export function totalsCaption(
  totals: LogTotals | null,
  status: string | undefined,
  window: RangeWindow,
  refused: RefusedCount = null,
): string {
  const phrase = inRange(window);
  if (totals === null) return `Matching requests ${phrase}`;
  const count = countOf(totals, status);
  if (count === null) return `Requests with status ${status} ${phrase}`;
  const noun = plural(count, "request");
  if (status === "success") return `successful ${noun} ${phrase}`;
  if (status === "error") return `failed ${noun} ${phrase}`;
  const errors = formatCount(totals.errors, "error");
  return [`${noun} ${phrase}`, errors, ...refusedPhrase(refused), formatSum(totals.cost)].join(" · ");
}

function refusedPhrase(refused: RefusedCount): string[] {
  if (refused === "unknown") return ["refused requests unavailable"];
  return refused ? [`${formatNumber(refused)} refused`] : [];
}

/** The window by this machine's clock, for when the server's is unknown; `at` in epoch milliseconds. */
export function windowBefore(at: number, chosen: ChosenRange, zone: string): { from: string; to: string } {
  if (chosen.range === "custom") return { from: chosen.from, to: chosen.to };
  const from = isRolling(chosen.range) ? at - RANGE_MS[chosen.range] : windowOfMonth(chosen.range, zone).from;
  const to = isRolling(chosen.range) ? at : Math.min(windowOfMonth(chosen.range, zone).to, at);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Of `total` requests, if known; `complete` once the last page has loaded. */
type ListProgress = { total: number | null; complete: boolean };

export function shownText(count: number, { total, complete }: ListProgress): string {
  if (count === 0) return "No requests";
  const all = complete && count > 1 ? "all " : "";
  const of = !complete && total !== null && total > count ? ` of ${formatNumber(total)}` : "";
  return `Showing ${all}${formatNumber(count)}${of} ${plural(count, "request")}, newest first`;
}
