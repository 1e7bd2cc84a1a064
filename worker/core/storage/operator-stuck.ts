import { z } from "zod";
import { EVENT_FAILING_MS } from "#core/domain/alerts.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import { STUCK_MS } from "#core/domain/operator.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { readPending } from "./health.ts";
import { OUTBOX } from "./mail-outbox.ts";
import { UNCREDITED_PAYMENTS } from "./operator-counts.ts";
import { FAILING_EVENTS } from "./payment-events.ts";
import { together } from "./read.ts";
import { namedRows } from "./statement.ts";

const RECENT_ROWS = 5_000;
/** A checkout expires after a day, and the cron asks the payment provider about it. */
const ORDER_STUCK_MS = DAY_MS + HOUR_MS;

const counted = (since: string, from: string) =>
  `SELECT count(*) AS count, min(${since}) AS since FROM ${from}`;

const STATEMENTS = {
  uncredited: `SELECT count(*) AS count, coalesce(sum(amount_minor), 0) * ${MICROS_PER_CENT} AS micros
    FROM ${UNCREDITED_PAYMENTS}`,
  events: counted("received_at", `${FAILING_EVENTS} AND received_at < :now - ${EVENT_FAILING_MS}`),
  notices: `SELECT count(*) AS count, coalesce(max(attempts), 0) AS attempts FROM alert_notices
    WHERE due_at IS NOT NULL AND error IS NOT NULL AND created_at <= :now`,
  emails: counted(
    "n.created_at",
    `${OUTBOX} WHERE d.mail_at IS NOT NULL AND n.created_at < :now - ${STUCK_MS}`,
  ),
  orders: counted(
    "created_at",
    `checkout_orders WHERE status IN ('open', 'pending') AND created_at < :now - ${ORDER_STUCK_MS}`,
  ),
  recent: `SELECT count(*) AS requests, coalesce(sum(outcome = ${OUTCOMES.orphaned}), 0) AS orphaned,
      coalesce(sum(price_lines LIKE '%"above_hold":true%'), 0) AS aboveHold
    FROM (SELECT timestamp, outcome, price_lines FROM api_usage ORDER BY id DESC LIMIT ${RECENT_ROWS})
    WHERE timestamp >= :now - ${DAY_MS}`,
};

const waiting = z.tuple([z.object({ count: z.int(), since: z.int().nullable() })]);
const readings = z.object({
  uncredited: z.tuple([z.object({ count: z.int(), micros: z.int() })]),
  events: waiting,
  notices: z.tuple([z.object({ count: z.int(), attempts: z.int() })]),
  emails: waiting,
  orders: waiting,
  recent: z.tuple([z.object({ requests: z.int(), orphaned: z.int(), aboveHold: z.int() })]),
});

/** What waits at `now` (epoch ms). `recent` is the last 24 hours, at most the newest 5,000 requests: then `partial`. */
export function readStuck(db: Database, now: number) {
  const statements = Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, sql]) => [name, { sql, args: { now } }]),
  );
  return together(db, [namedRows(db, statements, readings), readPending(db)]).map(([rows, usage]) => {
    const [recent] = rows.recent;
    return {
      uncredited: rows.uncredited[0],
      events: rows.events[0],
      notices: rows.notices[0],
      emails: rows.emails[0],
      orders: rows.orders[0],
      usage: { count: usage.rows, since: usage.oldest },
      recent: { ...recent, partial: recent.requests === RECENT_ROWS },
    };
  });
}
