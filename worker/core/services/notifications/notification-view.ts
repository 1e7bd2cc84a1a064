import type { Notification } from "#core/contract/notifications.ts";
import { notFound } from "#core/domain/errors.ts";
import { subjectOf, textOf } from "#core/domain/notification-text.ts";
import type { NotificationRow } from "#core/storage/notifications.ts";
import { toldBy } from "./told.ts";

const PREFIX = "ntf_";
const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** A notification as its account is shown it; null of one that this version does not know. */
export function notificationView(row: NotificationRow): Notification | null {
  const told = toldBy(row);
  if (told === null) return null;
  return {
    id: PREFIX + row.id,
    kind: told.kind,
    ...textOf(told),
    subject: subjectOf(told),
    created_at: iso(row.createdAt),
    read_at: row.readAt === null ? null : iso(row.readAt),
  };
}

/** The row's number. @throws DomainError `not_found` for what is no notification's id. */
export function numberOf(id: string): number {
  if (!/^ntf_\d{1,15}$/.test(id)) throw notFound("Notification");
  return Number(id.slice(PREFIX.length));
}
