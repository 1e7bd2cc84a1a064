import { type SQL, sql } from "drizzle-orm";
import { PLAN_MICROS_PER_MONTH, PLAN_REQUESTS_PER_MONTH, type PlanChangeKind } from "#core/domain/plans.ts";
import type { Database } from "./database.ts";

/** SQL: the time `millis`, moved by `modifier`, such as `'+1 year'`, in UTC. Where a year has no February 29, it is March 1. */
export const movedBy = (millis: string, modifier: string) =>
  `CAST(strftime('%s', ${millis} / 1000, 'unixepoch', ${modifier}) AS INTEGER) * 1000 + ${millis} % 1000`;
/** SQL: the modifier of a change that isn't a purchase. */
export const yearBackOrForth = (kind: string) =>
  `CASE ${kind} WHEN 'restored' THEN '+1 year' ELSE '-1 year' END`;

/** The year begins at the plan's end, or now if the plan has ended. A Business plan that runs stays one, and so does a plan without an end. */
const EXTEND = `INSERT INTO subscriptions (account_id, type, valid_until, requests_per_month, micros_per_month)
  SELECT account_id, iif(business, type, 'Premium'), ${movedBy("begins", "'+1 year'")},
    iif(business, requests_per_month, ${PLAN_REQUESTS_PER_MONTH}), iif(business, micros_per_month, ${PLAN_MICROS_PER_MONTH})
  FROM (SELECT p.account_id, s.type, s.requests_per_month, s.micros_per_month,
      iif(s.account_id IS NULL, p.created_at, max(s.valid_until, p.created_at)) AS begins,
      s.type = 'Business' AND coalesce(s.valid_until > p.created_at, 1) AS business
    FROM plan_changes AS p LEFT JOIN subscriptions AS s ON s.account_id = p.account_id
    WHERE p.source = :source AND changes() > 0)
  WHERE true
  ON CONFLICT (account_id) DO UPDATE SET type = excluded.type, valid_until = excluded.valid_until,
    requests_per_month = excluded.requests_per_month, micros_per_month = excluded.micros_per_month`;

const MOVED = movedBy("valid_until", yearBackOrForth("p.kind"));
const ends = `p.month_from IS NOT NULL AND ${MOVED} <= p.created_at`;
/** Keeps the month that ends, for a plan that is bought again. */
const MOVE = `UPDATE subscriptions SET valid_until = ${MOVED},
    carried_from = iif(${ends}, p.month_from, carried_from), carried_to = iif(${ends}, p.created_at, carried_to)
  FROM plan_changes AS p
  WHERE p.source = :source AND p.account_id = subscriptions.account_id AND changes() > 0`;

/** For `writeBatch`, after a change of the account's plan: the key that came with a plan expires with it. */
export const keyFollowsPlan = (db: Database, accountId: number) =>
  db.run(sql`UPDATE api_keys SET expires_at = s.valid_until FROM subscriptions AS s
    WHERE s.account_id = ${accountId} AND api_keys.account_id = s.account_id AND plan_key = 1 AND status = 'active'`);

interface PlanChange {
  accountId: number;
  kind: PlanChangeKind;
  /** Its cause: of several changes with the same one, only the first counts. */
  source: string;
}

/**
 * For `writeBatch`: records a change of the account's plan, and moves the ends of the plan and of the plan's key with it.
 * `row` selects the change: account, order, kind, source, time (epoch ms) and the beginning of the month that ends, if
 * one does. If it selects nothing, or its source is known, nothing changes. The first result counts the changes.
 */
export const changePlan = (db: Database, { accountId, kind, source }: PlanChange, row: SQL) => [
  db.run(sql`INSERT INTO plan_changes (account_id, order_id, kind, source, created_at, month_from) ${row}
    ON CONFLICT (source) DO NOTHING`),
  // Directly after the change, which they check.
  { sql: kind === "purchase" ? EXTEND : MOVE, args: { source } },
  keyFollowsPlan(db, accountId),
];
