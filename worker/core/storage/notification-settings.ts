import { and, eq, sql } from "drizzle-orm";
import type { OptionalKind } from "#core/domain/notifications.ts";
import type { Database } from "./database.ts";
import type { Recipient } from "./notifications.ts";
import { type Read, rowsOf, writeAndRead } from "./read.ts";
import { notificationSettings } from "./schema/notifications.ts";

export type NotificationSettingRow = Omit<typeof notificationSettings.$inferSelect, keyof Recipient>;

export function readNotificationSettings(
  db: Database,
  { accountId, userId }: Recipient,
): Read<NotificationSettingRow[]> {
  const { kind, inApp, byMail } = notificationSettings;
  const own = db
    .select({ kind, inApp, byMail })
    .from(notificationSettings)
    .where(and(eq(notificationSettings.accountId, accountId), eq(notificationSettings.userId, userId)));
  return rowsOf(db, own);
}

/** Sets the given fields of a kind; the others keep their value or get their default. @returns all settings. */
export async function changeNotificationSetting(
  db: Database,
  { accountId, userId }: Recipient,
  {
    kind,
    inApp = null,
    byMail = null,
    defaults,
  }: {
    kind: OptionalKind;
    inApp?: boolean | null;
    byMail?: boolean | null;
    defaults: { inApp: boolean; byMail: boolean };
  },
): Promise<NotificationSettingRow[]> {
  const [app, mail] = [bit(inApp), bit(byMail)];
  const changed = db.run(sql`INSERT INTO notification_settings (account_id, user_id, kind, in_app, by_mail)
      VALUES (${accountId}, ${userId}, ${kind}, coalesce(${app}, ${bit(defaults.inApp)}), coalesce(${mail}, ${bit(defaults.byMail)}))
      ON CONFLICT (account_id, user_id, kind) DO UPDATE SET
        in_app = coalesce(${app}, in_app), by_mail = coalesce(${mail}, by_mail)`);
  return (await writeAndRead(db, [changed], [readNotificationSettings(db, { accountId, userId })])).values[0];
}

const bit = (flag: boolean | null) => (flag === null ? null : Number(flag));
