import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import type { Order } from "#core/storage/orders.ts";
import { takeDueRefunds } from "#core/storage/returned-payments.ts";
import { closeUnmadeOrder, takeUnpaidOrders } from "#core/storage/unpaid-orders.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilOrder } from "./fulfil-order.ts";
import { returnPayment } from "./return-payment.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Until then the payer, the landing page and the webhook settle it between them. */
const FIRST_ASKED_AFTER_MS = 10 * MINUTE_MS;
/** No checkout can be paid later, and no bank debit takes so long. */
const LAST_ASKED_AFTER_MS = 30 * DAY_MS;
/** A checkout is open for a day, so one that was not made by then never was. */
const UNMADE_AFTER_MS = DAY_MS;
const MAX_A_RUN = 25;

export interface ReconciliationReport {
  /** Unpaid orders the provider was asked about. */
  asked: number;
  /** Found paid: no webhook had told. */
  paid: number;
  /** Found expired or failed, or never made; or ended here, because the account is closed. */
  closed: number;
  /** Orders paid after their account was closed, and refunded. */
  returned: string[];
  /** What was paid is not what was ordered, or the provider does not know the checkout: for a person to look at. */
  problems: { order: string; code: ErrorCode }[];
}

/**
 * Asks the provider about orders that stayed unpaid, those longest not asked about first, and fulfils the paid ones.
 * Those of closed accounts are ended, and refunds that are still due are made.
 * Repeating, overlapping or breaking it off credits nothing twice; what a run leaves is for the next.
 * @throws DomainError `payment_provider_error` when the provider does not answer.
 */
export async function reconcilePayments(ctx: FulfilmentContext): Promise<ReconciliationReport> {
  const now = ctx.clock.now();
  const orders = await takeUnpaidOrders(ctx.db, {
    createdAfter: now - LAST_ASKED_AFTER_MS,
    createdUntil: now - FIRST_ASKED_AFTER_MS,
    limit: MAX_A_RUN,
    now,
  });
  const report: ReconciliationReport = {
    asked: orders.length,
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
    if (error instanceof DomainError && ofThisOrder(error)) return { code: error.code };
    throw error;
  }
}

/** Any other failure would meet the next order as well. */
const ofThisOrder = ({ code }: DomainError) => code === "order_mismatch" || code === "order_unknown";
