import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { SUBSCRIPTION_ADDRESS } from "#app/lib/early-addresses.ts";
import { orEarly } from "#app/lib/early-answers.ts";

export const SUBSCRIPTION_QUERY_KEY = ["subscription"] as const;

/** The account's plan: one query for the card and the sidebar. */
export const useSubscription = () =>
  useQuery({
    queryKey: SUBSCRIPTION_QUERY_KEY,
    ...orEarly(SUBSCRIPTION_ADDRESS, () => unwrap(api.api.account.subscription.$get())),
  });
