import { Card } from "#app/components/ui/card.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { LoadFailed } from "#app/features/account/load-failed.tsx";
import { useSession } from "#app/features/auth/use-session.ts";
import type { NotificationSetting } from "#core/contract/notifications.ts";
import { NOTIFICATION_KINDS } from "#core/domain/notifications.ts";
import { kindMessages, notificationMessages } from "./messages.ts";
import { useChangeSetting, useNotificationSettings } from "./use-notification-settings.ts";

const COLUMNS = "grid grid-cols-[minmax(0,1fr)_3.5rem_3.5rem] items-center gap-x-3 px-5 max-lg:px-4";

/** A row a kind, there before its settings are known: nothing moves when they come. */
export function NotificationSettingsCard() {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useNotificationSettings();
  if (!data && error) {
    return (
      <Card>
        <LoadFailed error={error} busy={isFetching} onRetry={() => refetch()} />
      </Card>
    );
  }
  return (
    <Card>
      <div className={`${COLUMNS} h-9 text-caption text-ink-3`} aria-hidden="true">
        <span />
        <span className="text-center">In app</span>
        <span className="text-center">Email</span>
      </div>
      {NOTIFICATION_KINDS.map((kind) => (
        <SettingRow
          key={kind}
          kind={kind}
          setting={data?.items.find((item) => item.kind === kind)}
          mails={data?.sends_mail ?? true}
        />
      ))}
      <footer className="truncate border-t px-5 py-3 text-caption text-ink-3 max-lg:px-4">
        {data?.sends_mail === false
          ? notificationMessages.noMail
          : notificationMessages.mailsGoTo(user.email)}
      </footer>
    </Card>
  );
}

interface SettingRowProps {
  kind: NotificationSetting["kind"];
  /** Undefined until it is known. */
  setting: NotificationSetting | undefined;
  mails: boolean;
}

function SettingRow({ kind, setting, mails }: SettingRowProps) {
  const { mutate } = useChangeSetting();
  const { title, description } = kindMessages[kind];
  return (
    <div className={`${COLUMNS} min-h-15 border-t py-2`}>
      <div>
        <p className="text-small font-medium">{title}</p>
        <p className="text-caption text-ink-2">{description}</p>
      </div>
      <span className="grid place-items-center">
        <Switch
          aria-label={`${title} in app`}
          checked={setting?.in_app ?? false}
          disabled={!setting}
          onCheckedChange={(in_app) => mutate({ kind, in_app })}
        />
      </span>
      <span className="grid place-items-center">
        <Switch
          aria-label={`${title} by email`}
          checked={(setting?.by_mail ?? false) && mails}
          disabled={!setting || !mails}
          onCheckedChange={(by_mail) => mutate({ kind, by_mail })}
        />
      </span>
    </div>
  );
}
