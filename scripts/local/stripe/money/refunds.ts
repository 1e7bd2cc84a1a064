import { type Form, type FormReader, reader } from "../api/form.ts";
import { invalid, missing } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { Charge, Refund } from "../objects.ts";
import { findRow, type StripeState } from "../state.ts";

/** Gives back all that is left of a charge, or `amount` of it. */
export async function createRefund({ state, emit }: Emulation, form: Form): Promise<Refund> {
  const body = reader(form);
  const charge = refundedCharge(state, body);
  const left = charge.amount - charge.amount_refunded;
  const amount = body.integer("amount") ?? left;
  if (charge.disputed)
    throw invalid("Charge has been charged back; cannot issue a refund.", "charge", "charge_disputed");
  if (left === 0) throw invalid("Charge has already been refunded.", "charge", "charge_already_refunded");
  if (amount <= 0 || amount > left)
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      "amount",
    );
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const refund: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    metadata: body.metadata("metadata"),
    payment_intent: charge.payment_intent,
    reason: body.text("reason"),
    status: "succeeded",
  };
  state.refunds[refund.id] = refund;
  await emit("refund.created", refund);
  await emit("charge.refunded", charge);
  return refund;
}

/** The payer's bank sends a refund back: its money is with Stripe again. */
export async function failRefund({ state, emit }: Emulation, id: string): Promise<Refund> {
  const refund = findRow(state.refunds, id);
  if (!refund) throw missing("refund", id);
  if (refund.status === "failed") throw invalid("This refund has failed already.");
  const charge = findRow(state.charges, refund.charge);
  refund.status = "failed";
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  await emit("refund.updated", refund);
  await emit("charge.refund.updated", refund);
  await emit("refund.failed", refund);
  return refund;
}

function refundedCharge(state: StripeState, body: FormReader): Charge {
  const intentId = body.text("payment_intent");
  const intent = intentId === null ? null : findRow(state.paymentIntents, intentId);
  if (intentId !== null && !intent) throw missing("payment_intent", intentId, "payment_intent");
  const chargeId = intent ? intent.latest_charge : body.required("charge");
  if (chargeId === null) throw invalid("This PaymentIntent does not have a successful charge to refund.");
  const charge = findRow(state.charges, chargeId);
  if (!charge) throw missing("charge", chargeId, "charge");
  return charge;
}
