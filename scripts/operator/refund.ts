import { refundPayment } from "#core/services/operator/refund-payment.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import { runningStack, stateFolder } from "../local/state-folder.ts";
import type { Command } from "./command.ts";
import { microsOf, readOptions, required, UsageError } from "./options.ts";

const text = { type: "string" } as const;
const MICROS_PER_MINOR = 10_000;

/** The Stripe account that belongs to the database which the command uses. */
function operatorPayments({
  LIBSQL_URL,
  STRIPE_SECRET_KEY,
  STRIPE_API_URL,
  LATCHKEY_LOCAL_DIR,
}: NodeJS.ProcessEnv) {
  if (LIBSQL_URL) {
    if (!STRIPE_SECRET_KEY) throw new UsageError("STRIPE_SECRET_KEY is missing.");
    return createStripePayments({ secretKey: STRIPE_SECRET_KEY, apiUrl: STRIPE_API_URL || undefined });
  }
  const stripe = runningStack(stateFolder(LATCHKEY_LOCAL_DIR))?.stripe;
  if (stripe === undefined) throw new UsageError("No stack is running, and LIBSQL_URL isn't set.");
  return createStripePayments({ secretKey: stripe.secretKey, apiUrl: stripe.url });
}

export const refund: Command = {
  usage: 'refund --payment PAYMENT --reason "…" [--amount 5.00] [--id ID] [--by NAME]',
  about:
    "Refunds a payment through Stripe; PAYMENT is its order or Stripe's pi_…. Without --amount, all that is left. Needs STRIPE_SECRET_KEY beside LIBSQL_URL.",
  async run(open, words, output) {
    const options = readOptions(words, { payment: text, amount: text, reason: text, id: text });
    const id = options.id ?? crypto.randomUUID();
    const input = {
      payment: required(options.payment, "payment"),
      amountMinor: options.amount === undefined ? null : microsOf(options.amount) / MICROS_PER_MINOR,
      reason: required(options.reason, "reason"),
      id,
    };
    // Before the request, whose response may be lost.
    output.log(`To repeat this safely, add --id ${id}`);
    const context = { ...open(options.by), payments: operatorPayments(process.env) };
    const { refund: made, order, repeated, leftMinor } = await refundPayment(context, input);
    const money = (minor: number) => `${(minor / 100).toFixed(2)} ${order.currency.toUpperCase()}`;
    const what = repeated ? "This id had refunded it before" : `Refunded ${money(made.amountMinor)}`;
    output.log(`${what} (${made.id}). ${money(leftMinor)} of the payment is left.`);
    return 0;
  },
};
