import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { DomainError, notFound } from "#core/domain/errors.ts";
import { keyStateAt } from "#core/domain/key-life.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { MeteringContext } from "#core/services/gateway/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { rotateKeyOf } from "#core/storage/key-rotation.ts";
import { type ApiKeyRow, findKey } from "#core/storage/keys.ts";
import type { KeysContext } from "./context.ts";
import { MAX_ACTIVE_KEYS } from "./create-key.ts";
import { keyRevoked } from "./key-revoked.ts";
import { viewOfKey } from "./key-view.ts";
import { sealedKey } from "./new-key.ts";

const HOUR_MS = 3_600_000;
/** Above what may be made: whoever has as many keys as they may have can still rotate them all without a gap. */
const MAX_ACTIVE_WITH_OVERLAPS = 2 * MAX_ACTIVE_KEYS;

/**
 * Makes a new key in place of an old one, which works on for `overlapHours`, or is revoked at once when that is 0.
 * The answer holds the new key in full; it has the old one's name, expiry, plan and budgets. Needs no balance.
 * @throws DomainError `not_found` also for another account's key; `key_revoked`; `key_not_rotatable` for an expired key
 *   or one that was rotated; `key_limit_reached`.
 */
export async function rotateKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<ApiKey> {
  const { db, account } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const { at } = stamp;
  const old = rotatable(await findKey(db, account.id, id), at);
  const { row: fresh, key } = await sealedKey(ctx, account.id, {
    name: old.name,
    test: isTestKey(old.mask),
  });
  const detail = { replaced_by: fresh.publicId, overlap_hours: overlapHours };
  const row = await rotateKeyOf(
    db,
    { ...stamp, action: "key.rotated", subject: id, detail },
    { old, fresh, endsAt: at + overlapHours * HOUR_MS, maxActive: MAX_ACTIVE_WITH_OVERLAPS },
  );
  if (row === null) {
    rotatable(await findKey(db, account.id, id), at);
    throw tooManyOverlaps();
  }
  await refreshMeter(ctx, account.id);
  return { ...(await viewOfKey(ctx, row)), key };
}

function rotatable(row: ApiKeyRow | null, at: number): ApiKeyRow {
  if (row === null) throw notFound("API key");
  if (row.status === "revoked") throw keyRevoked();
  if (row.replacedBy !== null) throw notRotatable("This API key was rotated already.");
  if (keyStateAt(at, row) === "expired") throw notRotatable("This API key has expired.");
  return row;
}

const notRotatable = (why: string) => new DomainError("key_not_rotatable", why);

const tooManyOverlaps = () =>
  new DomainError(
    "key_limit_reached",
    "Too many rotated API keys still work. Revoke one, or rotate without an overlap.",
  );
