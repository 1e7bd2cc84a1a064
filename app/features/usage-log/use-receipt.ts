import { useQuery } from "@tanstack/react-query";
import { ApiError, api, unwrap } from "#app/lib/api-client.ts";

/** One request of the account. One that is not there is not asked for twice. */
export const useReceipt = (id: string) =>
  useQuery({
    queryKey: ["usage-receipt", id],
    queryFn: ({ signal }) => unwrap(api.api.usage[":id"].$get({ param: { id } }, { init: { signal } })),
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
  });
