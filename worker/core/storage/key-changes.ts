import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Restrictions } from "#core/domain/gateway/restrictions/table.ts";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type KeyUse, readKeyUse } from "./key-use.ts";
import { type ApiKeyRow, findKey, ofAccount } from "./keys.ts";
import { writeAndRead } from "./read.ts";
import { restrictionChanges } from "./restrictions.ts";
import { apiKeys } from "./schema/accounts.ts";
import { ifChanged, type Statement } from "./write-batch.ts";

/** A key after a change, null if it is unknown, and its account's route. */
interface ChangedKey {
  key: ApiKeyRow | null;
  route: string | null;
}

/** Also deletes the ciphertext; a repetition records nothing. `key` is null for an unknown one. */
export async function revokeKeyOf(db: Database, audit: AuditEntry): Promise<ChangedKey> {
  const { accountId, subject } = audit;
  const revoked = db
    .update(apiKeys)
    .set({ status: "revoked", sealed: null, revokedAt: audit.at })
    .where(and(ofAccount(accountId, subject), eq(apiKeys.status, "active")));
  const { values } = await writeAndRead(
    db,
    [revoked, auditIf(db, audit, ifChanged)],
    [findKey(db, accountId, subject), findAccountRoute(db, accountId)],
  );
  return { key: values[0], route: values[1] };
}

/** With what the account's keys have used, for its view. */
export interface ChangedKeyInUse extends ChangedKey {
  use: KeyUse;
}

/** Runs the writes of a change, and reads what its response needs in the same transaction. */
export async function changeAndRead(
  db: Database,
  writes: readonly Statement[],
  { accountId, publicId, at }: { accountId: number; publicId: string; at: number },
): Promise<ChangedKeyInUse> {
  const { values } = await writeAndRead(db, writes, [
    findKey(db, accountId, publicId),
    findAccountRoute(db, accountId),
    readKeyUse(db, accountId, at),
  ]);
  const [key, route, use] = values;
  return { key, route, use };
}

export interface KeyEdits {
  name?: string | undefined;
  expiresAt?: number | null | undefined;
  disabled?: boolean | undefined;
  restrictions?: Partial<Restrictions>;
  showsBalance?: boolean | undefined;
}

/** Refuses revoked keys, a new expiry for keys bound to a plan or rotation, and the Playground's key if asked to. */
export function changeKeyOf(
  db: Database,
  audit: AuditEntry,
  edits: KeyEdits,
  { exceptPlayground = false }: { exceptPlayground?: boolean } = {},
): Promise<ChangedKeyInUse> {
  const { accountId, subject: publicId, at } = audit;
  const allowed = [ofAccount(accountId, publicId), eq(apiKeys.status, "active")];
  if (edits.expiresAt !== undefined) allowed.push(isNull(apiKeys.replacedBy), eq(apiKeys.planKey, false));
  if (exceptPlayground) allowed.push(eq(apiKeys.playground, false));
  const changed = db
    .update(apiKeys)
    .set(assignments(edits, at))
    .where(and(...allowed, differs(edits)));
  return changeAndRead(db, [changed, auditIf(db, audit, ifChanged)], { accountId, publicId, at });
}

const assignments = (
  { name, expiresAt, disabled, restrictions = {}, showsBalance }: KeyEdits,
  at: number,
) => ({
  ...(name === undefined ? {} : { name }),
  ...(expiresAt === undefined ? {} : { expiresAt }),
  ...restrictionChanges(restrictions),
  ...(showsBalance === undefined ? {} : { showsBalance }),
  ...(disabled === undefined
    ? {}
    : { disabledAt: disabled ? sql`coalesce(${apiKeys.disabledAt}, ${at})` : null }),
});

function differs({ name, expiresAt, disabled, restrictions = {}, showsBalance }: KeyEdits): SQL {
  const restricted = restrictionChanges(restrictions);
  const differences = [
    ...(name === undefined ? [] : [sql`${apiKeys.name} <> ${name}`]),
    ...(expiresAt === undefined ? [] : [sql`${apiKeys.expiresAt} IS NOT ${expiresAt}`]),
    ...(disabled === undefined ? [] : [sql`(${apiKeys.disabledAt} IS NULL) = ${disabled ? 1 : 0}`]),
    ...(restricted.allowedOrigins === undefined
      ? []
      : [sql`${apiKeys.allowedOrigins} IS NOT ${restricted.allowedOrigins}`]),
    ...(restricted.restrictions === undefined
      ? []
      : [sql`${apiKeys.restrictions} IS NOT ${restricted.restrictions}`]),
    ...(showsBalance === undefined ? [] : [sql`${apiKeys.showsBalance} <> ${showsBalance ? 1 : 0}`]),
  ];
  return sql`(${sql.join([sql`0`, ...differences], sql` OR `)})`;
}
