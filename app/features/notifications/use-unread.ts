import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { useIdle } from "./use-idle.ts";

/** What begins with it is told anew when something was read. */
export const NOTIFICATIONS_QUERY_KEY = ["notifications"] as const;
export const UNREAD_QUERY_KEY = [...NOTIFICATIONS_QUERY_KEY, "unread"] as const;

const FRESH_FOR_MS = 60_000;

/** How many notifications are unread: asked once the page is idle, and when it is looked at again after a minute. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: UNREAD_QUERY_KEY,
    queryFn: async () => (await unwrap(api.api.notifications.$get({ query: { limit: "1" } }))).unread,
    enabled: useIdle(),
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: true,
  });
  return data ?? 0;
}
