import type { OutcomeNumber } from "#core/domain/gateway/outcomes.ts";
import { usageSource } from "#core/domain/ledger.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { RefusalCount, UsageBatch } from "#core/storage/gateway-flush.ts";
import type { SettledRow } from "./meter-sql.ts";

/** Everything that libSQL is to store next, and the rows of its batch. */
export interface Payload {
  rows: readonly SettledRow[];
  batch: UsageBatch | null;
  refusals: RefusalCount[];
}

interface Owner {
  accountId: number;
  epoch: string;
}

/** Settled requests of one batch as libSQL stores them. */
export function usageBatch(
  { accountId, epoch }: Owner,
  batch: number,
  rows: readonly SettledRow[],
): UsageBatch {
  return {
    source: usageSource(accountId, epoch, batch),
    micros: costOf(rows),
    rows: rows.map((row) => usageRow(accountId, row)),
    lineages: new Set(rows.map(({ lineage }) => lineage)),
  };
}

export const costOf = (rows: readonly SettledRow[]) => rows.reduce((sum, { cost }) => sum + cost, 0);

const usageRow = (accountId: number, row: SettledRow): UsageRow => ({
  requestId: row.request_id,
  accountId,
  keyId: row.key_id,
  timestamp: row.at,
  endpoint: row.endpoint,
  statusCode: row.status,
  responseTime: row.response_time,
  costMicros: row.cost,
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
