import { z } from "zod";
import type { AlertFacts } from "#core/domain/alert-findings.ts";
import {
  EVENT_FAILING_MS,
  EVENT_LATE_MS,
  MAIL_WAITING_MS,
  RECENT_MS,
  REFUND_OVERDUE_MS,
  UNANNOUNCED_MS,
} from "#core/domain/alerts.ts";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import { withoutClosed } from "#core/domain/reconciliation.ts";
import type { Database } from "./database.ts";
import { readCronSteps, readPending } from "./health.ts";
import { OUTBOX } from "./mail-outbox.ts";
import { readClosedDifferences, readReconciliation } from "./reconciliation.ts";

/** Of the newest requests; more of them would say the same. */
const RECENT_ROWS = 5_000;

/** 2 is `failed` and 4 `cut` of `OUTCOMES`. A status below 500 is the provider's verdict on the request. */
const RECENT = `SELECT coalesce(models.name, '') AS model, count(*) AS requests,
    sum(outcome = 4 OR outcome = 2 AND status_code >= 500) AS failed,
    sum(outcome = 2 AND status_code = 429) AS throttled,
    count(*) FILTER (WHERE above_hold) AS aboveHold, max(newest.id) FILTER (WHERE above_hold) AS lastAboveHold
  FROM (SELECT *, price_lines LIKE '%"above_hold":true%' AS above_hold FROM api_usage ORDER BY id DESC
    LIMIT ${RECENT_ROWS}) AS newest
  LEFT JOIN models ON models.id = newest.model_id
  WHERE newest.timestamp >= :now - ${RECENT_MS} AND newest.model_id > 0 AND name IS NOT '${TEST_MODEL_NAME}'
  GROUP BY 1`;

/** More of them would say the same. */
const ITEMS_MAX = 50;
/** How many rows there are, since when, and the names of the newest. */
const overdue = (from: string, since: string, item: string) =>
  `SELECT count(*) AS count, min(${since}) AS since, (SELECT json_group_array(item) FROM
    (SELECT ${item} AS item FROM ${from} ORDER BY ${since} DESC LIMIT ${ITEMS_MAX})) AS items FROM ${from}`;

const FAILING_EVENTS = overdue(
  `payment_events WHERE error IS NOT NULL AND closed_at IS NULL AND received_at < :now - ${EVENT_FAILING_MS}`,
  "received_at",
  "id || ' ' || error",
);
const LAST_EVENT = "SELECT max(last_at) AS at FROM payment_events";
const UNANNOUNCED = overdue(
  `checkout_orders WHERE paid_at IS NOT NULL
    AND paid_at BETWEEN :now - ${UNANNOUNCED_MS} AND :now - ${EVENT_LATE_MS}
    AND paid_at > coalesce((SELECT max(last_at) FROM payment_events), 0) + ${EVENT_LATE_MS}`,
  "paid_at",
  "id",
);
const REFUNDS = overdue(
  `returned_payments WHERE refunded_at IS NULL AND found_at < :now - ${REFUND_OVERDUE_MS}`,
  "found_at",
  "order_id",
);
const REJECTED = overdue("rejected_usage", "since", "'account ' || account_id");

const EMAILS = `SELECT count(*) AS count, min(n.created_at) AS since FROM ${OUTBOX}
  WHERE d.mail_at IS NOT NULL AND n.created_at < :now - ${MAIL_WAITING_MS}`;

const LEDGER = "SELECT coalesce(sum(micros), 0) AS sum FROM balances";

const recentRows = z.array(
  z.object({
    model: z.string(),
    requests: z.number(),
    failed: z.number(),
    throttled: z.number(),
    aboveHold: z.number(),
    lastAboveHold: z.number().nullable(),
  }),
);
const waiting = z.object({ count: z.number(), since: z.number().nullable() });
const names = z.array(z.string());
const named = waiting.extend({ items: z.string().transform((text) => names.parse(JSON.parse(text))) });
const lastRow = z.object({ at: z.number().nullable() });
const ledgerRow = z.object({ sum: z.number() });

/**
 * What the alerts' rules look at, at `now` (epoch ms). Reads the newest 5,000 requests, one balance per account and
 * what is overdue. Requests of test keys reach no provider and are left out.
 */
export async function readAlertFacts(db: Database, now: number): Promise<AlertFacts> {
  const timed = [RECENT, FAILING_EVENTS, UNANNOUNCED, REFUNDS, EMAILS].map((sql) => ({ sql, args: { now } }));
  const [
    [recent, failing, unannounced, refunds, emails, last, ledger, rejected],
    steps,
    pending,
    differences,
  ] = await Promise.all([
    db.$client.batch([...timed, LAST_EVENT, LEDGER, REJECTED], "read"),
    readCronSteps(db),
    readPending(db),
    readOpenDifferences(db),
  ]);
  return {
    steps: steps.map(({ name, succeededAt, error }) => ({ name, succeededAt, failed: error !== null })),
    recent: recentRows.parse(recent?.rows),
    ledgerSum: ledgerRow.parse(ledger?.rows[0]).sum,
    differences,
    failingEvents: named.parse(failing?.rows[0]),
    lastEventAt: lastRow.parse(last?.rows[0]).at,
    unannounced: named.parse(unannounced?.rows[0]),
    overdueRefunds: named.parse(refunds?.rows[0]),
    rejectedUsage: named.parse(rejected?.rows[0]),
    unrolledSince: pending.oldest,
    waitingMails: waiting.parse(emails?.rows[0]),
  };
}

const comparison = z.object({
  problem_count: z.number(),
  closed: z.number().default(0),
  problems: z.array(z.object({ subject: z.string(), code: z.string() })),
});

/** Of the last whole comparison with the payment provider, those that nobody closed. */
async function readOpenDifferences(db: Database): Promise<AlertFacts["differences"]> {
  const [row, closed] = await Promise.all([readReconciliation(db), readClosedDifferences(db)]);
  if (row?.last == null) return { count: 0, items: [] };
  const open = withoutClosed(comparison.parse(JSON.parse(row.last)), closed);
  return {
    count: open.problem_count,
    items: open.problems.map(({ subject, code }) => `${subject} ${code}`),
  };
}
