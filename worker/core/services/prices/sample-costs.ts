import { type PriceEntry, providerCostsOf } from "#core/contract/price-list.ts";
import { costOf, type ModelPrice } from "#core/domain/gateway/price-list.ts";
import type { CostSample } from "#core/domain/operator-overview.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { billOf } from "#core/services/usage/usage-item.ts";
import { type SampledUsage, sampleUsage, type UsageRange } from "#core/storage/usage-sample.ts";

/** A busier period is repriced by a sample of about this many requests. */
const SAMPLE_ROWS = 4_000;

type ModelSums = { charged: number; plan: number; cost: number | null };

/**
 * What the provider charges for requests of `range`, by the figures of `entries`, whenever the requests were made. Reads
 * at most about 4,000 of them, evenly spread. A model's cost is null without figures, and as soon as one bill can't be
 * priced by them: a part of the cost would make the margin too large.
 */
export async function sampleCosts(
  { db }: Pick<ServiceContext, "db">,
  range: UsageRange | null,
  entries: readonly PriceEntry[],
  sampleRows = SAMPLE_ROWS,
): Promise<CostSample> {
  const costs = providerCostsOf(entries);
  const models = new Map<string, ModelSums>();
  const take = (row: SampledUsage) => {
    const sums = models.get(row.model) ?? { charged: 0, plan: 0, cost: 0 };
    const figures = costs.get(row.model);
    const cost = figures === undefined ? null : repriced(figures, row);
    models.set(row.model, {
      charged: sums.charged + row.chargedMicros,
      plan: sums.plan + row.planMicros,
      cost: sums.cost === null || cost === null ? null : sums.cost + cost,
    });
  };
  if (range === null) return { every: 1, models };
  const every = Math.ceil((range.last - range.first + 1) / sampleRows);
  for await (const rows of sampleUsage(db, range, every)) rows.forEach(take);
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
