import { STATUS_LABELS } from "#app/features/operator/texts.ts";
import { addressOf, choiceParameter, choicesOf, pageParameter, searchParameter } from "#app/lib/address.ts";
import type {
  AccountSort,
  AccountStatus,
  AccountView,
  OperatorAccountsQuery,
} from "#core/contract/operator.ts";
import { PLANS, type Plan } from "#core/domain/plans.ts";

export const VIEW_LABELS: Record<AccountView, string> = {
  all: "All",
  suspended: "Suspended",
  negative: "Negative balance",
  low: "Low balance",
  new: "New this week",
};

export const SORT_LABELS: Record<AccountSort, string> = {
  spend: "Spend, 30 days",
  balance: "Balance",
  requests: "Requests, 24 h",
  last_request: "Last request",
  created: "Newest",
};

type Active = NonNullable<OperatorAccountsQuery["active"]>;
export const ACTIVE_LABELS: Record<Active, string> = {
  "24h": "Active in 24 hours",
  "7d": "Active in 7 days",
  "30d": "Active in 30 days",
};

type Direction = OperatorAccountsQuery["direction"];
export type Sorting = { sort: AccountSort; direction: Direction };

export interface AccountsView extends Sorting {
  search: string;
  view: AccountView;
  plan: Plan | null;
  status: AccountStatus | null;
  active: Active | null;
  page: number;
}

/** With the defaults of the API. */
export const accountsAddress = addressOf<AccountsView>({
  search: searchParameter("search"),
  view: choiceParameter("view", choicesOf(VIEW_LABELS), "all"),
  plan: choiceParameter("plan", PLANS, null),
  status: choiceParameter("status", choicesOf(STATUS_LABELS), null),
  active: choiceParameter("active", choicesOf(ACTIVE_LABELS), null),
  sort: choiceParameter("sort", choicesOf(SORT_LABELS), "spend"),
  direction: choiceParameter("direction", ["desc", "asc"], "desc"),
  page: pageParameter,
});

/** For the API. */
export function accountsParameters({ page, ...view }: AccountsView): Record<string, string> {
  const { search, plan, status, active, ...rest } = view;
  return {
    ...rest,
    page: String(page),
    ...(search && { search }),
    ...(plan && { plan }),
    ...(status && { status }),
    ...(active && { active }),
  };
}

/** A column that is sorted already turns around; another one begins with the highest. */
export function sortingAfter({ sort, direction }: Sorting, chosen: AccountSort): Sorting {
  return { sort: chosen, direction: sort === chosen && direction === "desc" ? "asc" : "desc" };
}

export const isFiltered = ({ search, view, plan, status, active }: AccountsView) =>
  search !== "" || view !== "all" || plan !== null || status !== null || active !== null;

/** Clears what `isFiltered` finds. */
export const NO_FILTERS: Partial<AccountsView> = {
  search: "",
  view: "all",
  plan: null,
  status: null,
  active: null,
  page: 1,
};
