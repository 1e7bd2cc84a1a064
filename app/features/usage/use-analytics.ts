import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, api, unwrap } from "#app/lib/api-client.ts";
import { analyticsAddress } from "#app/lib/early-addresses.ts";
import { orEarly } from "#app/lib/early-answers.ts";
import { toast } from "#app/lib/toast.ts";
import type { Range } from "#core/domain/ranges.ts";
import { ANALYTICS_FAILED_TITLE, ANALYTICS_FAILED_TOAST } from "./messages.ts";
import { filterQuery, type UsageFilter } from "./usage-filter.ts";

interface AnalyticsOptions {
  range: Range;
  zone: string;
  /** Whose figures, instead of the account's. */
  filter?: UsageFilter;
}

/** The figures of a range. While another range or a refresh loads, the former figures stay. */
export function useAnalytics({ range, zone, filter = {} }: AnalyticsOptions) {
  const asked = { range, tz: zone, ...filterQuery(filter) };
  const query = useQuery({
    queryKey: ["analytics", range, zone, filter],
    ...orEarly(analyticsAddress(asked), (signal) =>
      unwrap(api.api.analytics.$get({ query: asked }, { init: { signal } })),
    ),
    placeholderData: keepPreviousData,
  });
  const { error, errorUpdatedAt } = query;
  // After a 401 the sign-in page is on its way and says what is wrong.
  const failed = error !== null && !(error instanceof ApiError && error.status === 401);
  useEffect(() => {
    if (failed && errorUpdatedAt > 0) {
      toast({ title: ANALYTICS_FAILED_TITLE, description: ANALYTICS_FAILED_TOAST, tone: "danger" });
    }
  }, [failed, errorUpdatedAt]);
  return query;
}
