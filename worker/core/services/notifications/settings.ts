import type { NotificationSettingInput, NotificationSettings } from "#core/contract/notifications.ts";
import { MAILED_BY_DEFAULT, OPTIONAL_KINDS, type OptionalKind } from "#core/domain/notifications.ts";
import type { AccountContext, NotificationsContext } from "#core/services/context.ts";
import {
  changeNotificationSetting,
  type NotificationSettingRow,
  readNotificationSettings,
} from "#core/storage/notification-settings.ts";
import { recipientOf } from "./recipient.ts";

type SettingsContext = AccountContext & NotificationsContext;

const defaultsOf = (kind: OptionalKind) => ({ inApp: true, byMail: MAILED_BY_DEFAULT.includes(kind) });

export async function getNotificationSettings(ctx: SettingsContext): Promise<NotificationSettings> {
  return settingsView(ctx, await readNotificationSettings(ctx.db, recipientOf(ctx)));
}

const settingsView = ({ mailFrom }: NotificationsContext, rows: readonly NotificationSettingRow[]) => ({
  items: OPTIONAL_KINDS.map((kind) => settingOf(kind, rows)),
  sends_mail: mailFrom !== undefined,
});

export async function changeNotificationSettings(
  ctx: SettingsContext,
  { kind, in_app, by_mail }: NotificationSettingInput,
): Promise<NotificationSettings> {
  const rows = await changeNotificationSetting(ctx.db, recipientOf(ctx), {
    kind,
    inApp: in_app ?? null,
    byMail: by_mail ?? null,
    defaults: defaultsOf(kind),
  });
  return settingsView(ctx, rows);
}

function settingOf(kind: OptionalKind, rows: readonly NotificationSettingRow[]) {
  const { inApp, byMail } = rows.find((row) => row.kind === kind) ?? defaultsOf(kind);
  return { kind, in_app: inApp, by_mail: byMail };
}
