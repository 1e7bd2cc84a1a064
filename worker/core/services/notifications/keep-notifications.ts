import { NOTIFICATION_DAYS } from "#core/domain/notifications.ts";
import { DAY_MS } from "#core/domain/ranges.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { noteExpiring } from "#core/storage/expiring-keys.ts";
import { deleteNotifications } from "#core/storage/notifications.ts";

/** Of each kind of work in one run; the next run goes on. */
const MAX_A_RUN = 500;

interface NotificationsReport {
  /** Keys whose coming end their owners were told of. */
  expiring: number;
  /** Notifications that were kept long enough. */
  deleted: number;
}

/** What no request causes: tells of keys that end soon, and deletes what is old. Repeating it changes nothing. */
export async function keepNotifications({ db, clock }: ServiceContext): Promise<NotificationsReport> {
  const now = clock.now();
  const expiring = await noteExpiring(db, { now, limit: MAX_A_RUN });
  const before = now - NOTIFICATION_DAYS * DAY_MS;
  return { expiring, deleted: await deleteNotifications(db, { before, limit: MAX_A_RUN }) };
}
