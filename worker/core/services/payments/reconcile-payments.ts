import { UNPAID_CHECKED_MS } from "#core/domain/cron.ts";
import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { DAY_MS, MINUTE_MS } from "#core/domain/time.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import type { Order } from "#core/storage/orders.ts";
import { takeDueRefunds } from "#core/storage/returned-payments.ts";
import { closeUnmadeOrder, takeUnpaidOrders } from "#core/storage/unpaid-orders.ts";
import { fulfilOrder } from "./fulfil-order.ts";
import { returnPayment } from "./return-payment.ts";

/** Until then the payer, the landing page and the webhook settle it. */
const FIRST_ASKED_AFTER_MS = 10 * MINUTE_MS;
/** A checkout is open for a day; one that doesn't exist by then never will. */
const UNMADE_AFTER_MS = DAY_MS;
const MAX_A_RUN = 25;

export interface ReconciliationReport {
  /** Checked with the provider. */
  checked: number;
  paid: number;
  /** Expired, failed, never created, or ended here because the account is closed. */
  closed: number;
  /** Paid after their account was closed, and refunded. */
  returned: string[];
  /** Amount or checkout does not match the order: for a person to look at. */
  problems: { order: string; code: ErrorCode }[];
}

/**
 * Settles unpaid orders, least recently checked first. Safe to repeat, overlap or interrupt.
 * @throws DomainError `payment_provider_error`.
 */
export async function reconcilePayments(ctx: FulfilmentContext): Promise<ReconciliationReport> {
  const now = ctx.clock.now();
  const orders = await takeUnpaidOrders(ctx.db, {
    createdAfter: now - UNPAID_CHECKED_MS,
    createdUntil: now - FIRST_ASKED_AFTER_MS,
    limit: MAX_A_RUN,
    now,
  });
  const report: ReconciliationReport = {
    checked: orders.length,
    paid: 0,
    closed: 0,
    returned: [],
    problems: [],
  };
  for (const order of orders) {
    const outcome = await reconcile(ctx, order, now);
    if (typeof outcome === "object") report.problems.push({ order: order.id, ...outcome });
    else if (outcome === "paid") report.paid += 1;
    else if (outcome === "closed") report.closed += 1;
    else if (outcome === "returned") report.returned.push(order.id);
  }
  for (const orderId of await takeDueRefunds(ctx.db, MAX_A_RUN, now)) {
    await returnPayment(ctx, orderId);
    report.returned.push(orderId);
  }
  return report;
}

async function reconcile(
  ctx: FulfilmentContext,
  order: Order & { closed: boolean },
  now: number,
): Promise<"paid" | "unpaid" | "closed" | "returned" | { code: ErrorCode }> {
  try {
    const status = await fulfilOrder(ctx, order, { expire: order.closed });
    if (status === "paid" || status === "returned") return status;
    if (status === "expired" || status === "failed") return "closed";
    if (status !== null || order.createdAt > now - UNMADE_AFTER_MS) return "unpaid";
    await closeUnmadeOrder(ctx.db, order.id);
    return "closed";
  } catch (error) {
    if (error instanceof DomainError && concernsOneOrder(error)) return { code: error.code };
    throw error;
  }
}

/** Any other failure would also affect the next order. */
const concernsOneOrder = ({ code }: DomainError) => code === "order_mismatch" || code === "order_unknown";
