import type { Notification, NotificationsResponse, UnreadResponse } from "#core/contract/notifications.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { notFound } from "#core/domain/errors.ts";
import { subjectOf, textOf } from "#core/domain/notification-text.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import {
  countUnread,
  markAllRead,
  markRead,
  type NotificationRow,
  readNotifications,
} from "#core/storage/notifications.ts";
import { together } from "#core/storage/read.ts";
import { parsePayload } from "./payload.ts";
import { recipientOf } from "./recipient.ts";

const PREFIX = "ntf_";

/** Newest first, with the unread count up to `MOST_UNREAD`. */
export async function listNotifications(
  ctx: AccountContext,
  { cursor, limit }: PageQuery,
): Promise<NotificationsResponse> {
  const [before = null] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const [rows, unread] = await together(ctx.db, [
    readNotifications(ctx.db, recipientOf(ctx), { before, limit: limit + 1 }),
    countUnread(ctx.db, recipientOf(ctx)),
  ]);
  const page = cutPage(rows, limit, { item: notificationView, cursor: ({ id }) => formatCursor(id) });
  return { ...page, items: page.items.filter((item) => item !== null), unread };
}

/** Idempotent. */
export async function markOneRead(ctx: AccountContext, { id }: { id: string }): Promise<UnreadResponse> {
  const { known, unread } = await markRead(ctx.db, recipientOf(ctx), {
    id: numberOf(id),
    at: ctx.clock.now(),
  });
  if (!known) throw notFound("Notification");
  return { unread };
}

/** `up_to` need not exist any more. */
export async function markReadUpTo(
  ctx: AccountContext,
  { up_to }: { up_to: string },
): Promise<UnreadResponse> {
  const read = { upTo: numberOf(up_to), at: ctx.clock.now() };
  return { unread: await markAllRead(ctx.db, recipientOf(ctx), read) };
}

/** Null for a notification that this version does not know. */
function notificationView(row: NotificationRow): Notification | null {
  const payload = parsePayload(row);
  if (payload === null) return null;
  return {
    id: PREFIX + row.id,
    kind: payload.kind,
    ...textOf(payload),
    subject: subjectOf(payload),
    created_at: isoTime(row.createdAt),
    read_at: isoTimeOrNull(row.readAt),
  };
}

function numberOf(id: string): number {
  if (!/^ntf_\d{1,15}$/.test(id)) throw notFound("Notification");
  return Number(id.slice(PREFIX.length));
}
