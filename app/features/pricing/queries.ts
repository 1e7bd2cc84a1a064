import { queryOptions } from "@tanstack/react-query";
import { apiErrorOf } from "#app/lib/api-error.ts";
import type { PricesResponse } from "#core/contract/prices.ts";
import { MINUTE_MS } from "#core/domain/time.ts";

/** Without the API client, which sends readers who aren't signed in to the sign-in page. */
export const pricesQuery = queryOptions({
  queryKey: ["prices"],
  queryFn: async ({ signal }): Promise<PricesResponse> => {
    const response = await fetch("/api/prices", { signal });
    if (!response.ok) throw await apiErrorOf(response);
    return await response.json();
  },
  staleTime: MINUTE_MS,
});
