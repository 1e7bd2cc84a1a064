import type { UnreadAnswer } from "#core/contract/notifications.ts";
import { notFound } from "#core/domain/errors.ts";
import { MOST_UNREAD } from "#core/domain/notifications.ts";
import type { AccountContext } from "#core/services/context.ts";
import { countUnread, markAllRead, markRead } from "#core/storage/notifications.ts";
import { numberOf } from "./notification-view.ts";

/** Repeating it is harmless. @throws DomainError `not_found` also for another account's. */
export async function markOneRead(
  { db, account, clock }: AccountContext,
  { id }: { id: string },
): Promise<UnreadAnswer> {
  if (!(await markRead(db, account.id, { id: numberOf(id), at: clock.now() })))
    throw notFound("Notification");
  return { unread: await countUnread(db, account.id, MOST_UNREAD) };
}

/** Marks the account's up to this one as read; what has come since stays unread. `up_to` need not exist any more. */
export async function markReadUpTo(
  { db, account, clock }: AccountContext,
  { up_to }: { up_to: string },
): Promise<UnreadAnswer> {
  await markAllRead(db, account.id, { upTo: numberOf(up_to), at: clock.now() });
  return { unread: await countUnread(db, account.id, MOST_UNREAD) };
}
