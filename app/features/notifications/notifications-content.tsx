import { Link } from "@remix-run/react";
import { BellOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { LoadFailed } from "#app/features/account/load-failed.tsx";
import { paths } from "#app/lib/paths.ts";
import { notificationMessages } from "./messages.ts";
import { NotificationRow } from "./notification-row.tsx";
import { NotificationsSkeleton } from "./notifications-skeleton.tsx";
import { useMarkRead, useNotifications } from "./use-notifications.ts";

const SETTINGS_HASH = "notifications";

interface NotificationsContentProps {
  heading: ReactNode;
  /** Hears that a page was chosen in it. */
  onLeave(): void;
}

export function NotificationsContent({ heading, onLeave }: NotificationsContentProps) {
  const { data } = useNotifications();
  const { mutate, isPending } = useMarkRead();
  const newest = data?.pages[0]?.items[0];
  const unread = data?.pages[0]?.unread ?? 0;
  return (
    <>
      <div className="flex h-11 shrink-0 items-center justify-between border-b pr-2 pl-4 max-sm:h-14 max-sm:pr-14">
        {heading}
        {newest && unread > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="px-2"
            busy={isPending}
            onClick={() => mutate({ upTo: newest.id })}
          >
            {notificationMessages.markAll}
          </Button>
        )}
      </div>
      <div className="min-h-64 flex-1 overflow-y-auto">
        <NotificationList onLeave={onLeave} onRead={(id) => mutate({ id })} />
      </div>
      <div className="shrink-0 border-t px-4 py-2">
        <Link
          to={{ pathname: paths.profile, hash: SETTINGS_HASH }}
          onClick={onLeave}
          className="inline-flex min-h-7 items-center rounded-tag text-caption font-medium text-accent-ink underline-offset-4 hover:underline max-sm:min-h-9"
        >
          {notificationMessages.settings}
        </Link>
      </div>
    </>
  );
}

interface NotificationListProps {
  onLeave(): void;
  onRead(id: string): void;
}

function NotificationList({ onLeave, onRead }: NotificationListProps) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useNotifications();
  if (!data && error) {
    const { loadFailed: title, tryAgain } = notificationMessages;
    return (
      <LoadFailed
        error={error}
        title={title}
        fallback={tryAgain}
        busy={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  if (!data) return <NotificationsSkeleton />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <EmptyState icon={BellOff} className="py-10" {...notificationMessages.empty} />;
  return (
    <>
      <ul className="divide-y">
        {items.map((item) => (
          <NotificationRow
            key={item.id}
            notification={item}
            onChoose={() => {
              if (item.read_at === null) onRead(item.id);
              onLeave();
            }}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="border-t py-2 text-center">
          <Button variant="ghost" size="sm" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? "Loading…" : "Load older"}
          </Button>
        </div>
      )}
    </>
  );
}
