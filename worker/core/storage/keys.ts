import { and, desc, eq, gt, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Budget } from "#core/domain/gateway/budgets.ts";
import { isOpen } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { apiKeys } from "./schema/accounts.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewKey = Pick<ApiKeyRow, "publicId" | "name" | "lookup" | "mask"> & { sealed: string };

const ofAccount = (accountId: number, publicId: string) =>
  and(eq(apiKeys.accountId, accountId), eq(apiKeys.publicId, publicId));

export const activeKeysOf = (accountId: number) =>
  sql`(SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND status = 'active')`;

/** @returns null for an unknown key and for another account's. */
export async function findKey(db: Database, accountId: number, publicId: string): Promise<ApiKeyRow | null> {
  const [row] = await db.select().from(apiKeys).where(ofAccount(accountId, publicId));
  return row ?? null;
}

export async function findKeyByLookup(db: Database, lookups: string[]): Promise<ApiKeyRow | null> {
  const [row] = await db.select().from(apiKeys).where(inArray(apiKeys.lookup, lookups));
  return row ?? null;
}

/** The account's keys, newest first; beyond `limit`, active keys come before revoked ones. */
export async function listKeysOf(db: Database, accountId: number, limit: number): Promise<ApiKeyRow[]> {
  const kept = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(apiKeys.status, desc(apiKeys.id))
    .limit(limit);
  return kept.sort((left, right) => right.id - left.id);
}

/** Whether the account has a key that is neither revoked, disabled nor expired, besides these. */
export async function hasUsableKey(
  db: Database,
  accountId: number,
  { except, now }: { except: readonly number[]; now: number },
): Promise<boolean> {
  const { id, status, disabledAt, expiresAt } = apiKeys;
  const usable = [eq(status, "active"), isNull(disabledAt), or(isNull(expiresAt), gt(expiresAt, now))];
  const [found] = await db
    .select({ id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), ...usable, notInArray(id, [...except])))
    .limit(1);
  return found !== undefined;
}

interface KeySource {
  accountId: SQL | number;
  createdAt: number;
  /** The FROM and WHERE clauses; the fields may name columns of the row that is selected. */
  from: SQL;
  name?: SQL;
  expiresAt?: SQL | number | null;
  planKey?: boolean;
  allowedOrigins?: SQL | null;
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
       shows_balance, lineage)
    SELECT ${key.publicId}, ${accountId}, ${name}, ${key.lookup}, ${key.sealed}, ${key.mask}, 'active', ${createdAt},
      ${expiresAt}, ${source.planKey ? 1 : 0}, ${source.allowedOrigins ?? null},
      ${typeof showsBalance === "boolean" ? Number(showsBalance) : showsBalance}, ${source.lineage ?? null} ${from}`);
}

/** @returns null if the account is closed or already has `maxActive` active keys. */
export async function insertKey(
  db: Database,
  {
    expiresAt = null,
    showsBalance = true,
    budgets = [],
    ...key
  }: NewKey & { expiresAt?: number | null; showsBalance?: boolean; budgets?: readonly Budget[] },
  { audit, maxActive }: { audit: AuditEntry; maxActive: number },
): Promise<ApiKeyRow | null> {
  const { accountId, at } = audit;
  await writeBatch(db, [
    insertKeyFrom(db, key, {
      accountId,
      createdAt: at,
      expiresAt,
      showsBalance,
      from: sql`WHERE ${activeKeysOf(accountId)} < ${maxActive} AND ${isOpen(accountId)}`,
    }),
    auditIf(db, audit, ifChanged),
    db.run(sql`INSERT INTO key_budgets (key_id, period, micros)
      SELECT api_keys.id, value->>'period', value->>'micros'
      FROM api_keys CROSS JOIN json_each(${JSON.stringify(budgets)}) WHERE public_id = ${key.publicId}`),
  ]);
  return await findKey(db, accountId, key.publicId);
}

/** Also deletes the ciphertext; a repetition records nothing. @returns null for an unknown key. */
export async function revokeKeyOf(db: Database, audit: AuditEntry): Promise<ApiKeyRow | null> {
  const { accountId, subject } = audit;
  await writeBatch(db, [
    db
      .update(apiKeys)
      .set({ status: "revoked", sealed: null, revokedAt: audit.at })
      .where(and(ofAccount(accountId, subject), eq(apiKeys.status, "active"))),
    auditIf(db, audit, ifChanged),
  ]);
  return await findKey(db, accountId, subject);
}

export interface KeyEdits {
  name?: string | undefined;
  expiresAt?: number | null | undefined;
  disabled?: boolean | undefined;
  allowedOrigins?: readonly string[] | undefined;
  showsBalance?: boolean | undefined;
}

/** Refuses revoked keys, and a new expiry for keys bound to a plan or rotation. @returns null for an unknown key. */
export async function changeKeyOf(
  db: Database,
  audit: AuditEntry,
  edits: KeyEdits,
): Promise<ApiKeyRow | null> {
  const { accountId, subject } = audit;
  const allowed = [ofAccount(accountId, subject), eq(apiKeys.status, "active")];
  if (edits.expiresAt !== undefined) allowed.push(isNull(apiKeys.replacedBy), eq(apiKeys.planKey, false));
  await writeBatch(db, [
    db
      .update(apiKeys)
      .set(assignments(edits, audit.at))
      .where(and(...allowed, differs(edits))),
    auditIf(db, audit, ifChanged),
  ]);
  return await findKey(db, accountId, subject);
}

const originsColumn = (origins: readonly string[]) => (origins.length === 0 ? null : JSON.stringify(origins));

const assignments = ({ name, expiresAt, disabled, allowedOrigins, showsBalance }: KeyEdits, at: number) => ({
  ...(name === undefined ? {} : { name }),
  ...(expiresAt === undefined ? {} : { expiresAt }),
  ...(allowedOrigins === undefined ? {} : { allowedOrigins: originsColumn(allowedOrigins) }),
  ...(showsBalance === undefined ? {} : { showsBalance }),
  ...(disabled === undefined
    ? {}
    : { disabledAt: disabled ? sql`coalesce(${apiKeys.disabledAt}, ${at})` : null }),
});

function differs({ name, expiresAt, disabled, allowedOrigins, showsBalance }: KeyEdits): SQL {
  const differences = [
    ...(name === undefined ? [] : [sql`${apiKeys.name} <> ${name}`]),
    ...(expiresAt === undefined ? [] : [sql`${apiKeys.expiresAt} IS NOT ${expiresAt}`]),
    ...(disabled === undefined ? [] : [sql`(${apiKeys.disabledAt} IS NULL) = ${disabled ? 1 : 0}`]),
    ...(allowedOrigins === undefined
      ? []
      : [sql`${apiKeys.allowedOrigins} IS NOT ${originsColumn(allowedOrigins)}`]),
    ...(showsBalance === undefined ? [] : [sql`${apiKeys.showsBalance} <> ${showsBalance ? 1 : 0}`]),
  ];
  return sql`(${sql.join([sql`0`, ...differences], sql` OR `)})`;
}
