import { z } from "zod";
import {
  ACCOUNT_STATUSES,
  ACCOUNT_VIEWS,
  type AccountSort,
  type AccountView,
} from "#core/domain/operator.ts";
import { PLANS } from "#core/domain/plans.ts";
import type { Database } from "./database.ts";
import {
  ACCOUNTS_WITH_SUMS,
  type AccountFilter,
  BALANCE,
  conditionOf,
  IS_LOW,
  LAST_REQUEST,
  PLAN,
  REQUESTS,
  SORT_BY,
  SPEND,
  STATUS,
  sinceOf,
  sumArguments,
  VIEWS,
  WITH_SUMS,
} from "./operator-account-sql.ts";
import { noRead, type Read, together } from "./read.ts";
import { statement } from "./statement.ts";

export interface AccountOrder {
  sort: AccountSort;
  direction: "asc" | "desc";
}

const idRow = z.object({ id: z.int() });
const viewCounts = z.record(z.enum(ACCOUNT_VIEWS), z.int());
const summaryRow = z.object({
  id: z.int(),
  email: z.string(),
  plan: z.enum(PLANS),
  status: z.enum(ACCOUNT_STATUSES),
  balance: z.int(),
  isLow: z.int().transform((value) => value === 1),
  spend: z.int(),
  requests: z.int(),
  lastRequest: z.int().nullable(),
  createdAt: z.int(),
});
/** `spend` (micro-dollars) of the last 30 UTC days, `requests` of the last 24 hours, whole and present ones. */
export type AccountSummary = z.infer<typeof summaryRow>;

/** Equal values are ordered by account; accounts without a request come last. */
const orderOf = ({ sort, direction }: AccountOrder) =>
  `${SORT_BY[sort]} ${direction} NULLS LAST, a.id ${direction}`;

const SUMMED: readonly AccountSort[] = ["spend", "requests"];

/** The matching accounts' ids in order, and how many match. */
export function findAccountIds(
  db: Database,
  filter: AccountFilter,
  { order, limit, offset, now }: { order: AccountOrder; limit: number; offset: number; now: number },
): Read<{ ids: number[]; total: number }> {
  const condition = conditionOf(filter, now);
  const summed = SUMMED.includes(order.sort);
  const from = summed ? ACCOUNTS_WITH_SUMS : "accounts AS a";
  const page = `${summed ? WITH_SUMS : ""} SELECT a.id FROM ${from} WHERE ${condition.sql}
    ORDER BY ${orderOf(order)} LIMIT :limit OFFSET :offset`;
  const count = `SELECT count(*) AS total FROM accounts AS a WHERE ${condition.sql}`;
  const args = { ...condition.args, ...(summed && sumArguments(now)), limit, offset };
  return together(db, [
    statement(page, args, idRow).all(db),
    statement(count, condition.args, z.object({ total: z.int() })).only(db),
  ]).map(([rows, { total }]) => ({ ids: rows.map(({ id }) => id), total }));
}

const SUMMARIES = `${WITH_SUMS} SELECT a.id, a.email, ${PLAN} AS plan, ${STATUS} AS status, ${BALANCE} AS balance,
    ${IS_LOW} AS isLow, ${SPEND} AS spend, ${REQUESTS} AS requests, ${LAST_REQUEST} AS lastRequest,
    a.created_at AS createdAt
  FROM ${ACCOUNTS_WITH_SUMS} WHERE a.id IN (SELECT value FROM json_each(:ids))`;

/**
 * The accounts with these ids, in their order. The sums are exact at that instant: whole days and hours from the
 * roll-up, and the rows that it doesn't have yet.
 */
export function readAccountSummaries(
  db: Database,
  ids: readonly number[],
  now: number,
): Read<AccountSummary[]> {
  if (ids.length === 0) return noRead(db).map(() => []);
  const args = { ids: JSON.stringify(ids), now, ...sumArguments(now) };
  return statement(SUMMARIES, args, summaryRow)
    .all(db)
    .map((rows) => {
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    });
}

const COUNTS = `SELECT ${ACCOUNT_VIEWS.map((view) => `coalesce(sum(${VIEWS[view]}), 0) AS "${view}"`).join(", ")}
  FROM accounts AS a`;

/** The accounts of each view. */
export const countAccountViews = (db: Database, now: number): Read<Record<AccountView, number>> =>
  statement(COUNTS, { since: sinceOf(now) }, viewCounts).only(db);
