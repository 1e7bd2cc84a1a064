import { notFound } from "#core/domain/errors.ts";
import { type RefundState, refundProblem, refundStateOf } from "#core/domain/refunds.ts";
import type { PaymentRefund, PaymentReversals } from "#core/ports.ts";
import type { OperatorContext, PaymentsContext } from "#core/services/context.ts";
import { applyReversals } from "#core/services/payments/record-reversals.ts";
import {
  findPaidOrder,
  logRefund,
  logRefundRequest,
  type PaidOrder,
} from "#core/storage/operator-refunds.ts";
import { findAccountToChange, invalidField } from "./look-up-account.ts";
import { operatorEntry, requiredReason } from "./operator-entry.ts";

export type RefundContext = OperatorContext & Pick<PaymentsContext, "payments">;

export interface RefundInput {
  /** The id of its order, or the provider's. */
  payment: string;
  /** Cents or paise, above 0; null for all that is left. */
  amountMinor: number | null;
  reason: string;
  /** Idempotency key. */
  id: string;
}

export interface RefundResult extends RefundState {
  order: PaidOrder;
  refund: PaymentRefund;
  /** Another request with this id has recorded the refund. Of requests at once, one is the first. */
  repeated: boolean;
}

/**
 * Refunds a payment through the provider and records what it then reports, as its webhook does; whichever is first, the
 * ledger changes once. The request is in the operator log before money moves. Repeating it with its id makes no second
 * refund, whatever failed. @throws DomainError `invalid_request` naming the field, `not_found`, `own_account`, `payment_provider_error`.
 */
export async function refundPayment(ctx: RefundContext, input: RefundInput): Promise<RefundResult> {
  const reason = requiredReason(input.reason);
  check(input);
  const order = await findPayment(ctx, input.payment);
  const account = await findAccountToChange(ctx, String(order.accountId));
  const before = await reversalsOf(ctx, order);
  const known = before.refunds.find(({ requestedAs }) => requestedAs === input.id);
  if (known === undefined) refuse(order, before, input);
  await noteRequest(ctx, order, { ...input, reason });
  const refund = known ?? (await refundAtProvider(ctx, order, input));
  const isFirst = await noteRefund(ctx, order, { refund, reason });
  const after = await reversalsOf(ctx, order);
  await applyReversals(ctx, order, after);
  // May fail unnoticed: the meter reads the balance again before it refuses a request for lack of it.
  await ctx.refreshMeter(account.route).catch(() => undefined);
  const state = refundStateOf(order.amountMinor, after);
  return { order, refund, repeated: !isFirst, ...state };
}

/** A paid payment, by the id of its order or the provider's. @throws DomainError `not_found`. */
async function findPayment({ db }: OperatorContext, name: string): Promise<PaidOrder> {
  const order = await findPaidOrder(db, name.trim());
  if (order === null) throw notFound("Payment");
  return order;
}

/**
 * Read from the provider. @throws DomainError `invalid_request` for a payment that it doesn't know or that names another
 * order there, whose refund would not reach the ledger; `payment_provider_error`.
 */
export async function reversalsOf(
  { payments }: Pick<PaymentsContext, "payments">,
  { id, paymentIntent }: PaidOrder,
): Promise<PaymentReversals> {
  const reversals = await payments.retrieveReversals(paymentIntent);
  if (reversals === null) throw invalidField("payment", "The payment provider doesn’t know this payment.");
  if (reversals.orderId !== id)
    throw invalidField("payment", "At the payment provider, this payment names another order.");
  return reversals;
}

function check({ amountMinor, id }: RefundInput): void {
  if (amountMinor !== null && (!Number.isSafeInteger(amountMinor) || amountMinor <= 0))
    throw invalidField("amount", "The amount must be above 0.");
  if (!/^[\w-]{1,64}$/.test(id)) throw invalidField("id", "The id must be 1 to 64 letters, digits, - or _.");
}

function refuse(order: PaidOrder, reversals: PaymentReversals, { amountMinor }: RefundInput): void {
  const problem = refundProblem(refundStateOf(order.amountMinor, reversals), amountMinor, order.currency);
  if (problem !== null) throw invalidField(problem.field, problem.message);
}

/** Binds the id to its payment and amount. */
async function noteRequest(ctx: RefundContext, order: PaidOrder, input: RefundInput): Promise<void> {
  const { id, reason, amountMinor } = input;
  const amount = amountMinor === null ? null : amountMinor / 100;
  const detail = { order: order.id, id, amount, currency: order.currency };
  const entry = operatorEntry(ctx, "refund.requested", { accountId: order.accountId, reason, detail });
  if ((await logRefundRequest(ctx.db, entry, id)) !== JSON.stringify(detail))
    throw invalidField("id", "This id was used for another refund.");
}

async function refundAtProvider(
  ctx: RefundContext,
  order: PaidOrder,
  input: RefundInput,
): Promise<PaymentRefund> {
  const { id: orderId, paymentIntent: paymentIntentId } = order;
  const { amountMinor, id: requestedAs } = input;
  const made = await ctx.payments.createRefund({ paymentIntentId, orderId, amountMinor, requestedAs });
  if (typeof made === "object") return made;
  // Another refund or a dispute came first: say what is left now.
  refuse(order, await reversalsOf(ctx, order), input);
  throw invalidField(
    "payment",
    "The payment provider refused the refund. Check the payment, then try again.",
  );
}

/** @returns false if another request has recorded the refund. */
function noteRefund(
  ctx: RefundContext,
  { id, accountId, currency }: PaidOrder,
  { refund, reason }: { refund: PaymentRefund; reason: string },
): Promise<boolean> {
  const detail = { order: id, refund: refund.id, amount: refund.amountMinor / 100, currency };
  const log = operatorEntry(ctx, "payment.refunded", { accountId, reason, detail });
  const audit = { accountId, action: "payment.refunded", subject: id, requestId: ctx.requestId } as const;
  return logRefund(ctx.db, { log, audit: { ...audit, at: log.at } }, refund.id);
}
