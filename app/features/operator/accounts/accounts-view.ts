import { oneOf, wordsOf } from "#app/features/operator/url-state.ts";
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

/** A deleted account has no address anymore. */
export const accountText = (email: string): string => email || "Deleted account";

export const STATUS_LABELS: Record<AccountStatus, string> = {
  active: "Active",
  stopped: "Stopped",
  suspended: "Suspended",
  closed: "Closed",
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

/** As the API without a `limit`. */
export const PAGE_SIZE = 25;
/** As the API. */
const PAGE_MAX = 100_000;
/** What the API does without parameters. */
const DEFAULTS = { view: "all", sort: "spend", direction: "desc", page: 1 } as const;

/** Parameters that mean nothing are left out, as the API would refuse them. */
export function parseAccountsView(search: URLSearchParams): AccountsView {
  const page = Number(search.get("page") ?? DEFAULTS.page);
  return {
    search: (search.get("search") ?? "").trim(),
    view: oneOf(wordsOf(VIEW_LABELS), search.get("view")) ?? DEFAULTS.view,
    plan: oneOf(PLANS, search.get("plan")),
    status: oneOf(wordsOf(STATUS_LABELS), search.get("status")),
    active: oneOf(wordsOf(ACTIVE_LABELS), search.get("active")),
    sort: oneOf(wordsOf(SORT_LABELS), search.get("sort")) ?? DEFAULTS.sort,
    direction: oneOf(["desc", "asc"], search.get("direction")) ?? DEFAULTS.direction,
    page: Number.isInteger(page) && page > 0 && page <= PAGE_MAX ? page : DEFAULTS.page,
  };
}

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

/** In the address, where the defaults are left out. Another order or filter begins at the first page. */
export const sortingChanges = ({ sort, direction }: Sorting) => ({
  sort: sort === DEFAULTS.sort ? null : sort,
  direction: direction === DEFAULTS.direction ? null : direction,
  page: null,
});

export const isFiltered = ({ search, view, plan, status, active }: AccountsView) =>
  search !== "" || view !== DEFAULTS.view || plan !== null || status !== null || active !== null;

/** Clears what `isFiltered` finds. */
export const NO_FILTERS = { search: null, view: null, plan: null, status: null, active: null, page: null };
