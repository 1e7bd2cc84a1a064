import { z } from "zod";
import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";
import type { Database } from "./database.ts";
import { KEY_LOG, LOG } from "./usage-log-sql.ts";

export interface UsageScope {
  accountId: number;
  /** api_keys.id, or null for all keys of the account. */
  keyId: number | null;
  /** Only rows before this place, in the order of the log; null from its beginning. */
  before: { timestamp: number; id: number } | null;
  limit: number;
}

const row = z.object({
  id: z.number(),
  requestId: z.string(),
  timestamp: z.number(),
  keyPublicId: z.string().nullable(),
  endpoint: z.string().nullable(),
  statusCode: z.number(),
  responseTime: z.number(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  costMicros: z.number(),
});
export type UsageLogRow = z.infer<typeof row>;

/** The last instant that a date can hold. */
const LATEST = { timestamp: 8.64e15, id: 0 };

/** At most `limit` metered requests, newest first; of the same instant the one that arrived later. */
export async function readUsageLog(db: Database, scope: UsageScope): Promise<UsageLogRow[]> {
  const { accountId, keyId, limit } = scope;
  const { timestamp, id } = scope.before ?? LATEST;
  const place = { account: accountId, timestamp, id, limit };
  const { rows } = await db.$client.execute(
    keyId === null
      ? { sql: LOG, args: place }
      : { sql: KEY_LOG, args: { ...place, ...ofKey(keyId, timestamp) } },
  );
  return z.array(row).parse(rows);
}

function ofKey(key: number, timestamp: number) {
  return { key, day: Math.floor(timestamp / DAY_MS), hour: Math.floor(timestamp / HOUR_MS) };
}
