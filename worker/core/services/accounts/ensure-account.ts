import type { AccessClaims } from "#core/ports.ts";
import type { Account, ServiceContext } from "#core/services/context.ts";
import { findAccountOfUser, saveAccount } from "#core/storage/accounts.ts";

/**
 * The account of a verified user: made at first sight, its email that of the token.
 * Writes only when something is new; twenty first requests at once make one account.
 */
export async function ensureAccount(
  { db, clock }: ServiceContext,
  { userId, email }: Pick<AccessClaims, "userId" | "email">,
): Promise<Account> {
  const known = await findAccountOfUser(db, userId);
  if (known?.email === email) return { id: known.id, userId, email };
  await saveAccount(db, { userId, email, createdAt: clock.now() });
  const saved = await findAccountOfUser(db, userId);
  if (saved === null) throw new Error("The account was not found after it was saved.");
  return { id: saved.id, userId, email };
}
