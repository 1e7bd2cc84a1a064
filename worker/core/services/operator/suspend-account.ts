import type { SuspensionResponse } from "#core/contract/operator.ts";
import { isoTimeOrNull } from "#core/domain/time.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { setSuspendedOf } from "#core/storage/operator-account-changes.ts";
import { findOpenAccount } from "./look-up-account.ts";
import { operatorEntry, operatorNotice, requiredReason } from "./operator-entry.ts";

export interface SuspensionInput {
  account: string;
  /** The customer doesn't see it. */
  reason: string;
  /** Notifies the customer, by email too. */
  notify: boolean;
}

/**
 * Once it returns, no request of the account is admitted, whichever key it uses; those admitted before finish and are
 * charged. The owner can still sign in. Recorded in both logs. Idempotent. @throws DomainError `invalid_request`.
 */
export const suspendAccount = (ctx: OperatorContext, input: SuspensionInput): Promise<SuspensionResponse> =>
  setSuspended(ctx, true, input);

/** Undoes `suspendAccount`. A stop by the owner stays. Idempotent. @throws DomainError `invalid_request`. */
export const resumeAccount = (ctx: OperatorContext, input: SuspensionInput): Promise<SuspensionResponse> =>
  setSuspended(ctx, false, input);

async function setSuspended(
  ctx: OperatorContext,
  suspended: boolean,
  input: SuspensionInput,
): Promise<SuspensionResponse> {
  const reason = requiredReason(input.reason);
  const { id: accountId } = await findOpenAccount(ctx, input.account);
  const action = suspended ? "account.suspended" : "account.resumed";
  const log = operatorEntry(ctx, action, { accountId, reason, detail: { notified: input.notify } });
  const { requestId, at } = log;
  const after = await setSuspendedOf(ctx.db, suspended, {
    audit: { accountId, action, subject: "account", requestId, at },
    log,
    notice: input.notify ? operatorNotice(suspended ? "account_suspended" : "account_resumed", at) : null,
  });
  await ctx.refreshMeter(after?.route ?? null);
  return { suspended_at: isoTimeOrNull(after?.suspendedAt ?? null) };
}
