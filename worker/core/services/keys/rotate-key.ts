import type { ApiKey } from "#core/contract/keys.ts";
import { isTestKey } from "#core/domain/api-key.ts";
import { DomainError } from "#core/domain/errors.ts";
import { keyStateAt } from "#core/domain/key-life.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { rotateKeyOf } from "#core/storage/key-rotation.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";
import { MAX_ACTIVE_KEYS, routeOf, sealedKey } from "./create-key.ts";
import { keyRevoked, keyView } from "./key-view.ts";
import { ownKey } from "./own-key.ts";

/** Twice the limit, so that an account at its limit can still rotate every key without a gap. */
const MAX_ACTIVE_WITH_OVERLAPS = 2 * MAX_ACTIVE_KEYS;

/**
 * The old key keeps working for `overlapHours`. The response holds the new one in full, with the old one's name,
 * expiry, plan and budgets. @throws DomainError `key_revoked`, `key_not_rotatable`, `key_limit_reached`.
 */
export async function rotateKey(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<ApiKey> {
  const { db, account } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const { at } = stamp;
  const old = rotatable(await ownKey(ctx, id), at);
  const owner = { id: account.id, route: await routeOf(ctx) };
  const { row: fresh, key: text } = await sealedKey(ctx, owner, {
    name: old.name,
    test: isTestKey(old.mask),
  });
  const detail = { replaced_by: fresh.publicId, overlap_hours: overlapHours };
  const { key, route, use } = await rotateKeyOf(
    db,
    { ...stamp, action: "key.rotated", subject: id, detail },
    { old, fresh, endsAt: at + overlapHours * HOUR_MS, maxActive: MAX_ACTIVE_WITH_OVERLAPS },
  );
  if (key === null) {
    // It may have changed since it was read.
    rotatable(await ownKey({ ...ctx, namedKey: null }, id), at);
    throw tooManyOverlaps();
  }
  await refreshMeter(ctx, route);
  return { ...keyView(key, use), key: text };
}

function rotatable(row: ApiKeyRow, at: number): ApiKeyRow {
  if (row.status === "revoked") throw keyRevoked();
  if (!isOffered(row, "text"))
    throw notRotatable("The Playground’s key has no text, so it can’t be rotated.");
  if (row.replacedBy !== null) throw notRotatable("This API key has already been rotated.");
  if (keyStateAt(at, row) === "expired") throw notRotatable("This API key has expired.");
  return row;
}

const notRotatable = (why: string) => new DomainError("key_not_rotatable", why);

const tooManyOverlaps = () =>
  new DomainError(
    "key_limit_reached",
    "Too many rotated API keys still work. Revoke one, or rotate without an overlap.",
  );
