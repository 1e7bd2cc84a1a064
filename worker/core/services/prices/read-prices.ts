import { modelPricesOf, type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import {
  changeInForce,
  type PriceChange,
  priceChanges,
  type StoredPriceList,
} from "#core/domain/price-timeline.ts";
import type { Database } from "#core/storage/database.ts";
import {
  findPriceListRow,
  type PriceListRow,
  readPriceListRows,
  readStoredPriceLists,
} from "#core/storage/price-lists.ts";
import { noRead, type Read } from "#core/storage/read.ts";

export interface Prices {
  /** Null before the first list. */
  current: PriceList | null;
  /** The next one to begin. */
  next: PriceList | null;
}

/**
 * The price lists in force at `now` (epoch ms) and after it. Lists never change, so `known` ones are not read again.
 * @throws DomainError `database_unavailable`; `invalid_request` when a stored list can't be read.
 */
export async function readPrices(
  db: Database,
  now: number,
  known: readonly PriceList[] = [],
): Promise<Prices> {
  const ids = known.map(({ id }) => id);
  const { current, next } = await readPriceListRows(db, now, ids);
  const listOf = (row: PriceListRow | null) =>
    row && (known.find(({ id }) => id === row.id) ?? priceListOf(row));
  return { current: listOf(current), next: listOf(next) };
}

/** A stored list as requests are priced by it. */
export const priceListOf = ({ id, effectiveFrom, models }: PriceListRow): PriceList => ({
  id,
  from: effectiveFrom,
  models: modelPricesOf(entriesOf({ models })),
});

/** A stored list as it was published. */
export const entriesOf = ({ models }: Pick<PriceListRow, "models">) => parsePriceEntries(models ?? "[]");

/** A price list as it was published. */
export interface PublishedPrices extends PriceChange {
  publishedBy: string;
  models: PriceEntry[];
}

/** The list in force at `at` (epoch ms), as an operator wrote it. */
export async function readPublishedPrices(db: Database, at: number): Promise<PublishedPrices | null> {
  return await publishedAt(db, await readStoredPriceLists(db), at);
}

/** As `readPublishedPrices`, of lists that are read already. */
export function publishedAt(
  db: Database,
  stored: readonly StoredPriceList[],
  at: number,
): Read<PublishedPrices | null> {
  const change = changeInForce(priceChanges(stored), at);
  if (change === null) return noRead(db);
  return findPriceListRow(db, change.id).map(
    (row) => row && { ...change, publishedBy: row.publishedBy, models: entriesOf(row) },
  );
}
