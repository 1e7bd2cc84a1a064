import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";

export const SUBSCRIPTION_QUERY_KEY = ["subscription"] as const;

/** The account's plan: one query for the card and the sidebar. */
export const useSubscription = () =>
  useQuery({
    queryKey: SUBSCRIPTION_QUERY_KEY,
    queryFn: () => unwrap(api.api.account.subscription.$get()),
  });
