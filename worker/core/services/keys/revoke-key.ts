import type { RevokedKey } from "#core/contract/keys.ts";
import { notFound } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { MeteringContext } from "#core/services/gateway/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { revokeKeyOf } from "#core/storage/keys.ts";
import type { KeysContext } from "./context.ts";
import { revokedView } from "./key-view.ts";

/**
 * Revokes a key for good and deletes its ciphertext; nothing is admitted with it any more once this returns.
 * Repeating it is harmless and keeps the first date.
 * @throws DomainError `not_found` also for another account's key.
 */
export async function revokeKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id }: { id: string },
): Promise<RevokedKey> {
  const { db, account } = ctx;
  const row = await revokeKeyOf(db, { ...auditStamp(ctx, account.id), action: "key.revoked", subject: id });
  if (row === null) throw notFound("API key");
  await refreshMeter(ctx, account.id);
  return revokedView(row);
}
