import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";

/** Whether all keys are stopped. It may be ended in another tab or by someone else who is signed in. */
export const stopQuery = queryOptions({
  queryKey: ["stop"],
  queryFn: ({ signal }) => unwrap(api.api.account.stop.$get({}, { init: { signal } })),
  staleTime: 60_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
});
