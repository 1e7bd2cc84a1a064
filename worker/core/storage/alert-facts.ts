import { z } from "zod";
import {
  type AlertFacts,
  EVENT_FAILING_MS,
  EVENT_LATE_MS,
  MAIL_WAITING_MS,
  RECENT_MS,
  REFUND_OVERDUE_MS,
  UNANNOUNCED_MS,
} from "#core/domain/alerts.ts";
import { TEST_MODEL_NAME } from "#core/domain/gateway/test-scenarios.ts";
import type { Database } from "./database.ts";
import { readCronSteps, readPending } from "./health.ts";
import { readReconciliation } from "./reconciliation.ts";

/** Of the newest requests; more of them would say the same. */
const RECENT_ROWS = 5_000;

/** 2 is `failed` and 4 `cut` of `OUTCOMES`. A status below 500 is the provider's verdict on the request. */
const RECENT = `SELECT coalesce(models.name, '') AS model, count(*) AS requests,
    sum(outcome = 4 OR outcome = 2 AND status_code >= 500) AS failed, sum(price_lines LIKE '%"above_hold":true%') AS aboveHold
  FROM (SELECT * FROM api_usage ORDER BY id DESC LIMIT ${RECENT_ROWS}) AS newest
  LEFT JOIN models ON models.id = newest.model_id
  WHERE newest.timestamp >= :now - ${RECENT_MS} AND newest.model_id > 0 AND name IS NOT '${TEST_MODEL_NAME}'
  GROUP BY 1`;

const EVENTS = `SELECT
  (SELECT count(*) FROM payment_events WHERE error IS NOT NULL AND received_at < :now - ${EVENT_FAILING_MS}) AS failing,
  (SELECT min(received_at) FROM payment_events WHERE error IS NOT NULL) AS failingSince,
  (SELECT max(last_at) FROM payment_events) AS lastAt,
  (SELECT count(*) FROM checkout_orders WHERE paid_at IS NOT NULL
    AND paid_at BETWEEN :now - ${UNANNOUNCED_MS} AND :now - ${EVENT_LATE_MS}
    AND paid_at > coalesce((SELECT max(last_at) FROM payment_events), 0) + ${EVENT_LATE_MS}) AS unannounced`;

const REFUNDS = `SELECT count(*) AS count, min(found_at) AS since FROM returned_payments
  WHERE refunded_at IS NULL AND found_at < :now - ${REFUND_OVERDUE_MS}`;

/** `+` keeps the planner from the index of all notifications by age. */
const EMAILS = `SELECT count(*) AS count, min(created_at) AS since FROM notifications
  WHERE mail_at IS NOT NULL AND +created_at < :now - ${MAIL_WAITING_MS}`;

const LEDGER = "SELECT coalesce(sum(micros), 0) AS sum FROM ledger_balances";

const recentRows = z.array(
  z.object({ model: z.string(), requests: z.number(), failed: z.number(), aboveHold: z.number().nullable() }),
);
const eventRow = z.object({
  failing: z.number(),
  failingSince: z.number().nullable(),
  lastAt: z.number().nullable(),
  unannounced: z.number(),
});
const overdueRow = z.object({ count: z.number(), since: z.number().nullable() });
const ledgerRow = z.object({ sum: z.number() });
const comparison = z.object({ problem_count: z.number() });

/**
 * What the alerts' rules look at, at `now` (epoch ms). Reads the newest 5,000 requests, one balance per account and
 * what is overdue. Requests of test keys reach no provider and are left out.
 */
export async function readAlertFacts(db: Database, now: number): Promise<AlertFacts> {
  const query = (sql: string) => ({ sql, args: { now } });
  const [[recent, events, refunds, emails, ledger], steps, pending, reconciliation] = await Promise.all([
    db.$client.batch([query(RECENT), query(EVENTS), query(REFUNDS), query(EMAILS), LEDGER], "read"),
    readCronSteps(db),
    readPending(db),
    readReconciliation(db),
  ]);
  const last = reconciliation?.last ?? null;
  return {
    steps: steps.map(({ error, ...step }) => ({ ...step, failed: error !== null })),
    recent: recentRows.parse(recent?.rows).map((row) => ({ ...row, aboveHold: row.aboveHold ?? 0 })),
    ledgerSum: ledgerRow.parse(ledger?.rows[0]).sum,
    paymentProblems: last === null ? 0 : comparison.parse(JSON.parse(last)).problem_count,
    events: eventRow.parse(events?.rows[0]),
    overdueRefunds: overdueRow.parse(refunds?.rows[0]),
    unrolledSince: pending.oldest,
    waitingMails: overdueRow.parse(emails?.rows[0]),
  };
}
