import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { addressOf, choiceParameter, choicesOf } from "#app/lib/address.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";
import type { AuditKind } from "#core/domain/audit.ts";

export const KIND_LABELS: Record<AuditKind, string> = {
  keys: "Keys",
  access: "Access",
  money: "Balance",
};

export const kindParameter = choiceParameter("kind", choicesOf(KIND_LABELS), null);
export const activityAddress = addressOf({ kind: kindParameter });

/** Newest first; null for every kind. */
export const activityQuery = (kind: AuditKind | null) =>
  infiniteQueryOptions({
    queryKey: ["activity", kind],
    queryFn: ({ pageParam }) =>
      unwrap(api.api.audit.$get({ query: { ...(kind && { kind }), ...cursorQuery(pageParam) } })),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
