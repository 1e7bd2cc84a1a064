import type { PresentedKeyView } from "#core/contract/keys.ts";
import { displayMask } from "#core/domain/api-key.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { KeysContext, ServiceContext } from "#core/services/context.ts";
import { readBudgetsInUse } from "#core/storage/key-spending.ts";
import { restrictionsOf } from "#core/storage/restrictions.ts";
import { authenticateLookups } from "./authenticate-key.ts";
import { budgetViews } from "./key-view.ts";

/**
 * For whoever holds a key: what it may do.
 * @param balanceMicros what may still be spent; null for a key that may not see it.
 * @throws DomainError `invalid_api_key`.
 */
export async function describePresentedKey(
  ctx: ServiceContext & KeysContext,
  { lookups, test, balanceMicros }: { lookups: string[]; test: boolean; balanceMicros: number | null },
): Promise<PresentedKeyView> {
  const row = await authenticateLookups(ctx, lookups);
  const { db, clock } = ctx;
  const budgets = await readBudgetsInUse(db, row.accountId, clock.now());
  return {
    object: "key",
    id: row.publicId,
    name: row.name,
    key: displayMask(row.mask),
    test,
    created_at: isoTime(row.createdAt),
    expires_at: isoTimeOrNull(row.expiresAt),
    ...restrictionsOf(row),
    budgets: budgetViews(row, budgets),
    balance: balanceMicros === null ? null : dollarsFromMicros(balanceMicros),
  };
}
