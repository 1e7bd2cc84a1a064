import { costOf, type ModelPrice } from "#core/domain/gateway/price-list.ts";
import { billOf } from "#core/services/usage/usage-item.ts";
import type { SampledUsage } from "#core/storage/usage-sample.ts";

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
