import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { byCursor, cursorQuery } from "#app/lib/paging.ts";
import type { AuditKind } from "#core/domain/audit.ts";

export const KIND_PARAMETER = "kind";

export const KIND_LABELS: Record<AuditKind, string> = {
  keys: "Keys",
  access: "Access",
  money: "Balance",
};

const KINDS = Object.keys(KIND_LABELS) as AuditKind[];

/** Newest first; null for every kind. */
export const activityQuery = (kind: AuditKind | null) =>
  infiniteQueryOptions({
    queryKey: ["activity", kind],
    queryFn: ({ pageParam }) =>
      unwrap(api.api.audit.$get({ query: { ...(kind && { kind }), ...cursorQuery(pageParam) } })),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const kindFrom = (value: string | null): AuditKind | null =>
  KINDS.find((kind) => kind === value) ?? null;
