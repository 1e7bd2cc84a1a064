import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

export const REFRESH_INTERVAL_MS = 60_000;

/**
 * Fetches what a page shows again every minute while it is visible and online, and at once when the reader returns
 * after longer than that. Nothing shows that it does, and what it can't fetch stays as it is.
 */
export function useAutoRefresh(queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are constants of the page
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let due = Date.now() + REFRESH_INTERVAL_MS;
    const check = () => {
      clearTimeout(timer);
      // Looking at the page again starts the timer again.
      if (document.hidden || !navigator.onLine) return;
      if (Date.now() >= due) {
        due = Date.now() + REFRESH_INTERVAL_MS;
        for (const queryKey of queryKeys) void refreshQuietly(queryClient, queryKey);
      }
      timer = setTimeout(check, due - Date.now());
    };
    check();
    document.addEventListener("visibilitychange", check);
    window.addEventListener("online", check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", check);
      window.removeEventListener("online", check);
    };
  }, [queryClient]);
}

/** Beside the queries' own fetches, so that no spinner shows, and no failure replaces what is there. */
async function refreshQuietly(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey, type: "active", fetchStatus: "idle" });
  await Promise.all(
    shown.map(async ({ queryKey: key, queryHash, options, state }) => {
      if (typeof options.queryFn !== "function") return;
      const { signal } = new AbortController();
      const context = { client: queryClient, queryKey: key, signal, meta: options.meta };
      try {
        const data = await options.queryFn(context);
        const now = queryClient.getQueryCache().get(queryHash);
        // A fetch of the query's own, meanwhile, is newer or about to be.
        if (now?.state.fetchStatus !== "idle" || now.state.dataUpdatedAt !== state.dataUpdatedAt) return;
        queryClient.setQueryData(key, data);
      } catch {
        // The next one is due in a minute; “As of” says how old the figures are.
      }
    }),
  );
}
