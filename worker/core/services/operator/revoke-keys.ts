import type { RevokedKeysResponse } from "#core/contract/operator.ts";
import { notFound } from "#core/domain/errors.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { findKey } from "#core/storage/keys.ts";
import { revokeKeysOf } from "#core/storage/operator-account-changes.ts";
import { findAccountToChange } from "./look-up-account.ts";
import { operatorEntry, operatorNotice, requiredReason } from "./operator-entry.ts";
import type { SuspensionInput } from "./suspend-account.ts";

/**
 * Revokes every active key of the account in one transaction, permanently: nothing is admitted with them after this
 * returns. Recorded in both logs. Repeating it revokes nothing. @throws DomainError `invalid_request`.
 */
export async function revokeAllKeys(
  ctx: OperatorContext,
  input: SuspensionInput,
): Promise<RevokedKeysResponse> {
  const reason = requiredReason(input.reason);
  const { id: accountId } = await findAccountToChange(ctx, input.account);
  const log = operatorEntry(ctx, "keys.revoked", { accountId, reason, detail: { notified: input.notify } });
  const notice = input.notify ? operatorNotice("keys_revoked", log.at) : null;
  const { revoked, route } = await revokeKeysOf(ctx.db, { log, notice }, { accountId, publicId: null });
  await ctx.refreshMeter(route);
  return { revoked };
}

/** Like `revokeAllKeys` for one key, by its public id. @throws DomainError `not_found` for another account's key. */
export async function revokeOneKey(
  ctx: OperatorContext,
  input: { account: string; key: string; reason: string },
): Promise<RevokedKeysResponse> {
  const reason = requiredReason(input.reason);
  const { id: accountId } = await findAccountToChange(ctx, input.account);
  const key = await findKey(ctx.db, accountId, input.key);
  if (key === null) throw notFound("API key");
  const { publicId } = key;
  // Without its name, which goes with the account: the log can't be changed.
  const log = operatorEntry(ctx, "key.revoked", { accountId, reason, detail: { key: publicId } });
  const { revoked, route } = await revokeKeysOf(ctx.db, { log, notice: null }, { accountId, publicId });
  await ctx.refreshMeter(route);
  return { revoked };
}
