import type { AccountStop } from "#core/contract/account.ts";
import { isoTimeOrNull } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { setStoppedOf } from "#core/storage/account-stop.ts";

type StopContext = AccountContext & KeysContext & MeteringContext;

/** Whether the owner has stopped all keys. */
export const getStop = ({ account }: AccountContext): AccountStop => ({
  stopped_at: isoTimeOrNull(account.stoppedAt),
});

/**
 * Once it returns, no request of the account is admitted with any key; those admitted before finish and are charged.
 * Keys, balance and limits stay as they are. The owner is notified. Idempotent.
 */
export const stopKeys = (ctx: StopContext): Promise<AccountStop> => setStopped(ctx, true);

/** Undoes `stopKeys`: what was admitted before is admitted again. The owner is notified. Idempotent. */
export const startKeys = (ctx: StopContext): Promise<AccountStop> => setStopped(ctx, false);

async function setStopped(ctx: StopContext, stopped: boolean): Promise<AccountStop> {
  const { db, account } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const { at, place } = stamp;
  const after = await setStoppedOf(
    db,
    { ...stamp, action: stopped ? "account.stopped" : "account.started", subject: "account" },
    {
      stopped,
      change: {
        device: null,
        city: null,
        country: null,
        ...place,
        change: stopped ? "keys_stopped" : "keys_started",
        method: null,
        at,
      },
    },
  );
  await refreshMeter(ctx, after?.route ?? null);
  return { stopped_at: isoTimeOrNull(after?.stoppedAt ?? null) };
}
