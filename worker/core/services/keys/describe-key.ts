import type { PresentedKeyView } from "#core/contract/keys.ts";
import { displayMask, isTestKey } from "#core/domain/api-key.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { KeysContext, ServiceContext } from "#core/services/context.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { viewOfKey } from "./list-keys.ts";

/**
 * For whoever holds a key: what it may do.
 * @param balanceMicros what may still be spent; null for a key that may not see it.
 * @throws DomainError `invalid_api_key`.
 */
export async function describePresentedKey(
  ctx: ServiceContext & KeysContext,
  { key, balanceMicros }: { key: string; balanceMicros: number | null },
): Promise<PresentedKeyView> {
  const row = await authenticateKey(ctx, key);
  const { budgets, name, created_at, expires_at, id } = await viewOfKey(
    { db: ctx.db, clock: ctx.clock, account: { id: row.accountId } },
    row,
  );
  return {
    ...{ object: "key", id, name, key: displayMask(row.mask), test: isTestKey(key) },
    ...{ created_at, expires_at, budgets },
    balance: balanceMicros === null ? null : dollarsFromMicros(balanceMicros),
  };
}
