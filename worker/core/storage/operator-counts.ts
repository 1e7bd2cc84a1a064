import { z } from "zod";
import { EVENT_FAILING_MS } from "#core/domain/alerts.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { FAILING_EVENTS } from "./payment-events.ts";
import type { Read } from "./read.ts";
import { statement } from "./statement.ts";

/** As long as events are kept. */
const LOOKED_BACK_MS = 30 * DAY_MS;

/** Top-ups of the last 30 days that are paid but not in the ledger, at `:now`. */
export const UNCREDITED_PAYMENTS = `checkout_orders AS paid
  WHERE paid_at IS NOT NULL AND paid_at > :now - ${LOOKED_BACK_MS} AND product = 'balance' AND status = 'paid'
    AND NOT EXISTS (SELECT 1 FROM ledger_transfers WHERE order_id = paid.id)`;

/** Each subquery reads an index of the few rows that it counts, or of the payments of a month. */
const COUNTS = `SELECT
  (SELECT count(*) FROM alerts WHERE recovered_at IS NULL AND acknowledged_at IS NULL AND closed_at IS NULL) AS firingAlerts,
  (SELECT count(*) FROM ${FAILING_EVENTS} AND received_at < :now - ${EVENT_FAILING_MS})
  + (SELECT count(*) FROM ${UNCREDITED_PAYMENTS}) AS failingPayments`;

const counts = z.object({ firingAlerts: z.int(), failingPayments: z.int() });

/** What needs an operator at `now` (epoch ms). */
export const readOperatorCounts = (db: Database, now: number): Read<z.infer<typeof counts>> =>
  statement(COUNTS, { now }, counts).only(db);
