import { z } from "zod";
import { DETAILS_CHECKED_MS, UNPAID_CHECKED_MS, WORTH_A_MAIL_MS } from "#core/domain/cron.ts";
import { OPERATOR_CREDIT, STRIPE_USD, USAGE_REVENUE } from "#core/domain/ledger.ts";
import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { OUTBOX } from "./mail-outbox.ts";
import type { Read } from "./read.ts";
import { inOpenDays } from "./rollup-days.ts";
import { namedRows } from "./statement.ts";

/** The label of models beyond these first ones. Ids never change, so a model never changes its label. */
const MODELS_NAMED = 1_000;
/** A queue is counted up to this length. */
const MOST_COUNTED = 100_000;

const MODEL = `CASE WHEN model_id > ${MODELS_NAMED} THEN 'other' ELSE coalesce(nullif(m.name, ''), 'none') END AS model`;
const summed = (columns: readonly string[]) => columns.map((name) => `sum(${name}) AS ${name}`).join(", ");

const nothing = (columns: readonly string[]) => columns.map((name) => `0 AS ${name}`).join(", ");

/**
 * Sums by model over the hours of one UTC day. What was only used on the day before has zeros, because Prometheus doesn't
 * count the first value of a series.
 */
const ofDay = (kind: "models" | "units", by: string, columns: readonly string[]) =>
  `SELECT ${MODEL}, ${by}${summed(columns)}
   FROM (SELECT model_id, ${by}${summed(columns)} FROM hourly_usage
       WHERE hour >= :day * ${HOURS_PER_DAY} AND hour < (:day + 1) * ${HOURS_PER_DAY} GROUP BY model_id, unit
     UNION ALL SELECT DISTINCT model_id, ${by}${nothing(columns)} FROM daily_${kind}
       WHERE day = :day - 1 AND key_id = 0
     UNION ALL SELECT DISTINCT r.model_id, ${by}${nothing(columns)} FROM ${inOpenDays("hourly_usage")}
       WHERE o.day = :day - 1)
     LEFT JOIN models AS m ON m.id = model_id
   ${kind === "units" ? "WHERE unit > 0" : ""} GROUP BY ${by}model ORDER BY ${by}model`;

const USAGE_SUMS = ["requests", "errors", "response_time_sum", "cost_micros"] as const;
const TOKEN_SUMS = ["tokens_in", "tokens_cached", "tokens_out"] as const;
const USAGE = ofDay("models", "", [...USAGE_SUMS, ...TOKEN_SUMS]);
const UNITS = ofDay("units", "unit, ", ["quantity"]);

const REFUSALS = `SELECT code, sum(iif(hour >= :day * ${HOURS_PER_DAY}, requests, 0)) AS requests FROM key_refusals
  WHERE hour >= (:day - 1) * ${HOURS_PER_DAY} AND hour < (:day + 1) * ${HOURS_PER_DAY} GROUP BY code ORDER BY code`;

const ACTIVE = `SELECT count(DISTINCT account_id) AS accounts FROM hourly_series
  WHERE hour > :hour - ${HOURS_PER_DAY} AND hour < (:day + 1) * ${HOURS_PER_DAY}`;

const ACCOUNTS = `SELECT CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN suspended_at IS NOT NULL THEN 'suspended'
    WHEN stopped_at IS NOT NULL THEN 'stopped' ELSE 'open' END AS state, count(*) AS accounts
  FROM accounts GROUP BY state`;

/** The ledger's own accounts, each one row; the customers' balances add up to the opposite of their sum. */
const LEDGER = `SELECT account, micros FROM balances
  WHERE account IN ('${STRIPE_USD}', '${USAGE_REVENUE}', '${OPERATOR_CREDIT}')`;

const queue = (name: string, table: string, condition: string, since: string) =>
  `SELECT '${name}' AS queue, count(*) AS waiting, min(since) AS oldest
   FROM (SELECT ${since} AS since FROM ${table} WHERE ${condition} LIMIT ${MOST_COUNTED})`;

/**
 * Work that the cron still does, each kind along its own index: its table, its condition, and since when a row has been
 * waiting. What it has given up isn't waiting.
 */
const QUEUES = [
  queue("auto_top_ups", "auto_top_ups", "due_at IS NOT NULL", "due_at"),
  queue("card_removals", "detached_cards", "confirmed_at IS NULL", "detached_at"),
  queue(
    "emails",
    OUTBOX,
    `d.mail_at IS NOT NULL AND n.created_at > :now - ${WORTH_A_MAIL_MS}`,
    "n.created_at",
  ),
  queue(
    "payment_details",
    "checkout_orders",
    `paid_at IS NOT NULL AND details_at IS NULL AND paid_at > :now - ${DETAILS_CHECKED_MS}`,
    "paid_at",
  ),
  queue("refunds", "returned_payments", "refunded_at IS NULL", "found_at"),
  queue("set_aside_imports", "usage_import_set_aside", "true", "NULL"),
  queue(
    "unpaid_orders",
    "checkout_orders",
    `status IN ('open', 'pending') AND (created_at > :now - ${UNPAID_CHECKED_MS} OR origin = 'auto_top_up')`,
    "created_at",
  ),
].join(" UNION ALL ");

const number = z.number();
const readings = z.object({
  usage: z.array(
    z.object({
      model: z.string(),
      requests: number,
      errors: number,
      response_time_sum: number,
      cost_micros: number,
      tokens_in: number,
      tokens_cached: number,
      tokens_out: number,
    }),
  ),
  units: z.array(z.object({ model: z.string(), unit: number, quantity: number })),
  refusals: z.array(z.object({ code: z.string(), requests: number })),
  active: z.tuple([z.object({ accounts: number })]),
  accounts: z.array(z.object({ state: z.string(), accounts: number })),
  ledger: z.array(z.object({ account: z.string(), micros: number })),
  queues: z.array(z.object({ queue: z.string(), waiting: number, oldest: number.nullable() })),
});
export type MetricReadings = z.infer<typeof readings>;

/**
 * Figures of the whole service in one snapshot. `usage`, `units` and `refusals` are those of the UTC day of `now` (epoch
 * ms) that are rolled up or posted. Its cost follows the accounts and their activity of one day; no raw usage is read.
 */
export function readMetrics(db: Database, now: number): Read<MetricReadings> {
  const day = { day: Math.floor(now / DAY_MS) };
  const statements = {
    usage: { sql: USAGE, args: day },
    units: { sql: UNITS, args: day },
    refusals: { sql: REFUSALS, args: day },
    active: { sql: ACTIVE, args: { ...day, hour: Math.floor(now / HOUR_MS) } },
    accounts: ACCOUNTS,
    ledger: LEDGER,
    queues: { sql: QUEUES, args: { now } },
  };
  return namedRows(db, statements, readings);
}
