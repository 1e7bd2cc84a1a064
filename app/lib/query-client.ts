import { focusManager, QueryClient } from "@tanstack/react-query";
import { MINUTE_MS } from "#core/domain/time.ts";
import { ApiError } from "./api-error.ts";
import { seedEarlyResponses } from "./query-cache.ts";

/** A part of the page that appears later uses data that others have just fetched. */
const FRESH_FOR_MS = 5_000;

/**
 * For figures that stay in view: fetched again every minute while the page is visible, and at once when the reader
 * returns after longer than that. Without a network the fetch waits for it. A failed first load waits for the reader.
 */
export const EVERY_MINUTE = {
  refetchInterval: ({ state }: { state: { data: unknown } }) =>
    state.data === undefined ? false : MINUTE_MS,
  refetchOnWindowFocus: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt >= MINUTE_MS,
};

/** Another window may have been in front of a page that stayed visible. */
function watchFocus(): void {
  focusManager.setEventListener((notify) => {
    const returned = () => notify();
    window.addEventListener("visibilitychange", returned);
    window.addEventListener("focus", returned);
    return () => {
      window.removeEventListener("visibilitychange", returned);
      window.removeEventListener("focus", returned);
    };
  });
}

/** A refusal is final: trying again doesn't change what was asked, or by whom. */
const isFinal = (error: Error) => error instanceof ApiError && error.status < 500;

/** Queries retry once and do not refetch on focus (specification, section 7). */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !isFinal(error),
        refetchOnWindowFocus: false,
        staleTime: FRESH_FOR_MS,
      },
    },
  });
  seedEarlyResponses(queryClient);
  return queryClient;
}

let shared: QueryClient | undefined;

/** One per browser tab; the server makes one per request. */
export function browserQueryClient(): QueryClient {
  if (!shared) {
    watchFocus();
    shared = createQueryClient();
  }
  return shared;
}
