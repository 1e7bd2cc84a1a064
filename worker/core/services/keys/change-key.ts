import type { ApiKey, KeyChanges } from "#core/contract/keys.ts";
import { notFound } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { MeteringContext } from "#core/services/gateway/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { changeKeyOf } from "#core/storage/key-changes.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";
import type { KeysContext } from "./context.ts";
import { futureExpiry, refusedExpiry } from "./key-expiry.ts";
import { keyRevoked } from "./key-revoked.ts";
import { viewOfKey } from "./key-view.ts";

/**
 * Renames a key, moves its expiry, switches it off or on again, or says whose pages may use it, for every request after
 * this returns. `changes` has passed `changeKeyRequest`.
 * @throws DomainError `not_found` also for another account's key; `key_revoked`; `invalid_request` for an expiry that
 *   is past, or that follows from a plan or a rotation.
 */
export async function changeKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id, changes }: { id: string; changes: KeyChanges },
): Promise<ApiKey> {
  const { db, account } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const { name, expires_at, disabled, allowed_origins: allowedOrigins } = changes;
  const expiresAt = expires_at === undefined ? undefined : futureExpiry(expires_at, stamp.at);
  const row = await changeKeyOf(
    db,
    { ...stamp, action: "key.changed", subject: id, detail: detailOf(changes) },
    { name, expiresAt, disabled, allowedOrigins },
  );
  if (row === null) throw notFound("API key");
  if (row.status === "revoked") throw keyRevoked();
  if (expiresAt !== undefined) refuseBoundExpiry(row);
  await refreshMeter(ctx, account.id);
  return viewOfKey(ctx, row);
}

/** What storage refused, it refused for a reason that the row still has: neither a plan nor a rotation is undone. */
function refuseBoundExpiry({ planKey, replacedBy }: ApiKeyRow): void {
  if (planKey) throw refusedExpiry("The Premium key expires with its plan.");
  if (replacedBy !== null) throw refusedExpiry("A rotated API key ends with its overlap.");
}

const detailOf = (changes: KeyChanges) =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
