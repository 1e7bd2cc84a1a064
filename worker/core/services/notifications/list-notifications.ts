import type { NotificationsAnswer } from "#core/contract/notifications.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { MOST_UNREAD } from "#core/domain/notifications.ts";
import { cursorAt, cutPage, placeOf } from "#core/domain/page.ts";
import type { AccountContext } from "#core/services/context.ts";
import { countUnread, readNotifications } from "#core/storage/notifications.ts";
import { notificationView } from "./notification-view.ts";

/**
 * What the account was told of, newest first, and how much of all that it has not read, counted up to `MOST_UNREAD`.
 * The cost of a page does not grow with their number.
 * @throws DomainError `invalid_request` for a cursor that is none.
 */
export async function listNotifications(
  { db, account }: AccountContext,
  { cursor, limit }: PageQuery,
): Promise<NotificationsAnswer> {
  const [before = null] = cursor === undefined ? [] : placeOf(cursor, 1);
  const [rows, unread] = await Promise.all([
    readNotifications(db, account.id, { before, limit: limit + 1 }),
    countUnread(db, account.id, MOST_UNREAD),
  ]);
  const page = cutPage(rows, limit, { item: notificationView, cursor: ({ id }) => cursorAt(id) });
  return { ...page, items: page.items.filter((item) => item !== null), unread };
}
