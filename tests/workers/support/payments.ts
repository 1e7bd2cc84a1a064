import type { PaymentReversals } from "#core/ports.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { type TestUser, writeDirectly } from "./test-api.ts";

/** A paid order of $25, without its credit. @returns its id. */
export async function paidOrder({ account }: TestUser): Promise<string> {
  const id = `order_${crypto.randomUUID().replaceAll("-", "")}`;
  const price = { product: "balance", currency: "usd", amountMinor: 2500 } as const;
  const paid = {
    status: "paid",
    paymentIntent: `pi_${id}`,
    createdAt: Date.now(),
    paidAt: Date.now(),
  } as const;
  await writeDirectly((db) =>
    db.insert(checkoutOrders).values({ id, accountId: account.id, ...price, ...paid }),
  );
  return id;
}

/** The provider's response for a payment of `paidOrder` that nobody refunded. */
export const unrefunded = async (paymentIntentId: string): Promise<PaymentReversals> => ({
  paymentIntentId,
  orderId: paymentIntentId.replace("pi_", ""),
  refunds: [],
  disputes: [],
});
