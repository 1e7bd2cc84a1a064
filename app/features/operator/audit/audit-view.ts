import { addressOf, choiceParameter, choicesOf, searchParameter, textParameter } from "#app/lib/address.ts";
import type { OperatorAction } from "#core/contract/operator.ts";
import { OPERATOR_ACTION_LABELS } from "#core/domain/operator.ts";

export const DAYS_LABELS: Record<string, string> = {
  1: "Last 24 hours",
  7: "Last 7 days",
  30: "Last 30 days",
  90: "Last 90 days",
};

export interface AuditFilter {
  search: string;
  by: string | null;
  action: OperatorAction | null;
  /** Null for all time. */
  days: string | null;
  account: string | null;
}

export const auditAddress = addressOf<AuditFilter>({
  search: searchParameter("search"),
  by: textParameter("by"),
  action: choiceParameter("action", choicesOf(OPERATOR_ACTION_LABELS), null),
  days: choiceParameter("days", choicesOf(DAYS_LABELS), null),
  account: textParameter("account", /^[1-9]\d{0,14}$/),
});

/** For the API. */
export const auditParameters = ({
  search,
  by,
  action,
  days,
  account,
}: AuditFilter): Record<string, string> => ({
  ...(search && { search }),
  ...(by && { by }),
  ...(action && { action }),
  ...(days && { days }),
  ...(account && { account }),
});

export const isFiltered = (filter: AuditFilter) => Object.keys(auditParameters(filter)).length > 0;

/** Clears what `isFiltered` finds. */
export const NO_FILTERS: AuditFilter = { search: "", by: null, action: null, days: null, account: null };
