import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ApiKeyRow, findKey, ofAccount } from "./keys.ts";
import { apiKeys } from "./schema/accounts.ts";
import { writeBatch } from "./write-batch.ts";

/** What is left out stays as it is. */
export interface KeyEdits {
  name?: string | undefined;
  /** Epoch ms; null never. */
  expiresAt?: number | null | undefined;
  disabled?: boolean | undefined;
  /** Those whose pages may use it. */
  allowedOrigins?: readonly string[] | undefined;
}

/**
 * Changes the audit entry's subject unless it is revoked or, where the expiry is to change, bound to a plan or to a
 * rotation. What changes nothing is not recorded; switching off again keeps the first date.
 * @returns the key as it is now; null when there is no such key or it is another account's.
 */
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
    auditIf(db, audit, sql`changes() > 0`),
  ]);
  return await findKey(db, accountId, subject);
}

/** As the column holds them. */
const listed = (origins: readonly string[]) => (origins.length === 0 ? null : JSON.stringify(origins));

const assignments = ({ name, expiresAt, disabled, allowedOrigins }: KeyEdits, at: number) => ({
  ...(name === undefined ? {} : { name }),
  ...(expiresAt === undefined ? {} : { expiresAt }),
  ...(allowedOrigins === undefined ? {} : { allowedOrigins: listed(allowedOrigins) }),
  ...(disabled === undefined
    ? {}
    : { disabledAt: disabled ? sql`coalesce(${apiKeys.disabledAt}, ${at})` : null }),
});

function differs({ name, expiresAt, disabled, allowedOrigins }: KeyEdits): SQL {
  const differences = [
    ...(name === undefined ? [] : [sql`${apiKeys.name} <> ${name}`]),
    ...(expiresAt === undefined ? [] : [sql`${apiKeys.expiresAt} IS NOT ${expiresAt}`]),
    ...(disabled === undefined ? [] : [sql`(${apiKeys.disabledAt} IS NULL) = ${disabled ? 1 : 0}`]),
    ...(allowedOrigins === undefined
      ? []
      : [sql`${apiKeys.allowedOrigins} IS NOT ${listed(allowedOrigins)}`]),
  ];
  return sql`(${sql.join([sql`0`, ...differences], sql` OR `)})`;
}
