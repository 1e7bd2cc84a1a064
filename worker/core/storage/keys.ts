import { and, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Budget } from "#core/domain/gateway/budgets.ts";
import type { Restrictions } from "#core/domain/gateway/restrictions/table.ts";
import { hasRoute, isOpen, routeUnlessSet } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { balanceOf } from "./ledger.ts";
import { firstOf, type Read, rowsOf, writeAndRead } from "./read.ts";
import { restrictionColumns } from "./restrictions.ts";
import { accounts, apiKeys } from "./schema/accounts.ts";
import { ifChanged } from "./write-batch.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewKey = Pick<ApiKeyRow, "publicId" | "name" | "lookup" | "mask"> & { sealed: string };

export const ofAccount = (accountId: number | SQL, publicId: string) =>
  and(eq(apiKeys.accountId, accountId), eq(apiKeys.publicId, publicId));

/** As they count towards the limit: the Playground's key doesn't. */
export const activeKeysOf = (accountId: number) =>
  sql`((SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND status = 'active')
    - (SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND status = 'active' AND playground = 1))`;

/** Null for an unknown key and for another account's. @param accountId the account's, or SQL that selects it. */
export const findKey = (db: Database, accountId: number | SQL, publicId: string): Read<ApiKeyRow | null> =>
  firstOf(db, db.select().from(apiKeys).where(ofAccount(accountId, publicId)));

/** As `findKey`, for a user whose account isn't known yet. */
export const findKeyOfUser = (db: Database, userId: string, publicId: string): Read<ApiKeyRow | null> =>
  findKey(db, sql`(SELECT id FROM accounts WHERE user_id = ${userId})`, publicId);

export async function findKeyByLookup(db: Database, lookups: string[]): Promise<ApiKeyRow | null> {
  const [row] = await db.select().from(apiKeys).where(inArray(apiKeys.lookup, lookups));
  return row ?? null;
}

/** The account's keys, newest first; beyond `limit`, active keys come before revoked ones. */
export const listKeysOf = (db: Database, accountId: number, limit: number): Read<ApiKeyRow[]> =>
  rowsOf(
    db,
    db
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.accountId, accountId))
      .orderBy(apiKeys.status, desc(apiKeys.id))
      .limit(limit),
  ).map((kept) => kept.sort((left, right) => right.id - left.id));

/** The ids of at most `limit` keys that are neither revoked, disabled nor expired at `now` (epoch ms). */
export function listUsableKeys(
  db: Database,
  accountId: number,
  { now, limit }: { now: number; limit: number },
): Read<number[]> {
  const { id, status, disabledAt, expiresAt } = apiKeys;
  const usable = [eq(status, "active"), isNull(disabledAt), or(isNull(expiresAt), gt(expiresAt, now))];
  const ids = db
    .select({ id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), ...usable))
    .limit(limit);
  return rowsOf(db, ids).map((rows) => rows.map((row) => row.id));
}

interface KeySource {
  accountId: SQL | number;
  createdAt: number;
  /** The FROM and WHERE clauses; the fields may name columns of the row that is selected. */
  from: SQL;
  name?: SQL;
  expiresAt?: SQL | number | null;
  planKey?: boolean;
  playground?: boolean;
  allowedOrigins?: SQL | string | null;
  restrictions?: SQL | string | null;
  showsBalance?: SQL | boolean;
  lineage?: SQL | null;
}

/** For `writeBatch`: inserts an active key if `from` selects a row. */
export function insertKeyFrom(db: Database, key: NewKey, source: KeySource) {
  const {
    accountId,
    createdAt,
    from,
    name = sql`${key.name}`,
    expiresAt = null,
    showsBalance = true,
  } = source;
  return db.run(sql`INSERT INTO api_keys
      (public_id, account_id, name, lookup, sealed, mask, status, created_at, expires_at, plan_key, allowed_origins,
       restrictions, shows_balance, lineage, playground)
    SELECT ${key.publicId}, ${accountId}, ${name}, ${key.lookup}, ${key.sealed}, ${key.mask}, 'active', ${createdAt},
      ${expiresAt}, ${source.planKey ? 1 : 0}, ${source.allowedOrigins ?? null}, ${source.restrictions ?? null},
      ${typeof showsBalance === "boolean" ? Number(showsBalance) : showsBalance}, ${source.lineage ?? null},
      ${source.playground ? 1 : 0} ${from}`);
}

/** What holds from a key's first request on. */
export interface KeyTerms {
  expiresAt?: number | null;
  showsBalance?: boolean;
  budgets?: readonly Budget[];
  restrictions?: Partial<Restrictions>;
}

interface Insertion {
  audit: AuditEntry;
  /** The account's, as the key has it. Stored if the account has none. */
  route: string;
  maxActive: number;
  /** A balance above 0. */
  needsBalance: boolean;
}

/** The account after an insertion, as far as it could be the reason why the key is missing. */
interface KeyOwner {
  closedAt: number | null;
  route: string | null;
  balanceMicros: number;
}

/**
 * Stores a key with its budgets, unless the account is closed, lacks a balance, has another route, or has `maxActive`
 * active keys. @returns `key` is null then.
 */
export async function insertKey(
  db: Database,
  { expiresAt = null, showsBalance = true, budgets = [], restrictions = {}, ...key }: NewKey & KeyTerms,
  { audit, route, maxActive, needsBalance }: Insertion,
): Promise<{ key: ApiKeyRow | null; owner: KeyOwner | null }> {
  const { accountId, at } = audit;
  const balance = balanceOf(accountId);
  const allowed = and(
    sql`${activeKeysOf(accountId)} < ${maxActive}`,
    isOpen(accountId),
    hasRoute(accountId, route),
    needsBalance ? sql`${balance} > 0` : undefined,
  );
  const writes = [
    routeUnlessSet(db, accountId, route),
    insertKeyFrom(db, key, {
      accountId,
      createdAt: at,
      expiresAt,
      showsBalance,
      ...restrictionColumns(restrictions),
      from: sql`WHERE ${allowed}`,
    }),
    auditIf(db, audit, ifChanged),
    db.run(sql`INSERT INTO key_budgets (key_id, period, micros)
      SELECT api_keys.id, value->>'period', value->>'micros'
      FROM api_keys CROSS JOIN json_each(${JSON.stringify(budgets)}) WHERE public_id = ${key.publicId}`),
  ];
  const { closedAt, route: stored } = accounts;
  const owner = db
    .select({ closedAt, route: stored, balanceMicros: sql<number>`${balance}` })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const { values } = await writeAndRead(db, writes, [
    findKey(db, accountId, key.publicId),
    firstOf(db, owner),
  ]);
  return { key: values[0], owner: values[1] };
}
