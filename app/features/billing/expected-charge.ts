import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { balanceQuery } from "#app/features/balance/queries.ts";
import type { AutoTopUp } from "#core/contract/auto-top-up.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { autoTopUpChargesQuery, autoTopUpQuery } from "./queries.ts";

const CHECK_EVERY_MS = 3_000;
/** The cron charges within a minute. */
const CHARGED_WITHIN_MS = 2 * MINUTE_MS;

/** What auto top-up is; after `expectCharge`, until it shows what became of the charge. */
export function useAutoTopUp() {
  const queryClient = useQueryClient();
  const [expected, setExpected] = useState<{ until: number; used: number } | null>(null);
  const autoTopUp = useQuery({
    ...autoTopUpQuery,
    refetchInterval: ({ state: { data } }) =>
      data && expected && isAwaited(data, expected, Date.now()) ? CHECK_EVERY_MS : false,
  });
  const { data } = autoTopUp;
  const arrived = data && expected && !isAwaited(data, expected, Date.now());
  useEffect(() => {
    if (!arrived) return;
    setExpected(null);
    void queryClient.invalidateQueries(balanceQuery);
    void queryClient.invalidateQueries(autoTopUpChargesQuery);
  }, [arrived, queryClient]);
  const expectCharge = () =>
    setExpected({ until: Date.now() + CHARGED_WITHIN_MS, used: data?.limit_used ?? 0 });
  return { autoTopUp, expectCharge };
}

const isAwaited = (
  { charging, state, limit_used }: AutoTopUp,
  { until, used }: { until: number; used: number },
  now: number,
) => now < until && (charging || (state === "on" && limit_used === used));
