import type { OutcomeNumber } from "#core/domain/gateway/outcomes.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import type { RefusalCount, UsageBatch } from "#core/storage/gateway-flush.ts";
import type { SettledRow } from "./meter-sql.ts";

/** Everything that libSQL is to store next. */
export interface Payload {
  batch: UsageBatch | null;
  refusals: RefusalCount[];
  /** Budgets that had no room for a request. */
  refused: RefusedBudget[];
}

/** Settled requests of one batch as libSQL stores them; null without any. */
export function usageBatch(accountId: number, rows: readonly SettledRow[]): UsageBatch | null {
  if (rows.length === 0) return null;
  return {
    rows: rows.map((row) => usageRow(accountId, row)),
    lineages: new Set(rows.map(({ lineage }) => lineage)),
  };
}

const usageRow = (accountId: number, row: SettledRow): UsageRow => ({
  requestId: row.request_id,
  accountId,
  keyId: row.key_id,
  timestamp: row.at,
  endpoint: row.endpoint,
  statusCode: row.status,
  responseTime: row.response_time,
  costMicros: row.cost,
  billedMicros: row.cost,
  tokensIn: row.tokens_in,
  tokensOut: row.tokens_out,
  ...(row.model !== null && { model: row.model }),
  priceListId: row.price_list,
  priceLines: row.price_lines,
  tokensCached: row.tokens_cached ?? 0,
  firstByteMs: row.first_byte,
  // Only `settlementWithin` writes the column.
  outcome: (row.outcome ?? 0) as OutcomeNumber,
  estimated: row.estimated === 1,
  holdMicros: row.hold,
  planMicros: row.value,
});
