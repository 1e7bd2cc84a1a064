import type { Database } from "#core/storage/database.ts";

/**
 * Adds the account's payments to the local Stripe, which knows the real ones among them. Without them, the daily
 * comparison would find payments that Stripe doesn't have, and none could be refunded.
 */
export async function addPaymentsToStripe(db: Database, accountId: number, stripeUrl: string): Promise<void> {
  const response = await fetch(`${stripeUrl}/_test/payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ payments: await paymentsOf(db, accountId) }),
  });
  if (!response.ok) throw new Error(`Stripe refused the demo's payments: ${await response.text()}`);
}

/** As Stripe describes them. */
async function paymentsOf(db: Database, accountId: number) {
  const sql = `SELECT payment_intent, amount_minor, currency, paid_at, id FROM checkout_orders
    WHERE account_id = ?1 AND status = 'paid' AND payment_intent IS NOT NULL ORDER BY paid_at`;
  const { rows } = await db.$client.execute({ sql, args: [accountId] });
  return rows.map(({ payment_intent: id, amount_minor: amount, currency, paid_at, id: order_id }) => ({
    id,
    amount,
    currency,
    created: Math.floor(Number(paid_at) / 1000),
    metadata: { order_id },
  }));
}
