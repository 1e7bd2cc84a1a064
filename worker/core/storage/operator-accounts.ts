import { and, count, desc, eq, isNull, or, sql } from "drizzle-orm";
import { accountName } from "#core/domain/ledger.ts";
import { type StoredAccount, storedAccount, storedAccounts } from "./accounts.ts";
import type { Database } from "./database.ts";
import { type Read, rowsOf } from "./read.ts";
import { accessTokens, accounts, apiKeys, auditLog } from "./schema/accounts.ts";
import { checkoutOrders, ledgerEntries, ledgerTransfers } from "./schema/ledger.ts";
import { subscriptions } from "./schema/plans.ts";

const MAX_LISTED = 10;

/** By email, user id or number. At most two, enough to see that a name is ambiguous. An email reads all accounts. */
export function findAccountsBy(db: Database, name: string): Read<StoredAccount[]> {
  const byEmail = and(eq(sql`lower(${accounts.email})`, name.toLowerCase()), isNull(accounts.closedAt));
  const byNumber = /^[1-9]\d{0,14}$/.test(name) ? [eq(accounts.id, Number(name))] : [];
  const found = storedAccounts(db)
    .where(name === "" ? sql`false` : or(byEmail, eq(accounts.userId, name), ...byNumber))
    .orderBy(accounts.id)
    .limit(2);
  return rowsOf(db, found).map((rows) => rows.map(storedAccount));
}

export async function readAccountFacts(db: Database, accountId: number) {
  const account = accountName(accountId);
  const [subscription, keys, tokens, transfers, orders, audits] = await Promise.all([
    db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)),
    db
      .select({ status: apiKeys.status, count: count() })
      .from(apiKeys)
      .where(eq(apiKeys.accountId, accountId))
      .groupBy(apiKeys.status),
    db
      .select()
      .from(accessTokens)
      .where(and(eq(accessTokens.accountId, accountId), isNull(accessTokens.revokedAt)))
      .orderBy(desc(accessTokens.id)),
    db
      .select({
        createdAt: ledgerTransfers.createdAt,
        kind: ledgerTransfers.kind,
        amount: ledgerEntries.amount,
        balanceAfter: ledgerEntries.balanceAfter,
        source: ledgerTransfers.source,
        note: ledgerTransfers.note,
      })
      .from(ledgerEntries)
      .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
      .where(eq(ledgerEntries.account, account))
      .orderBy(desc(ledgerEntries.transferId))
      .limit(MAX_LISTED),
    db
      .select()
      .from(checkoutOrders)
      .where(eq(checkoutOrders.accountId, accountId))
      .orderBy(desc(checkoutOrders.createdAt))
      .limit(MAX_LISTED),
    db
      .select()
      .from(auditLog)
      .where(eq(auditLog.accountId, accountId))
      .orderBy(desc(auditLog.id))
      .limit(MAX_LISTED),
  ]);
  return { subscription: subscription[0] ?? null, keys, tokens, transfers, orders, audits };
}
