import type { AnalyticsQuery, BreakdownQuery } from "#core/contract/analytics.ts";
import type { StackedQuery } from "#core/contract/stacked.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { getStacked } from "#core/services/analytics/get-stacked.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";
import { buildTotals } from "#core/storage/hour-totals.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { newAccountOf } from "#tests/support/account.ts";

export interface UsageAccount {
  id: number;
  /** api_keys.id with the ID the API shows. */
  keys: { id: number; publicId: string }[];
}

/** A new account with `keyCount` active keys. */
export async function newUsageAccount(db: Database, keyCount = 3): Promise<UsageAccount> {
  const name = crypto.randomUUID();
  const results = await writeBatch(db, [
    {
      sql: "INSERT INTO accounts (user_id, email, created_at) VALUES (?1, ?1 || '@example.com', 0) RETURNING id",
      args: [name],
    },
    {
      sql: `INSERT INTO api_keys (public_id, account_id, name, lookup, sealed, mask, status, created_at)
          SELECT ?1 || value, (SELECT id FROM accounts WHERE user_id = ?1), 'key', ?1 || value, 'x', 'x', 'active', 0
          FROM json_each(?2) RETURNING id, public_id`,
      args: [name, JSON.stringify(Array.from({ length: keyCount }, (_, i) => `-${i}`))],
    },
  ]);
  const [account, keys] = results;
  return {
    id: Number(account?.rows[0]?.id),
    keys: (keys?.rows ?? []).map((row) => ({ id: Number(row.id), publicId: String(row.public_id) })),
  };
}

/** Totals of all hours, as if each had many rows. */
export async function totalAllHours(db: Database): Promise<void> {
  await writeBatch(db, ["UPDATE hourly_series SET totalled = -1 WHERE totalled = 0"]);
  await buildTotals(db, 100_000);
}

/** Lets two members, and nobody, hold the keys of the account's requests in turn, as far as these aren't rolled up. */
export const giveMembers = (db: Database, accountId: number) =>
  writeBatch(db, [
    {
      sql: `UPDATE api_usage SET member_id = nullif(id % 3, 0)
        WHERE account_id = ?1 AND id > (SELECT last_id FROM rollup_state)`,
      args: [accountId],
    },
  ]);

/** A signed-in account at the instant `now`. */
export function accountContext(db: Database, accountId: number, now: number): AccountContext {
  return { db, account: newAccountOf(accountId), clock: { now: () => now }, requestId: "test" };
}

/** The service's response at the instant `now`. */
export const analyticsAt = (db: Database, accountId: number, now: number, query: AnalyticsQuery) =>
  getAnalytics(accountContext(db, accountId, now), query);

/** The service's response at the instant `now`. */
export const breakdownAt = (db: Database, accountId: number, now: number, query: BreakdownQuery) =>
  getBreakdown(accountContext(db, accountId, now), query);

/** The service's response at the instant `now`. */
export const stackedAt = (db: Database, accountId: number, now: number, query: StackedQuery) =>
  getStacked(accountContext(db, accountId, now), query);
