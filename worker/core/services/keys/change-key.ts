import type { ApiKey, KeyChanges } from "#core/contract/keys.ts";
import { notFound } from "#core/domain/errors.ts";
import { fixedFields } from "#core/domain/key-parts.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { changeKeyOf } from "#core/storage/key-changes.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";
import { futureExpiry, refusedExpiry } from "./create-key.ts";
import { keyRevoked, keyView, playgroundKey } from "./key-view.ts";
import { requestedRestrictions } from "./restrictions.ts";

/**
 * Takes effect at once.
 * @throws DomainError `key_revoked`; `playground_key`; `invalid_request` for a past or a fixed expiry, and an unknown model.
 */
export async function changeKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id, changes }: { id: string; changes: KeyChanges },
): Promise<ApiKey> {
  const { db, account } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const { name, expires_at, disabled, shows_balance: showsBalance } = changes;
  const expiresAt = expires_at === undefined ? undefined : futureExpiry(expires_at, stamp.at);
  const restrictions = await requestedRestrictions(ctx, changes);
  const { key, route, use } = await changeKeyOf(
    db,
    { ...stamp, action: "key.changed", subject: id, detail: detailOf(changes) },
    { name, expiresAt, disabled, restrictions, showsBalance },
    { exceptPlayground: fixedFields(changes).length > 0 },
  );
  if (key === null) throw notFound("API key");
  if (key.status === "revoked") throw keyRevoked();
  if (key.playground) refuseFixed(changes);
  if (expiresAt !== undefined) refuseBoundExpiry(key);
  await refreshMeter(ctx, route);
  return keyView(key, use);
}

/** Storage left the row unchanged, so it still shows the reason. */
function refuseBoundExpiry({ planKey, replacedBy }: ApiKeyRow): void {
  if (planKey) throw refusedExpiry("The Premium key expires with its plan.");
  if (replacedBy !== null) throw refusedExpiry("A rotated API key expires when its overlap ends.");
}

/** Likewise. */
function refuseFixed(changes: KeyChanges): void {
  const [field] = fixedFields(changes);
  if (field !== undefined)
    throw playgroundKey(`The ${field} field of the Playground’s key can’t be changed.`, field);
}

const detailOf = (changes: KeyChanges) =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
