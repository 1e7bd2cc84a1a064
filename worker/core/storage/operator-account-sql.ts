import { maskPartsOf } from "#core/domain/api-key.ts";
import {
  type AccountSort,
  type AccountStatus,
  type AccountView,
  NEW_ACCOUNT_DAYS,
} from "#core/domain/operator.ts";
import type { Plan } from "#core/domain/plans.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { WATERMARK } from "./rollup.ts";
import { inOpenDays, isBuilt } from "./rollup-days.ts";

/** UTC days and hours that are added up; the present one is the last of them. */
const SPEND_DAYS = 30;
const REQUEST_HOURS = 24;

export interface AccountFilter {
  search?: string | undefined;
  view: AccountView;
  plan?: Plan | undefined;
  status?: AccountStatus | undefined;
  /** With a request since then, epoch ms. */
  activeSince?: number | undefined;
}

type Arguments = Record<string, string | number>;
interface Condition {
  sql: string;
  args: Arguments;
}

/* Facts of an account `a`. */
export const BALANCE = `coalesce((SELECT micros FROM balances WHERE account = 'account:' || a.id), 0)`;
export const PLAN = `coalesce((SELECT s.type FROM subscriptions AS s
  WHERE s.account_id = a.id AND (s.valid_until IS NULL OR s.valid_until > :now)), 'Free')`;
export const STATUS = `CASE WHEN a.closed_at IS NOT NULL THEN 'closed' WHEN a.suspended_at IS NOT NULL THEN 'suspended'
  WHEN a.stopped_at IS NOT NULL THEN 'stopped' ELSE 'active' END`;
export const LAST_REQUEST = "(SELECT max(k.last_used) FROM api_keys AS k WHERE k.account_id = a.id)";
/** An account that never had money isn't low on it, and a negative balance is worse than low. */
export const IS_LOW = `(a.closed_at IS NULL AND EXISTS (SELECT 1 FROM balances
  WHERE account = 'account:' || a.id AND micros >= 0 AND micros < a.low_balance_micros))`;

/** Sums by account: those of hours, of open days, and of the rows that are not rolled up yet. */
export const WITH_SUMS = `WITH fresh AS MATERIALIZED (
    SELECT account_id, timestamp, billed_micros FROM api_usage WHERE id > ${WATERMARK}),
  unbuilt (account_id, micros) AS MATERIALIZED (
    SELECT account_id, sum(billed_micros) FROM (
      SELECT o.account_id, r.billed_micros FROM ${inOpenDays("hourly_series")} WHERE o.day >= :day
      UNION ALL SELECT account_id, billed_micros FROM fresh WHERE timestamp >= :day * ${DAY_MS})
    GROUP BY account_id),
  recent (account_id, requests) AS MATERIALIZED (
    SELECT account_id, sum(requests) FROM (
      SELECT account_id, requests FROM hourly_series WHERE hour >= :hour
      UNION ALL SELECT account_id, 1 FROM fresh WHERE timestamp >= :hour * ${HOUR_MS})
    GROUP BY account_id)`;
export const ACCOUNTS_WITH_SUMS = `accounts AS a LEFT JOIN unbuilt AS f ON f.account_id = a.id
  LEFT JOIN recent AS r ON r.account_id = a.id`;
export const SPEND = `coalesce(f.micros, 0) + coalesce((SELECT sum(d.billed_micros) FROM daily_series AS d
  WHERE d.account_id = a.id AND d.day >= :day AND d.key_id = 0 AND ${isBuilt("d.day", "a.id")}), 0)`;
export const REQUESTS = "coalesce(r.requests, 0)";

/** The first day of the spend and the first hour of the requests, since the epoch. */
export const sumArguments = (now: number) => ({
  day: Math.floor(now / DAY_MS) - SPEND_DAYS + 1,
  hour: Math.floor(now / HOUR_MS) - REQUEST_HOURS + 1,
});

export const SORT_BY: Record<AccountSort, string> = {
  spend: SPEND,
  balance: BALANCE,
  requests: REQUESTS,
  last_request: LAST_REQUEST,
  created: "a.created_at",
};

export const VIEWS: Record<AccountView, string> = {
  all: "true",
  suspended: "a.closed_at IS NULL AND a.suspended_at IS NOT NULL",
  negative: `a.closed_at IS NULL AND ${BALANCE} < 0`,
  low: IS_LOW,
  new: "a.closed_at IS NULL AND a.created_at >= :since",
};
export const sinceOf = (now: number) => now - NEW_ACCOUNT_DAYS * DAY_MS;

/** Which accounts match, at `now` (epoch ms). */
export function conditionOf(filter: AccountFilter, now: number): Condition {
  const { search = "", view, plan, status, activeSince } = filter;
  const conditions: Condition[] = [
    { sql: VIEWS[view], args: view === "new" ? { since: sinceOf(now) } : {} },
    ...(search === "" ? [] : [foundBy(search)]),
    ...(plan === undefined ? [] : [{ sql: `${PLAN} = :plan`, args: { plan, now } }]),
    ...(status === undefined ? [] : [{ sql: `${STATUS} = :status`, args: { status } }]),
    ...(activeSince === undefined
      ? []
      : [{ sql: `${LAST_REQUEST} >= :active`, args: { active: activeSince } }]),
  ];
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(" AND "),
    args: Object.assign({}, ...conditions.map(({ args }) => args)),
  };
}

/** `instr` knows no wildcards, so that nothing has to be escaped. Ids are matched whole. */
const FOUND = `instr(lower(a.email), lower(:search)) > 0 OR a.user_id = lower(:search) OR a.id = :number
  OR a.id IN (SELECT account_id FROM api_keys WHERE public_id = :search)
  OR a.id IN (SELECT account_id FROM checkout_orders
    WHERE id = :search OR session_id = :search OR payment_intent = :search)
  OR a.id IN (SELECT account_id FROM payment_customers WHERE customer_id = :search)
  OR a.id IN (SELECT account_id FROM api_usage WHERE request_id = :search)`;
const FOUND_BY_MASK = `${FOUND} OR a.id IN (SELECT account_id FROM api_keys
  WHERE substr(mask, 1, length(:head)) = :head AND (:tail = '' OR substr(mask, -4) = :tail))`;

function foundBy(search: string): Condition {
  const number = /^[1-9]\d{0,14}$/.test(search) ? Number(search) : 0;
  const parts = maskPartsOf(search);
  return parts === null
    ? { sql: FOUND, args: { search, number } }
    : { sql: FOUND_BY_MASK, args: { search, number, ...parts } };
}
