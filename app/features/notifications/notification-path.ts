import { paths } from "#app/lib/paths.ts";
import type { Notification } from "#core/contract/notifications.ts";

/** Where a notification leads: to what it is about, or to what is to be done. */
export function notificationPath({ kind, subject }: Pick<Notification, "kind" | "subject">): string {
  switch (kind) {
    case "low_balance":
    case "payment_failed":
      return paths.addBalance;
    case "payment_received":
      return subject === null ? paths.billing : paths.receipt(subject);
    case "key_expiring":
      return paths.apiKeys;
    case "budget_reached":
      return subject === null ? paths.apiKeys : paths.keyUsage(subject);
    case "new_sign_in":
      return `${paths.profile}#sessions`;
    case "invitation_accepted":
      return paths.userManagement;
  }
}
