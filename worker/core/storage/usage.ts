import type { UsageRow } from "#core/domain/usage.ts";
import { normaliseEndpoint } from "#core/domain/usage-endpoint.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

/** One value in the request instead of one bound parameter a column: five times as fast. */
const ROWS_A_BATCH = 1000;

const ADD_ENDPOINTS = `INSERT INTO endpoints (path) SELECT value FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
const ADD_ROWS = `INSERT INTO api_usage (request_id, account_id, key_id, timestamp, endpoint_id, status_code,
    response_time, cost_micros, tokens_in, tokens_out)
  SELECT value->>0, value->>1, value->>2, value->>3, (SELECT id FROM endpoints WHERE path = value->>4), value->>5,
    value->>6, value->>7, value->>8, value->>9
  FROM json_each(?1) WHERE true
  ON CONFLICT (request_id) DO NOTHING`;

/**
 * Stores usage rows in their order, 1,000 a transaction. A row whose request id is known already is left out, so a
 * repetition after a lost answer changes nothing. Endpoints are normalised here: nothing else writes them.
 * @returns how many rows were new.
 * @throws when a row breaks a constraint (a negative figure, no such status); its batch is not stored.
 */
export async function insertUsage(db: Database, rows: readonly UsageRow[]): Promise<number> {
  let added = 0;
  for (let i = 0; i < rows.length; i += ROWS_A_BATCH) {
    const [, result] = await writeBatch(db, usageStatements(rows.slice(i, i + ROWS_A_BATCH)));
    added += result?.rowsAffected ?? 0;
  }
  return added;
}

/** For `writeBatch`; the second one affects as many rows as were new. */
export function usageStatements(rows: readonly UsageRow[]) {
  const batch = rows.map(values);
  const paths = [...new Set(batch.map(({ endpoint }) => endpoint))];
  return [
    { sql: ADD_ENDPOINTS, args: [JSON.stringify(paths)] },
    { sql: ADD_ROWS, args: [JSON.stringify(batch.map(({ row }) => row))] },
  ];
}

function values(usage: UsageRow) {
  const endpoint = normaliseEndpoint(usage.endpoint);
  const { requestId, accountId, keyId, timestamp, statusCode, responseTime, costMicros } = usage;
  const times = [statusCode, responseTime, costMicros, usage.tokensIn, usage.tokensOut];
  return { endpoint, row: [requestId, accountId, keyId, timestamp, endpoint, ...times] };
}
