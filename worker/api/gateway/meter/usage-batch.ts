import { usageSource } from "#core/domain/ledger.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { UsageBatch } from "#core/storage/gateway-flush.ts";
import type { SettledRow } from "./meter-store.ts";

interface Owner {
  accountId: number;
  epoch: string;
}

/** Settled requests of one batch as libSQL is told of them. */
export function usageBatch(
  { accountId, epoch }: Owner,
  batch: number,
  rows: readonly SettledRow[],
): UsageBatch {
  return {
    source: usageSource(accountId, epoch, batch),
    micros: costOf(rows),
    rows: rows.map((row) => usageRow(accountId, row)),
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
});
