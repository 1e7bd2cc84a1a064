import { firingText, rangeParameter } from "#app/features/operator/texts.ts";
import { addressOf } from "#app/lib/address.ts";
import type { Bucket } from "#app/lib/analytics/buckets.ts";
import type { Trend } from "#app/lib/analytics/stat-view.ts";
import { formatNumber, formatPercent, formatTime } from "#app/lib/format.ts";
import { dayOf, wallClock } from "#app/lib/local-time.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { formatDay, formatWeekday, recentDays } from "#app/lib/wall-clock.ts";
import type { FiringAlert } from "#core/contract/operator-alerts.ts";
import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import { ageText } from "#core/domain/alert-findings.ts";
import { csvRecord } from "#core/domain/csv.ts";
import { HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";

export const overviewAddress = addressOf({ range: rangeParameter });

const LARGEST = 999.9;

/** Of a change in percent, or in percentage points. */
export function trendOf(change: number | null, unit: "%" | " pt" = "%"): Trend | null {
  if (change === null) return null;
  const size = Math.abs(change);
  const text = size > LARGEST ? `>${Math.floor(LARGEST)}${unit}` : `${size.toFixed(1)}${unit}`;
  if (text === `0.0${unit}`) return { direction: "flat", text };
  return { direction: change > 0 ? "up" : "down", text };
}

/** A true minus, as in amounts: `−3.1%` */
export const signedPercent = (percent: number | null) =>
  percent !== null && percent < 0 ? `−${formatPercent(-percent, 1)}` : formatPercent(percent, 1);

/** In percent; null without requests. */
export const errorRateOf = ({ requests, errors }: Pick<OverviewResponse, "requests" | "errors">) =>
  requests === 0 ? null : (100 * errors) / requests;

/** Hours in the reader's zone; days are those of UTC. */
export function overviewBuckets({ series, unit }: OverviewResponse, zone = readerZone()): Bucket[] {
  const bucketOf = unit === "hour" ? hourBucket : dayBucket;
  return series.map((point, at) => ({
    ...bucketOf(point.start, zone),
    requests: point.requests,
    errors: point.errors,
    cost: point.spend,
    imported: 0,
    time: point.average_response_time,
    errorRate: errorRateOf(point),
    tokens: null,
    partial: at === series.length - 1,
  }));
}

function hourBucket(start: string, zone: string) {
  const at = Date.parse(start);
  const { today, yesterday } = recentDays(Date.now(), zone);
  const day = dayOf(wallClock(at, zone));
  const name = day === today ? "Today" : day === yesterday ? "Yesterday" : formatWeekday(day);
  const tick = formatTime(at, zone);
  return { key: start, tick, label: `${name}, ${tick} – ${formatTime(at + HOUR_MS, zone)}` };
}

function dayBucket(start: string) {
  const day = start.slice(0, 10);
  return { key: start, tick: formatDay(day), label: formatWeekday(day) };
}

/** `Costs from price list 14`, and how they were found. */
export function costsText({ price_list, every }: OverviewResponse["costs"]): string {
  if (price_list === null) return "No price list is in force";
  const how = every === 1 ? "" : `, estimated from 1 in ${formatNumber(every)} requests`;
  return `Costs from price list ${price_list}${how}`;
}

const ALMOST_ALL = 99.95;

/** What the margin leaves out; null if nothing. */
export function knownShareText({ margin, known_share }: OverviewResponse["margin"]): string | null {
  if (margin === null) return "Provider cost isn’t known";
  if (known_share === null || known_share >= ALMOST_ALL) return null;
  return `Cost known for ${known_share < ALMOST_ALL - 0.9 ? Math.round(known_share) : 99}% of spend`;
}

/** `Cron ran 3 min ago`, when the figures were read. */
export function cronText({ ran_at }: OverviewResponse["cron"], readAt: string): string {
  if (ran_at === null) return "The cron has never run";
  const age = Date.parse(readAt) - Date.parse(ran_at);
  return `Cron ran ${age < MINUTE_MS ? "just now" : `${ageText(age)} ago`}`;
}

const CSV_COLUMNS = [
  "model",
  "requests",
  "errors",
  "average_response_time_ms",
  "spend_usd",
  "provider_cost_usd",
  "margin_usd",
  "margin_percent",
];

const rounded = (figure: number | null, digits: number) =>
  figure === null ? null : Number(figure.toFixed(digits));

/** One line per model, the one without a name for requests without a model. What isn't known stays empty. */
export function modelsCsv(models: OverviewResponse["models"]): string {
  const lines = models.map((model) => [
    model.model,
    model.requests,
    model.errors,
    rounded(model.average_response_time, 0),
    model.spend,
    model.provider_cost,
    model.margin,
    rounded(model.margin_percent, 2),
  ]);
  return [CSV_COLUMNS, ...lines].map(csvRecord).join("");
}

/** `2 alerts firing, 1 acknowledged` */
export function allFiringText(firing: readonly FiringAlert[]): string {
  const acknowledged = firing.filter(({ acknowledged_at }) => acknowledged_at !== null).length;
  const text = firingText(firing.length);
  return acknowledged === 0 ? text : `${text}, ${formatNumber(acknowledged)} acknowledged`;
}
