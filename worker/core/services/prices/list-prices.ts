import { modelPricesOf } from "#core/contract/price-list.ts";
import type { PricesResponse } from "#core/contract/prices.ts";
import { modelPricesFrom } from "#core/domain/public-prices.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { readPublishedPrices } from "./read-prices.ts";

/** The price list in force, for anyone to read; without models before the first list. */
export async function listPrices({
  db,
  clock,
}: Pick<ServiceContext, "db" | "clock">): Promise<PricesResponse> {
  const list = await readPublishedPrices(db, clock.now());
  if (list === null) return { in_force_since: null, models: [] };
  const models = [...modelPricesOf(list.models).values()].map(modelPricesFrom);
  return { in_force_since: new Date(list.from).toISOString(), models };
}
