import { NOTIFICATION_DAYS } from "#core/domain/notifications.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { notifyExpiring } from "#core/storage/key-notices.ts";
import { deleteNotifications } from "#core/storage/notifications.ts";
import { notifyRefused } from "#core/storage/refusal-notices.ts";

const MAX_A_RUN = 500;

interface NotificationsReport {
  expiring: number;
  refused: number;
  deleted: number;
}

/** Notifies of keys that expire soon or are being refused, and deletes old notifications. Repeating it changes nothing. */
export async function maintainNotifications({ db, clock }: ServiceContext): Promise<NotificationsReport> {
  const now = clock.now();
  const expiring = await notifyExpiring(db, { now, limit: MAX_A_RUN });
  const refused = await notifyRefused(db, null, { now, limit: MAX_A_RUN });
  const before = now - NOTIFICATION_DAYS * DAY_MS;
  return {
    expiring,
    refused,
    deleted: await deleteNotifications(db, { before, limit: MAX_A_RUN }),
  };
}
