import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import type { NotificationSettingInput, NotificationSettings } from "#core/contract/notifications.ts";
import { notificationMessages } from "./messages.ts";

const SETTINGS_QUERY_KEY = ["notificationSettings"] as const;

export const useNotificationSettings = () =>
  useQuery({
    queryKey: SETTINGS_QUERY_KEY,
    queryFn: () => unwrap(api.api.notifications.settings.$get()),
  });

/** A switch moves at once, and back when the change could not be saved. */
export function useChangeSetting() {
  const queryClient = useQueryClient();
  const show = (change: NotificationSettingInput) =>
    queryClient.setQueryData<NotificationSettings>(SETTINGS_QUERY_KEY, (shown) => changed(shown, change));
  return useMutation({
    // One after the other: an older answer must not undo a newer one.
    scope: { id: "notification-settings" },
    mutationFn: (change: NotificationSettingInput) =>
      unwrap(api.api.notifications.settings.$patch({ json: change })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: SETTINGS_QUERY_KEY });
      const before = queryClient.getQueryData<NotificationSettings>(SETTINGS_QUERY_KEY);
      show(change);
      return before?.items.find(({ kind }) => kind === change.kind);
    },
    onError: (_failure, _change, before) => {
      if (before) show(before);
      toast({ ...notificationMessages.settingFailed, tone: "danger" });
    },
    onSettled: () =>
      queryClient.isMutating() === 1 && queryClient.invalidateQueries({ queryKey: SETTINGS_QUERY_KEY }),
  });
}

function changed(settings: NotificationSettings | undefined, change: NotificationSettingInput) {
  return (
    settings && {
      ...settings,
      items: settings.items.map((item) =>
        item.kind === change.kind
          ? { ...item, in_app: change.in_app ?? item.in_app, by_mail: change.by_mail ?? item.by_mail }
          : item,
      ),
    }
  );
}
