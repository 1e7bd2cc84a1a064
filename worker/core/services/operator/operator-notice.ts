import type { SecurityChangeKind } from "#core/domain/notifications.ts";
import type { SecurityChange } from "#core/storage/notifications.ts";

/** What the customer is notified of: neither who did it, nor from where, nor why. */
export const noticeOf = (change: SecurityChangeKind, at: number): SecurityChange => ({
  ...{ change, at, method: null },
  ...{ device: null, city: null, country: null },
});
