import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";

export const recentActivityQuery = queryOptions({
  queryKey: ["activity", "recent"],
  queryFn: ({ signal }) => unwrap(api.api.audit.$get({ query: { limit: "3" } }, { init: { signal } })),
});
