import { Link } from "@remix-run/react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import BellOff from "lucide-react/icons/bell-off";
import { type ReactNode, useRef, useState } from "react";
import { PopoverOrSheet } from "#app/components/popover-or-sheet.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { SheetTitle } from "#app/components/ui/sheet.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { paths } from "#app/lib/paths.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { toast } from "#app/lib/toast.ts";
import type { Notification } from "#core/contract/notifications.ts";
import { bellMessages } from "./bell-messages.ts";
import { notificationMessages } from "./messages.ts";
import { NotificationRow } from "./notification-row.tsx";
import { notificationsQuery, unreadQuery } from "./queries.ts";

export default function NotificationsPanel({ trigger }: OnDemandProps) {
  const [open, setOpen] = useState(true);
  const leaving = useRef(false);
  const leave = () => {
    leaving.current = true;
    setOpen(false);
  };
  /** The focus doesn't return to the button when a notification opens its page. */
  const keepFocusWhenLeaving = (event: Event) => {
    if (leaving.current) event.preventDefault();
    leaving.current = false;
  };
  const heading = <h2 className="text-small font-medium">{bellMessages.title}</h2>;
  return (
    <PopoverOrSheet
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      label={bellMessages.title}
      popover={{
        className: "flex max-h-[min(34rem,calc(100vh-5rem))] w-[23rem] flex-col overflow-hidden p-0",
        onCloseAutoFocus: keepFocusWhenLeaving,
      }}
      sheet={{ closeLabel: "Close", onCloseAutoFocus: keepFocusWhenLeaving }}
    >
      {(place) => (
        <PanelContent
          heading={place === "sheet" ? <SheetTitle asChild>{heading}</SheetTitle> : heading}
          onLeave={leave}
        />
      )}
    </PopoverOrSheet>
  );
}

function PanelContent({ heading, onLeave }: { heading: ReactNode; onLeave: () => void }) {
  const { data } = useInfiniteQuery(notificationsQuery);
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
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NotificationList onLeave={onLeave} onRead={(id) => mutate({ id })} />
      </div>
      <div className="shrink-0 border-t px-4 py-2">
        <Link
          to={{ pathname: paths.profile, hash: "notifications" }}
          onClick={onLeave}
          className="inline-flex min-h-7 items-center rounded-tag text-caption font-medium text-accent-ink underline-offset-4 hover:underline max-sm:min-h-9"
        >
          {notificationMessages.settings}
        </Link>
      </div>
    </>
  );
}

function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: { id: string } | { upTo: string }) =>
      unwrap(
        "id" in which
          ? api.api.notifications[":id"].read.$post({ param: which })
          : api.api.notifications.read.$post({ json: { up_to: which.upTo } }),
      ),
    onSuccess: ({ unread }) => {
      void showStored(queryClient, unreadQuery, unread);
      return queryClient.invalidateQueries(notificationsQuery);
    },
    onError: () => toast.failure(notificationMessages.markFailed),
  });
}

function NotificationList({ onLeave, onRead }: { onLeave: () => void; onRead: (id: string) => void }) {
  const query = useInfiniteQuery(notificationsQuery);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <>
      <QueryState
        query={query}
        loading="Loading notifications"
        skeleton={<NotificationsSkeleton />}
        failed={notificationMessages.loadFailed}
      >
        {({ pages }) => (
          <Notifications
            items={pages.flatMap((page) => page.items)}
            onChoose={(item) => {
              if (item.read_at === null) onRead(item.id);
              onLeave();
            }}
          />
        )}
      </QueryState>
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

interface NotificationsProps {
  items: Notification[];
  onChoose: (item: Notification) => void;
}

function Notifications({ items, onChoose }: NotificationsProps) {
  if (items.length === 0)
    return <EmptyState icon={BellOff} className="py-10" {...notificationMessages.empty} />;
  return (
    <ul className="divide-y">
      {items.map((item) => (
        <NotificationRow key={item.id} notification={item} onChoose={() => onChoose(item)} />
      ))}
    </ul>
  );
}

const NotificationsSkeleton = () => (
  <div className="divide-y">
    {["first", "second", "third"].map((row) => (
      <span key={row} className="flex gap-3 px-4 py-3.5">
        <Skeleton className="size-7 rounded-full" />
        <span className="grid flex-1 gap-2 py-1">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-3 w-60" />
          <Skeleton className="h-2.5 w-20" />
        </span>
      </span>
    ))}
  </div>
);
