import type Stripe from "stripe";
import type { PageOfPayments, PaymentCharge, PaymentPage, PaymentReversal } from "#core/ports.ts";
import { isMissing } from "./stripe-errors.ts";
import { idOf, toPaymentDispute, toPaymentRefund } from "./stripe-mapping.ts";

/** Stripe's most. */
const PAGE_ITEMS = 100;

const parameters = ({ from, until, after }: PageOfPayments) => ({
  created: { gte: Math.floor(from / 1000), lt: Math.floor(until / 1000) },
  limit: PAGE_ITEMS,
  ...(after !== null && { starting_after: after }),
});

export async function listCharges(stripe: Stripe, page: PageOfPayments): Promise<PaymentPage<PaymentCharge>> {
  const list = await stripe.charges.list(parameters(page));
  const succeeded = list.data.filter(({ paid, status }) => paid && status === "succeeded");
  return { items: succeeded.map(toPaymentCharge), next: nextOf(list) };
}

export async function listReversals(
  stripe: Stripe,
  kind: "refunds" | "disputes",
  page: PageOfPayments,
): Promise<PaymentPage<PaymentReversal>> {
  if (kind === "refunds") {
    const list = await stripe.refunds.list(parameters(page));
    const items = list.data.map((refund) => ofPayment(refund, { refunds: [toPaymentRefund(refund)] }));
    return { items: items.filter((item) => item !== null), next: nextOf(list) };
  }
  const list = await stripe.disputes.list(parameters(page));
  const items = list.data.map((dispute) => ofPayment(dispute, { disputes: [toPaymentDispute(dispute)] }));
  return { items: items.filter((item) => item !== null), next: nextOf(list) };
}

/** A charge made without a PaymentIntent is not ours. */
function ofPayment(
  { payment_intent }: Pick<Stripe.Refund, "payment_intent">,
  reversals: Partial<PaymentReversal>,
): PaymentReversal | null {
  const paymentIntentId = idOf(payment_intent);
  return paymentIntentId === null ? null : { paymentIntentId, refunds: [], disputes: [], ...reversals };
}

const nextOf = <Item extends { id: string }>({ data, has_more }: Stripe.ApiList<Item>): string | null =>
  has_more ? (data.at(-1)?.id ?? null) : null;

/** Stripe copies the metadata of a PaymentIntent to its charge. */
const toPaymentCharge = (charge: Stripe.Charge): PaymentCharge => ({
  id: charge.id,
  paymentIntentId: idOf(charge.payment_intent),
  orderId: charge.metadata.order_id ?? null,
  amountMinor: charge.amount,
  currency: charge.currency,
});

export async function paymentStatus(
  stripe: Stripe,
  paymentIntentId: string,
): Promise<"paid" | "processing" | "unpaid" | null> {
  try {
    const { status } = await stripe.paymentIntents.retrieve(paymentIntentId);
    if (status === "succeeded") return "paid";
    return status === "processing" || status === "requires_capture" ? "processing" : "unpaid";
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
