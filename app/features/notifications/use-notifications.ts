import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import { notificationMessages } from "./messages.ts";
import { NOTIFICATIONS_QUERY_KEY, UNREAD_QUERY_KEY } from "./use-unread.ts";

const FIRST = "";

/** Newest first; asked again whenever they are opened. */
export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: [...NOTIFICATIONS_QUERY_KEY, "list"],
    queryFn: ({ pageParam }) =>
      unwrap(api.api.notifications.$get({ query: pageParam === FIRST ? {} : { cursor: pageParam } })),
    initialPageParam: FIRST,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  });

/** Marks one as read, or all up to one. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: { id: string } | { upTo: string }) =>
      unwrap(
        "id" in which
          ? api.api.notifications[":id"].read.$post({ param: which })
          : api.api.notifications.read.$post({ json: { up_to: which.upTo } }),
      ),
    onSuccess: ({ unread }) => {
      queryClient.setQueryData(UNREAD_QUERY_KEY, unread);
      return queryClient.invalidateQueries({ queryKey: [...NOTIFICATIONS_QUERY_KEY, "list"] });
    },
    onError: () => toast({ ...notificationMessages.markFailed, tone: "danger" }),
  });
}
