import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** A part of the page that appears later uses what the others have just fetched. */
const FRESH_FOR_MS = 5_000;

/** Queries retry once and do not refetch on focus (specification, section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // After a 401 the visit is over.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status === 401),
        refetchOnWindowFocus: false,
        staleTime: FRESH_FOR_MS,
      },
    },
  });
}
