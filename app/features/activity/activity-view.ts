import type { AuditKind } from "#core/domain/audit.ts";

/** The query parameter of `/activity` that says what is shown. */
export const KIND_PARAMETER = "kind";

export const KIND_LABELS: Record<AuditKind, string> = {
  keys: "Keys",
  access: "Access",
  money: "Balance",
};

const kinds = Object.keys(KIND_LABELS) as AuditKind[];

/** The kind an address asks for; null, which is all of them, for anything else. */
export const kindFrom = (wanted: string | null): AuditKind | null =>
  kinds.find((kind) => kind === wanted) ?? null;
