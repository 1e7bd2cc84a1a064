import { type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";
import { publishPrices } from "#core/services/prices/publish-prices.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import type { Database } from "#core/storage/database.ts";
import example from "../../worker/api/prices.example.json" with { type: "json" };
import { commandContext } from "../operator/operator-context.ts";

/** Prices of the local upstream provider's models. */
export const EXAMPLE_PRICES: readonly PriceEntry[] = parsePriceEntries(JSON.stringify(example));

/** Publishes the example list, in force from `from` (epoch ms), in a database without any; one that has a list keeps it. */
export async function ensurePrices(db: Database, from = Date.now()): Promise<void> {
  const { current, next } = await readPrices(db, from);
  if (current !== null || next !== null) return;
  const ctx = { ...commandContext(db, "npm start"), clock: { now: () => from } };
  const reason = "Example prices of the local stack";
  await publishPrices(ctx, { models: EXAMPLE_PRICES, effectiveFrom: from, reason });
}
