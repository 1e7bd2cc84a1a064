import { useQuery } from "@tanstack/react-query";
import { BALANCE_QUERY_KEY } from "#app/features/balance/use-balance.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { RUNWAY_ADDRESS } from "#app/lib/early-addresses.ts";
import { orEarly } from "#app/lib/early-answers.ts";

/** Below the balance's key: whatever changes the balance asks for both again. */
export const RUNWAY_QUERY_KEY = [...BALANCE_QUERY_KEY, "runway"] as const;

export const useRunway = () =>
  useQuery({
    queryKey: RUNWAY_QUERY_KEY,
    ...orEarly(RUNWAY_ADDRESS, (signal) => unwrap(api.api.account.runway.$get({}, { init: { signal } }))),
  });
