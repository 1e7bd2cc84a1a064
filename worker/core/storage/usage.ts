import { eq } from "drizzle-orm";
import { normaliseEndpoint, type UsageRow } from "#core/domain/usage.ts";
import type { Database } from "./database.ts";
import { endpoints } from "./schema/usage.ts";
import { writeBatch } from "./write-batch.ts";

const ROWS_PER_BATCH = 1000;

const ADD_ENDPOINTS = `INSERT INTO endpoints (path) SELECT value FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
const ADD_ROWS = `INSERT INTO api_usage (request_id, account_id, key_id, timestamp, endpoint_id, status_code,
    response_time, cost_micros, tokens_in, tokens_out)
  SELECT value->>0, value->>1, value->>2, value->>3, (SELECT id FROM endpoints WHERE path = value->>4), value->>5,
    value->>6, value->>7, value->>8, value->>9
  FROM json_each(?1) WHERE true
  ON CONFLICT (request_id) DO NOTHING`;

/** `:used`: [key id, epoch ms] each; a later time is kept. */
export const LAST_USED = `UPDATE api_keys SET last_used = used.value->>1 FROM json_each(:used) AS used
  WHERE api_keys.id = used.value->>0 AND coalesce(last_used, 0) < used.value->>1`;

/** Rows with a known request id are skipped. @returns the number of new rows. @throws on an invalid row. */
export async function insertUsage(db: Database, rows: readonly UsageRow[]): Promise<number> {
  let added = 0;
  for (let i = 0; i < rows.length; i += ROWS_PER_BATCH) {
    const [, result] = await writeBatch(db, usageStatements(rows.slice(i, i + ROWS_PER_BATCH)));
    added += result?.rowsAffected ?? 0;
  }
  return added;
}

/** For `writeBatch`; the second result counts the new rows. One JSON value is five times as fast as parameters. */
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

/** The id of a stored path; null when no request was ever stored with it. */
export async function findEndpointId(db: Database, path: string): Promise<number | null> {
  const [row] = await db.select({ id: endpoints.id }).from(endpoints).where(eq(endpoints.path, path));
  return row?.id ?? null;
}
