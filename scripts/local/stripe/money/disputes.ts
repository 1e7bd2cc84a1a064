import { invalid } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { Charge, Dispute } from "../objects.ts";
import { findRow } from "../state.ts";

/** The payer's bank takes a payment back. Repeating it returns the same dispute. */
export async function openDispute(emulation: Emulation, intentId: string): Promise<Dispute> {
  const { state, emit } = emulation;
  const charge = chargeOf(emulation, intentId);
  const known = Object.values(state.disputes).find((dispute) => dispute.charge === charge.id);
  if (known) return known;
  const dispute: Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    livemode: false,
    payment_intent: intentId,
    reason: "fraudulent",
    status: "needs_response",
  };
  state.disputes[dispute.id] = dispute;
  charge.disputed = true;
  await emit("charge.dispute.created", dispute);
  await emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export async function closeDispute(
  { emit }: Emulation,
  dispute: Dispute,
  outcome: "won" | "lost",
): Promise<void> {
  if (dispute.status !== "needs_response") throw invalid("This dispute is closed.");
  dispute.status = outcome;
  if (outcome === "won") await emit("charge.dispute.funds_reinstated", dispute);
  await emit("charge.dispute.closed", dispute);
}

function chargeOf({ state }: Emulation, intentId: string): Charge {
  const intent = findRow(state.paymentIntents, intentId);
  const charge = intent?.latest_charge ? findRow(state.charges, intent.latest_charge) : null;
  if (!charge) throw invalid("There is no successful charge to dispute.");
  return charge;
}
