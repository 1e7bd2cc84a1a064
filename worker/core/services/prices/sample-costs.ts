import { type PriceEntry, providerCostsOf } from "#core/contract/price-list.ts";
import { costOf, type ModelPrice } from "#core/domain/gateway/price-list.ts";
import type { CostSample } from "#core/domain/operator-overview.ts";
import { billOf } from "#core/services/usage/usage-item.ts";
import type { Database } from "#core/storage/database.ts";
import { noRead, type Read } from "#core/storage/read.ts";
import { readUsageSample, type SampledUsage, type UsageRange } from "#core/storage/usage-sample.ts";

/** A busier period is repriced by a sample of about this many requests, which one read holds. */
const SAMPLE_ROWS = 4_000;

interface UsageSample {
  /** Each row stands for so many. */
  every: number;
  rows: readonly SampledUsage[];
}

/** At most about `most` requests of `range`, evenly spread. */
export function readCostSample(
  db: Database,
  range: UsageRange | null,
  most = SAMPLE_ROWS,
): Read<UsageSample> {
  if (range === null) return noRead(db).map(() => ({ every: 1, rows: [] }));
  const every = Math.ceil((range.last - range.first + 1) / most);
  return readUsageSample(db, range, every).map((rows) => ({ every, rows }));
}

type ModelSums = { charged: number; plan: number; cost: number | null };

/**
 * What the provider charges for the requests of a sample, by the figures of `entries`, whenever the requests were made. A
 * model's cost is null without figures, and as soon as one bill can't be priced by them: a part of the cost would make the
 * margin too large.
 */
export function costsOf({ every, rows }: UsageSample, entries: readonly PriceEntry[]): CostSample {
  const costs = providerCostsOf(entries);
  const models = new Map<string, ModelSums>();
  for (const row of rows) {
    const sums = models.get(row.model) ?? { charged: 0, plan: 0, cost: 0 };
    const figures = costs.get(row.model);
    const cost = figures === undefined ? null : repriced(figures, row);
    models.set(row.model, {
      charged: sums.charged + row.chargedMicros,
      plan: sums.plan + row.planMicros,
      cost: sums.cost === null || cost === null ? null : sums.cost + cost,
    });
  }
  return { every, models };
}

/**
 * Micro-dollars of a stored bill at other prices, or at what the provider charges, by the gateway's own calculation.
 * Null for a bill that can't be read, or that the model has no price for.
 */
export function repriced(price: ModelPrice, row: Pick<SampledUsage, "priceLines">): number | null {
  const { tier, lines } = billOf(row);
  if (tier === null || lines === null) return null;
  try {
    return costOf(price, { tier, lines });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
