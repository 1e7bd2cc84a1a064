import type { RevokedKey } from "#core/contract/keys.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { ServiceContext } from "#core/services/context.ts";
import type { MeteringContext } from "#core/services/gateway/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { revokeKeyOf } from "#core/storage/keys.ts";
import { authenticateKey } from "./authenticate-key.ts";
import type { KeysContext } from "./context.ts";
import { revokedView } from "./key-view.ts";

/**
 * Revokes a key for whoever holds it, be it its owner or the finder of a leaked one: also one that is disabled or has
 * expired, since its owner could bring it back. Repeating it is harmless and keeps the first date.
 * @throws DomainError `invalid_api_key`.
 */
export async function revokePresentedKey(
  ctx: ServiceContext & KeysContext & MeteringContext,
  { key }: { key: string },
): Promise<RevokedKey> {
  const { accountId, publicId } = await authenticateKey(ctx, key, [
    "active",
    "disabled",
    "expired",
    "revoked",
  ]);
  const entry = { ...auditStamp(ctx, accountId), action: "key.revoked", subject: publicId } as const;
  const row = await revokeKeyOf(ctx.db, { ...entry, detail: { by: "key" } });
  if (row === null) throw new Error("A key was gone when it was to be revoked.");
  await refreshMeter(ctx, accountId);
  return revokedView(row);
}
