import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { usageQuery } from "#app/lib/usage-params.ts";

/** Counts arrive within ten seconds, and a reader notices within another fifteen. */
const LIVE = { refetchInterval: 15_000, refetchOnWindowFocus: true };

export const REFUSALS_KEY = ["refusals"];

/** Of one key, or of all. While another range loads, the previous counts stay. */
export function refusalsQuery(range: ChosenRange, keyId?: string) {
  const query = usageQuery(range, keyId ? { keyId } : {});
  return queryOptions({
    queryKey: [...REFUSALS_KEY, query],
    queryFn: ({ signal }) => unwrap(api.api.usage.refusals.$get({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

/** Keys that are being refused. */
export function currentRefusalsQuery(keyId?: string) {
  const query = keyId ? { key_id: keyId } : {};
  return queryOptions({
    queryKey: [...REFUSALS_KEY, "current", query],
    queryFn: ({ signal }) => unwrap(api.api.usage.refusals.current.$get({ query }, { init: { signal } })),
    ...LIVE,
  });
}
