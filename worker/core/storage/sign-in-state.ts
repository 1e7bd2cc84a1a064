import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { AccountRow } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyOfChange, type SecurityChange } from "./notifications.ts";
import { endPlaygroundSessions } from "./playground.ts";
import { deleteRecoveryCodes } from "./recovery-codes.ts";
import { accounts } from "./schema/accounts.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

/** How its user signs in, as the provider last reported it. */
export type SignInState = Pick<AccountRow, "secondFactor" | "signInMethods" | "passwordChangedAt">;

interface SignInUpdate {
  accountId: number;
  known: SignInState;
  next: SignInState;
  /** Epoch ms; a state that was read before the stored one changes nothing. */
  asOf: number;
  changes: readonly { audit: AuditEntry; notice: SecurityChange }[];
}

/**
 * Replaces the state of an open account, and records and notifies of each change once. Without a second factor there
 * are no recovery codes.
 */
export async function storeSignInState(
  db: Database,
  { accountId, known, next, asOf, changes }: SignInUpdate,
): Promise<void> {
  await writeBatch(db, [
    db
      .update(accounts)
      .set({
        ...next,
        signInAsOf: asOf,
        ...(known.secondFactor && !next.secondFactor && { secondFactorRemovedAt: asOf }),
      })
      .where(
        and(
          eq(accounts.id, accountId),
          isNull(accounts.closedAt),
          lte(accounts.signInAsOf, asOf),
          isStill(known),
        ),
      ),
    // Each inserts a row if the one before did.
    ...changes.flatMap(({ audit, notice }) => [
      auditIf(db, audit, ifChanged),
      ...notifyOfChange(db, audit, notice),
    ]),
    // A new password ends the other sessions at the provider.
    ...(known.passwordChangedAt === next.passwordChangedAt ? [] : [endPlaygroundSessions(db, accountId)]),
    deleteRecoveryCodes(
      db,
      accountId,
      sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND second_factor = 0)`,
    ),
  ]);
}

const isStill = ({ secondFactor, signInMethods, passwordChangedAt }: SignInState): SQL | undefined =>
  and(
    eq(accounts.secondFactor, secondFactor),
    sql`${accounts.signInMethods} IS ${signInMethods}`,
    sql`${accounts.passwordChangedAt} IS ${passwordChangedAt}`,
  );
