import type { RevokedKey } from "#core/contract/keys.ts";
import { notFound } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext, ServiceContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { revokeKeyOf } from "#core/storage/key-changes.ts";
import { revokeReplacedKeys } from "#core/storage/key-rotation.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { revokedView } from "./key-view.ts";

/** Expired rotations stopped working already; the next run takes up the rest. */
const MAX_A_RUN = 500;

/** Nothing is admitted with the key after this returns; its ciphertext is deleted. Idempotent. */
export async function revokeKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id }: { id: string },
): Promise<RevokedKey> {
  const entry = { ...auditStamp(ctx, ctx.account.id), action: "key.revoked", subject: id } as const;
  const { key, route } = await revokeKeyOf(ctx.db, entry);
  if (key === null) throw notFound("API key");
  await refreshMeter(ctx, route);
  return revokedView(key);
}

/**
 * For whoever holds a key, such as a leaked one; also disabled and expired ones. @throws DomainError
 * `invalid_api_key`.
 */
export async function revokePresentedKey(
  ctx: ServiceContext & KeysContext & MeteringContext,
  { key: text }: { key: string },
): Promise<RevokedKey> {
  const { accountId, publicId } = await authenticateKey(ctx, text, [
    "active",
    "disabled",
    "expired",
    "revoked",
  ]);
  const entry = { ...auditStamp(ctx, accountId), action: "key.revoked", subject: publicId } as const;
  const { key, route } = await revokeKeyOf(ctx.db, { ...entry, detail: { by: "key" } });
  if (key === null) throw new Error("A key was gone when it was to be revoked.");
  await refreshMeter(ctx, route);
  return revokedView(key);
}

/** Revokes rotated keys whose overlap is over. Idempotent. */
export async function retireReplacedKeys({
  db,
  clock,
  requestId,
}: ServiceContext): Promise<{ retired: number }> {
  return { retired: await revokeReplacedKeys(db, { at: clock.now(), limit: MAX_A_RUN, requestId }) };
}
