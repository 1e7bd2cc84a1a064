import type { PriceEntry } from "#core/contract/price-list.ts";
import { type PriceListStatus, priceListHistory } from "#core/domain/price-timeline.ts";
import type { ServiceContext } from "#core/services/context.ts";
import {
  readPriceListReasons,
  readPriceListRowsOf,
  readStoredPriceLists,
} from "#core/storage/price-lists.ts";
import { together } from "#core/storage/read.ts";
import { entriesOf } from "./read-prices.ts";

export interface ListedPrices extends PriceListStatus {
  createdAt: number;
  publishedBy: string;
  /** Why it was published; null where none was recorded. */
  reason: string | null;
  /** Null unless it was canceled, and where no reason was recorded. */
  cancelReason: string | null;
  models: PriceEntry[];
  /** Names of models that were added, changed or removed by it. */
  changed: string[];
}

const HISTORY_MAX = 50;

/** The last 50 price lists, the latest to begin first. */
export async function listPriceHistory({
  db,
  clock,
}: Pick<ServiceContext, "db" | "clock">): Promise<ListedPrices[]> {
  const [stored, reasons] = await together(db, [readStoredPriceLists(db), readPriceListReasons(db)]);
  const lists = priceListHistory(stored, clock.now()).slice(0, HISTORY_MAX);
  const ids = lists.flatMap(({ id, before }) => (before === null ? [id] : [id, before]));
  const rows = await readPriceListRowsOf(db, ids);
  const published = new Map(rows.map((row) => [row.id, { ...row, models: entriesOf(row) }]));
  return lists.flatMap((list) => {
    const row = published.get(list.id);
    const before = list.before === null ? undefined : published.get(list.before);
    return row === undefined
      ? []
      : {
          ...list,
          createdAt: row.createdAt,
          publishedBy: row.publishedBy,
          reason: reasons.published.get(list.id) ?? null,
          cancelReason: reasons.canceled.get(list.id) ?? null,
          models: row.models,
          changed: changedModels(before?.models ?? [], row.models),
        };
  });
}

function changedModels(before: readonly PriceEntry[], after: readonly PriceEntry[]): string[] {
  const old = new Map(before.map((entry) => [entry.model, JSON.stringify(entry)]));
  const now = new Map(after.map((entry) => [entry.model, JSON.stringify(entry)]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name))
    .sort();
}
