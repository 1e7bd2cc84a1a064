import type { OverviewResponse } from "#core/contract/operator-overview.ts";
import { isCronLate } from "#core/domain/cron.ts";
import { dollarsFromMicros, dollarsOrNull, MICROS_PER_CENT } from "#core/domain/money.ts";
import { STUCK_MS } from "#core/domain/operator.ts";
import {
  bucketTotals,
  changeBetween,
  type ModelFigures,
  type OverviewMargin,
  type OverviewWindow,
  overviewWindow,
  periodFigures,
  periodsOf,
  type UsageTotals,
} from "#core/domain/operator-overview.ts";
import type { StoredPriceList } from "#core/domain/price-timeline.ts";
import type { Range } from "#core/domain/ranges.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { publishedAt } from "#core/services/prices/read-prices.ts";
import { costsOf, readCostSample } from "#core/services/prices/sample-costs.ts";
import type { Database } from "#core/storage/database.ts";
import { readCronSteps } from "#core/storage/health.ts";
import { readOverviewUsage } from "#core/storage/operator-overview.ts";
import { readPaymentSums } from "#core/storage/operator-payments.ts";
import { readStuck } from "#core/storage/operator-stuck.ts";
import { readStoredPriceLists } from "#core/storage/price-lists.ts";
import { together } from "#core/storage/read.ts";
import { findUsageSince, type UsageRange } from "#core/storage/usage-sample.ts";

/**
 * Revenue, spend, margin and active accounts of all accounts together, usage by time and by model, and what is stuck.
 * The range is 24 UTC hours, or 7 or 30 UTC days, of which the present one is the last; changes compare without it.
 * Revenue is top-ups less refunds; spend is what usage cost customers, by balance and by plan. The provider's cost is
 * that of the price list in force now. What isn't rolled up yet is left out: the cron does that every minute. The work
 * follows accounts, buckets and models; of the requests, at most a few thousand are read.
 * @throws DomainError `database_unavailable`
 */
export async function getOverview(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  range: Range,
): Promise<OverviewResponse> {
  const now = clock.now();
  const window = overviewWindow(range, now);
  const periods = periodsOf(window);
  const { first, count, bucketMs } = window;
  const [reading, stuck, steps, revenue, lists, recent, earlier] = await together(db, [
    readOverviewUsage(db, window),
    readStuck(db, now),
    readCronSteps(db),
    readRevenue(db, window, now),
    readStoredPriceLists(db),
    findUsageSince(db, first * bucketMs),
    findUsageSince(db, (first - count) * bucketMs),
  ]);
  const costs = await readCosts(db, { lists, recent, earlier, now });
  const [whole, complete, previous] = [
    periodFigures(reading, periods.whole, costs.current),
    periodFigures(reading, periods.complete, costs.current),
    periodFigures(reading, periods.previous, costs.previous),
  ];
  const { active, accounts } = reading;
  const ranAt = steps[0]?.startedAt ?? null;
  return {
    from: isoTime(window.first * window.bucketMs),
    as_of: isoTime(Math.min(stuck.usage.since ?? now, now)),
    unit: window.unit,
    revenue,
    spend: {
      amount: dollarsFromMicros(whole.totals.spend),
      by_plans: dollarsFromMicros(whole.totals.plan),
      change: changeBetween(previous.totals.spend, complete.totals.spend),
    },
    margin: { ...marginItem(whole.margin), ...comparedMargins(whole.margin, previous.margin) },
    accounts: {
      active: active.whole,
      total: accounts.total,
      created: accounts.created,
      change: changeBetween(active.previous, active.complete),
    },
    ...countsOf(whole.totals),
    series: bucketTotals(reading, periods.whole).map(({ bucket, ...totals }) => ({
      start: isoTime(bucket * window.bucketMs),
      ...usageItem(totals),
    })),
    models: whole.models.map(modelItem),
    costs: { price_list: costs.list, every: costs.current.every },
    cron: { ran_at: isoTimeOrNull(ranAt), late: isCronLate(ranAt, now) },
    stuck: stuckItem(stuck, now),
  };
}

/** What requests of the window and of the one before it cost at the provider. */
async function readCosts(
  db: Database,
  {
    lists,
    recent,
    earlier,
    now,
  }: {
    lists: readonly StoredPriceList[];
    recent: UsageRange | null;
    /** Since the beginning of the window before. */
    earlier: UsageRange | null;
    now: number;
  },
) {
  const last = recent === null ? earlier?.last : recent.first - 1;
  const before =
    earlier === null || last === undefined || last < earlier.first ? null : { first: earlier.first, last };
  const [list, current, previous] = await together(db, [
    publishedAt(db, lists, now),
    readCostSample(db, recent),
    readCostSample(db, before),
  ]);
  const entries = list?.models ?? [];
  return {
    list: list?.id ?? null,
    current: costsOf(current, entries),
    previous: costsOf(previous, entries),
  };
}

function readRevenue(db: Database, { first, present, count, bucketMs }: OverviewWindow, now: number) {
  const between = (from: number, until: number) => readPaymentSums(db, { from, until });
  return together(db, [
    between(first * bucketMs, now + 1),
    between(first * bucketMs, present * bucketMs),
    between((first - count) * bucketMs, (present - count) * bucketMs),
  ]).map(([whole, complete, previous]) => ({
    amount: dollarsFromMicros(revenueMicros(whole)),
    payments: whole.topUps,
    refunds: whole.refunds,
    change: changeBetween(revenueMicros(previous), revenueMicros(complete)),
  }));
}

const revenueMicros = ({ topUpMinor, refundMicros }: { topUpMinor: number; refundMicros: number }) =>
  topUpMinor * MICROS_PER_CENT - refundMicros;

const countsOf = ({ requests, errors, responseTime }: UsageTotals) => ({
  requests,
  errors,
  average_response_time: requests === 0 ? null : responseTime / requests,
});
const usageItem = (totals: UsageTotals) => ({ ...countsOf(totals), spend: dollarsFromMicros(totals.spend) });

const marginItem = ({ cost, margin, percent }: OverviewMargin) => ({
  provider_cost: dollarsOrNull(cost),
  margin: dollarsOrNull(margin),
  margin_percent: percent,
});

const comparedMargins = ({ percent, knownShare }: OverviewMargin, before: OverviewMargin) => ({
  known_share: knownShare,
  change_points: percent === null || before.percent === null ? null : percent - before.percent,
});

function modelItem({ model, cost, ...totals }: ModelFigures): OverviewResponse["models"][number] {
  const margin = cost === null ? null : totals.spend - cost;
  const percent = margin === null || totals.spend === 0 ? null : (100 * margin) / totals.spend;
  return { model, ...usageItem(totals), ...marginItem({ cost, margin, percent, knownShare: null }) };
}

function stuckItem(found: Awaited<ReturnType<typeof readStuck>>, now: number): OverviewResponse["stuck"] {
  const { uncredited, usage, recent } = found;
  const item = ({ count, since }: typeof usage) => ({ count, oldest_at: isoTimeOrNull(since) });
  return {
    checked_at: isoTime(now),
    uncredited: { count: uncredited.count, amount: dollarsFromMicros(uncredited.micros) },
    events: item(found.events),
    notices: found.notices,
    emails: item(found.emails),
    orders: item(found.orders),
    usage: { ...item(usage), late: usage.since !== null && now - usage.since > STUCK_MS },
    recent: {
      requests: recent.requests,
      partial: recent.partial,
      orphaned: recent.orphaned,
      above_hold: recent.aboveHold,
    },
  };
}
