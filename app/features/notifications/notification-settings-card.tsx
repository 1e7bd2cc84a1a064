import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#app/components/query-state.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { useSession } from "#app/lib/auth/session.ts";
import { useSwitchChange } from "#app/lib/use-switch-change.ts";
import type { NotificationSettingInput, NotificationSettings } from "#core/contract/notifications.ts";
import { OPTIONAL_KINDS } from "#core/domain/notifications.ts";
import { OPTIONAL } from "./kinds.ts";
import { notificationMessages } from "./messages.ts";
import { notificationSettingsQuery } from "./queries.ts";

const COLUMNS = "grid grid-cols-[minmax(0,1fr)_3.5rem_3.5rem] items-center gap-x-3 px-5 max-lg:px-4";

/** One row per kind, shown before the settings load, so that nothing moves when they arrive. */
export function NotificationSettingsCard() {
  return (
    <QueryState
      query={useQuery(notificationSettingsQuery)}
      failed={{ title: notificationMessages.settingsFailed, variant: "card" }}
    >
      {(settings) => <SettingRows settings={settings} />}
    </QueryState>
  );
}

function SettingRows({ settings }: { settings: NotificationSettings | undefined }) {
  const { user } = useSession();
  const emails = settings?.sends_mail ?? true;
  return (
    <Card>
      <div className={`${COLUMNS} h-9 text-caption text-ink-3`} aria-hidden="true">
        <span />
        <span className="text-center">In app</span>
        <span className="text-center">Email</span>
      </div>
      {OPTIONAL_KINDS.map((kind) => (
        <SettingRow
          key={kind}
          kind={kind}
          setting={settings?.items.find((item) => item.kind === kind)}
          emails={emails}
        />
      ))}
      <footer className="truncate border-t px-5 py-3 text-caption text-ink-3 max-lg:px-4">
        {emails ? notificationMessages.emailsGoTo(user.email) : notificationMessages.noEmail}
      </footer>
    </Card>
  );
}

interface SettingRowProps {
  kind: NotificationSettingInput["kind"];
  setting: NotificationSettings["items"][number] | undefined;
  /** False on a deployment that sends no email. */
  emails: boolean;
}

function SettingRow({ kind, setting, emails }: SettingRowProps) {
  const { mutate } = useChangeSetting();
  const { title, description } = OPTIONAL[kind];
  return (
    <div className={`${COLUMNS} min-h-15 border-t py-2`}>
      <div>
        <p className="text-small font-medium">{title}</p>
        <p className="text-caption text-ink-2">{description}</p>
      </div>
      <Switch
        className="mx-auto"
        aria-label={`${title} in app`}
        checked={setting?.in_app ?? false}
        disabled={!setting}
        onCheckedChange={(in_app) => mutate({ kind, in_app })}
      />
      <Switch
        className="mx-auto"
        aria-label={`${title} by email`}
        checked={(setting?.by_mail ?? false) && emails}
        disabled={!setting || !emails}
        onCheckedChange={(by_mail) => mutate({ kind, by_mail })}
      />
    </div>
  );
}

const useChangeSetting = () =>
  useSwitchChange({
    query: notificationSettingsQuery,
    send: (change: NotificationSettingInput) =>
      unwrap(api.api.notifications.settings.$patch({ json: change })),
    show: withChange,
    undo: ({ items }, change) => items.find(({ kind }) => kind === change.kind) ?? change,
    failed: notificationMessages.settingFailed,
  });

function withChange(settings: NotificationSettings, change: NotificationSettingInput) {
  const { kind, in_app, by_mail } = change;
  const items = settings.items.map((item) =>
    item.kind === kind ? { ...item, in_app: in_app ?? item.in_app, by_mail: by_mail ?? item.by_mail } : item,
  );
  return { ...settings, items };
}
