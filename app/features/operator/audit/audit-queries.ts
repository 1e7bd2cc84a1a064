import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { fromOperatorApi, operatorApi } from "#app/features/operator/operator-api.ts";
import { everyOperatorQuery } from "#app/features/operator/queries.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";
import { type AuditFilter, auditParameters } from "./audit-view.ts";

/** Newest first. */
export const auditQuery = (filter: AuditFilter) => {
  const query = auditParameters(filter);
  return infiniteQueryOptions({
    queryKey: [...everyOperatorQuery.queryKey, "audit", query],
    queryFn: ({ pageParam, signal }) =>
      fromOperatorApi(
        operatorApi.audit.$get({ query: { ...query, ...cursorQuery(pageParam) } }, { init: { signal } }),
      ),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
};
