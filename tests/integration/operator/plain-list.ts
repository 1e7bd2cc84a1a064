import type {
  AccountSort,
  AccountStatus,
  AccountView,
  OperatorAccountsQuery,
} from "#core/contract/operator.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { type Customer, NOW } from "./customers.ts";

/** The list as its description says, sharing no code with the one under test. */

const day = (at: number) => Math.floor(at / DAY_MS);
const hour = (at: number) => Math.floor(at / HOUR_MS);

export const plainFigures = (customer: Customer) => ({
  plan:
    customer.plan !== null && (customer.planEnds === null || customer.planEnds > NOW)
      ? customer.plan
      : "Free",
  status: statusOf(customer),
  balance: (customer.balance ?? 0) / 1e6,
  balance_is_low: isIn(customer, "low"),
  spend_30d: spendOf(customer) / 1e6,
  requests_24h: requestsOf(customer),
});

function statusOf({ closed, suspended, stopped }: Customer): AccountStatus {
  if (closed) return "closed";
  if (suspended) return "suspended";
  return stopped ? "stopped" : "active";
}

const spendOf = ({ rows }: Customer) =>
  rows
    .filter(({ timestamp }) => day(timestamp) > day(NOW) - 30)
    .reduce((sum, { billedMicros = 0 }) => sum + billedMicros, 0);
const requestsOf = ({ rows }: Customer) =>
  rows.filter(({ timestamp }) => hour(timestamp) > hour(NOW) - 24).length;

function isIn(customer: Customer, view: AccountView): boolean {
  const { closed, suspended, balance, lowMicros, createdAt } = customer;
  if (view === "all") return true;
  if (closed) return false;
  if (view === "suspended") return suspended;
  if (view === "new") return createdAt >= NOW - 7 * DAY_MS;
  if (balance === null) return false;
  return view === "negative" ? balance < 0 : balance >= 0 && balance < lowMicros;
}

const ACTIVE = { "24h": 1, "7d": 7, "30d": 30 } as const;

function isFound(customer: Customer, search: string): boolean {
  const { email, id, userId, publicId, mask, payment, rows } = customer;
  if (email.toLowerCase().includes(search.toLowerCase())) return true;
  const payments = payment === null ? [] : [payment, `cs_${payment}`, `order_${payment}`];
  const requests = rows.map(({ requestId }) => requestId);
  if ([String(id), userId, publicId, ...payments, ...requests].includes(search)) return true;
  return search.startsWith("lk_") && mask.startsWith(search.slice(0, 8));
}

const VALUES: Record<AccountSort, (customer: Customer) => number | null> = {
  spend: spendOf,
  balance: ({ balance }) => balance ?? 0,
  requests: requestsOf,
  last_request: ({ lastUsed }) => lastUsed,
  created: ({ createdAt }) => createdAt,
};

type Query = Omit<OperatorAccountsQuery, "page" | "limit">;

/** The matching accounts, in order. */
export function plainList(customers: readonly Customer[], query: Query): Customer[] {
  const { search = "", view, plan, status, active, sort, direction } = query;
  const sign = direction === "asc" ? 1 : -1;
  const sorted = VALUES[sort];
  return customers
    .filter(
      (one) =>
        isIn(one, view) &&
        (search === "" || isFound(one, search)) &&
        (plan === undefined || plainFigures(one).plan === plan) &&
        (status === undefined || statusOf(one) === status) &&
        (active === undefined || (one.lastUsed ?? Number.NEGATIVE_INFINITY) >= NOW - ACTIVE[active] * DAY_MS),
    )
    .sort((left, right) => {
      const [a, b] = [sorted(left), sorted(right)];
      if (a !== b && (a === null || b === null)) return a === null ? 1 : -1;
      return sign * (a === b ? left.id - right.id : Number(a) - Number(b));
    });
}

export const plainCount = (customers: readonly Customer[], view: AccountView): number =>
  customers.filter((one) => isIn(one, view)).length;
