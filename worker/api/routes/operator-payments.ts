import { Hono } from "hono";
import { noteRequest, reasonRequest } from "#core/contract/operator.ts";
import {
  closeDifferenceRequest,
  operatorPaymentsQuery,
  paymentEventsQuery,
  paymentRangeQuery,
  type RefundResponse,
  refundRequest,
} from "#core/contract/operator-payments.ts";
import { DomainError } from "#core/domain/errors.ts";
import { isWholeCents } from "#core/domain/money.ts";
import { closeDifference } from "#core/services/operator/close-difference.ts";
import { compareNow, showComparison } from "#core/services/operator/compare-now.ts";
import {
  exportPayments,
  listPayments,
  showPayment,
  summarizePayments,
} from "#core/services/operator/list-payments.ts";
import {
  closePaymentEvent,
  listPaymentEvents,
  retryPaymentEvent,
} from "#core/services/operator/payment-events.ts";
import { type RefundResult, refundPayment } from "#core/services/operator/refund-payment.ts";
import type { OperatorEnv } from "../api-env.ts";
import { jsonBody, queryString } from "../validation.ts";

/** @throws DomainError `invalid_request`. */
function minorUnits(amount: number | null): number | null {
  if (amount === null) return null;
  if (isWholeCents(amount)) return Math.round(amount * 100);
  throw new DomainError("invalid_request", "The amount must be in whole cents.", { field: "amount" });
}

const refunded = ({ order, refund, repeated, ...state }: RefundResult): RefundResponse => ({
  refund: refund.id,
  amount: refund.amountMinor / 100,
  currency: order.currency,
  refunded: state.refundedMinor / 100,
  left: state.leftMinor / 100,
  repeated,
});

/** At the desk. `:payment` is the id of its order, or the payment provider's. */
export const operatorPaymentRoutes = new Hono<OperatorEnv>()
  .get("/", queryString(operatorPaymentsQuery), async (c) =>
    c.json(await listPayments(c.var.ctx, c.req.valid("query"))),
  )
  .get("/payments.csv", queryString(operatorPaymentsQuery), async (c) =>
    c.body(await exportPayments(c.var.ctx, c.req.valid("query")), 200, {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="latchkey-payments.csv"',
    }),
  )
  .get("/summary", queryString(paymentRangeQuery), async (c) =>
    c.json(await summarizePayments(c.var.ctx, c.req.valid("query").range)),
  )
  .get("/events", queryString(paymentEventsQuery), async (c) =>
    c.json(await listPaymentEvents(c.var.ctx, c.req.valid("query"))),
  )
  .post("/events/:event/retry", jsonBody(reasonRequest), async (c) =>
    c.json(await retryPaymentEvent(c.var.ctx, { ...c.req.valid("json"), event: c.req.param("event") })),
  )
  .post("/events/:event/close", jsonBody(noteRequest), async (c) =>
    c.json(await closePaymentEvent(c.var.ctx, { ...c.req.valid("json"), event: c.req.param("event") })),
  )
  .get("/comparison", async (c) => c.json(await showComparison(c.var.ctx)))
  .post("/comparison", jsonBody(reasonRequest), async (c) =>
    c.json(await compareNow(c.var.ctx, c.req.valid("json"))),
  )
  .post("/comparison/close", jsonBody(closeDifferenceRequest), async (c) =>
    c.json(await closeDifference(c.var.ctx, c.req.valid("json"))),
  )
  .get("/:payment", async (c) => c.json(await showPayment(c.var.ctx, c.req.param("payment"))))
  .post("/:payment/refund", jsonBody(refundRequest), async (c) => {
    const { amount, ...rest } = c.req.valid("json");
    const input = { ...rest, payment: c.req.param("payment"), amountMinor: minorUnits(amount) };
    return c.json(refunded(await refundPayment(c.var.ctx, input)));
  });
