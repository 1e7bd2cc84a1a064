import { invalid } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { Charge, Dispute } from "../objects.ts";
import { findRow } from "../state.ts";

/**
 * The payer's bank takes a payment back, or only inquires about it, which moves no money.
 * Repeating it returns the same dispute; an inquiry becomes a dispute when it is opened again without `inquiry`.
 */
export async function openDispute(
  emulation: Emulation,
  intentId: string,
  { inquiry = false } = {},
): Promise<Dispute> {
  const { state, emit } = emulation;
  const charge = chargeOf(emulation, intentId);
  const known = Object.values(state.disputes).find((candidate) => candidate.charge === charge.id);
  const dispute = known ?? newInquiry(charge);
  state.disputes[dispute.id] = dispute;
  const withdraws = !inquiry && dispute.status === "warning_needs_response";
  if (withdraws) withdraw(dispute, charge);
  if (!known) await emit("charge.dispute.created", dispute);
  if (withdraws && isWithdrawn(dispute)) await emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export async function closeDispute(
  { emit }: Emulation,
  dispute: Dispute,
  outcome: "won" | "lost",
): Promise<void> {
  const inquiry = dispute.status === "warning_needs_response";
  if (!inquiry && dispute.status !== "needs_response") throw invalid("This dispute is closed.");
  dispute.status = inquiry ? "warning_closed" : outcome;
  if (dispute.status === "won" && isWithdrawn(dispute)) {
    book(dispute, dispute.amount);
    await emit("charge.dispute.funds_reinstated", dispute);
  }
  await emit("charge.dispute.closed", dispute);
}

const newInquiry = (charge: Charge): Dispute => ({
  id: newId("du"),
  object: "dispute",
  amount: charge.amount - charge.amount_refunded,
  balance_transactions: [],
  charge: charge.id,
  created: nowSeconds(),
  currency: charge.currency,
  livemode: false,
  payment_intent: charge.payment_intent,
  reason: "fraudulent",
  status: "warning_needs_response",
});

const isWithdrawn = (dispute: Dispute) => dispute.balance_transactions.length > 0;

/** A fully refunded payment has nothing left to withdraw. */
function withdraw(dispute: Dispute, charge: Charge): void {
  dispute.status = "needs_response";
  dispute.amount = charge.amount - charge.amount_refunded;
  charge.disputed = true;
  if (dispute.amount > 0) book(dispute, -dispute.amount);
}

function book({ id, currency, balance_transactions }: Dispute, amount: number): void {
  balance_transactions.push({
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    created: nowSeconds(),
    currency,
    source: id,
    type: "adjustment",
  });
}

function chargeOf({ state }: Emulation, intentId: string): Charge {
  const intent = findRow(state.paymentIntents, intentId);
  const charge = intent?.latest_charge ? findRow(state.charges, intent.latest_charge) : null;
  if (!charge) throw invalid("There is no successful charge to dispute.");
  return charge;
}
