import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** Queries retry once and do not refetch on focus (specification, section 7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // After a 401 the visit is over.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status === 401),
        refetchOnWindowFocus: false,
      },
    },
  });
}
