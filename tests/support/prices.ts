import { modelPricesOf, parsePriceEntries } from "#core/contract/price-list.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { publishPrices } from "#core/services/prices/publish-prices.ts";
import type { Database } from "#core/storage/database.ts";
import { EXAMPLE_PRICES } from "#scripts/local/example-prices.ts";
import { CurrentPrices } from "#worker/gateway/current-prices.ts";
import { testOperator } from "./operator-context.ts";

/** A list that is in force from the beginning. */
export const priceListOf = (models: readonly object[] = EXAMPLE_PRICES, id = 1): PriceList => ({
  id,
  from: 0,
  models: modelPricesOf(parsePriceEntries(JSON.stringify(models))),
});

/** For a gateway without a database. */
export function fixedPrices(models?: readonly object[]): CurrentPrices {
  const current = priceListOf(models);
  return new CurrentPrices({ read: async () => ({ current, next: null }), now: () => Date.now() });
}

/** Publishes the example list, or other models in its format, from `now` on. @returns its id. */
export async function publishExamplePrices(
  db: Database,
  models: readonly object[] = EXAMPLE_PRICES,
  now = Date.now(),
) {
  const { id } = await publishPrices(testOperator(db, { now: () => now }), {
    models: parsePriceEntries(JSON.stringify(models)),
    effectiveFrom: now,
    reason: "Test prices",
  });
  return id;
}
