import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { seedEarlyResponses } from "./early-responses.ts";

/** A part of the page that appears later uses data that others have just fetched. */
const FRESH_FOR_MS = 5_000;

/** Queries retry once and do not refetch on focus (specification, section 7). */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // After a 401 the page is left.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status === 401),
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
export const browserQueryClient = (): QueryClient => (shared ??= createQueryClient());
