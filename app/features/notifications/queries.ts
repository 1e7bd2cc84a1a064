import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";

const UNREAD_FRESH_MS = 60_000;

/** Newest first, fetched again whenever the panel opens. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ["notifications", "list"],
  queryFn: ({ pageParam }) => unwrap(api.api.notifications.$get({ query: cursorQuery(pageParam) })),
  ...byCursor,
  staleTime: 0,
});

export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async () => (await unwrap(api.api.notifications.$get({ query: { limit: "1" } }))).unread,
  staleTime: UNREAD_FRESH_MS,
  refetchOnWindowFocus: true,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ["notificationSettings"],
  queryFn: () => unwrap(api.api.notifications.settings.$get()),
});
