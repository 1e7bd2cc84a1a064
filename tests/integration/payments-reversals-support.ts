import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { accountName } from "#core/domain/ledger.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { findOrderBySession } from "#core/storage/orders.ts";
import { ledgerEntries, ledgerTransfers } from "#core/storage/schema/ledger.ts";
import { planChanges } from "#core/storage/schema/plans.ts";
import {
  type Customer,
  openCheckout,
  openPlanCheckout,
  openSdk,
  type Stage,
  WEBHOOK_SECRET,
} from "./payments-harness.ts";

/** A checkout that was paid, and the actions on its payment. */
export type Payment = Awaited<ReturnType<typeof pay>>;

/** Pays $25, or a year of the plan. The stage's deliveries decide whether the product is notified. */
export async function pay(stage: Stage, customer: Customer, product: "balance" | "api_key" = "balance") {
  const sdk = openSdk(stage.stripe.url);
  const session = await (product === "balance" ? openCheckout(customer) : openPlanCheckout(customer));
  await stage.control.pay(session);
  const intent = String((await sdk.checkout.sessions.retrieve(session)).payment_intent);
  const orderId = (await findOrderBySession(customer.db, session))?.id ?? "";
  return {
    customer,
    session,
    intent,
    orderId,
    refund: (amount?: number) =>
      sdk.refunds.create({ payment_intent: intent, ...(amount !== undefined && { amount }) }),
    failRefund: ({ id }: { id: string }) => stage.control.post(`/refunds/${id}/fail`),
    /** `inquiry` moves no money; an `outcome` closes it. */
    dispute: (how: { inquiry?: boolean; outcome?: "won" | "lost" } = {}) =>
      stage.control.post(`/payment_intents/${intent}/dispute`, how),
  };
}

/** Every event about a payment, oldest first. */
export async function eventsOf(stage: Stage, { session, intent }: Payment): Promise<Stripe.Event[]> {
  const events = await openSdk(stage.stripe.url).events.list({ limit: 100 });
  const about = ({ data: { object } }: Stripe.Event) =>
    ("payment_intent" in object && object.payment_intent === intent) ||
    ("id" in object && (object.id === session || object.id === intent));
  return events.data.filter(about).reverse();
}

/** Delivers an event to the product's webhook, signed as Stripe signs it. @returns the status. */
export async function send(stage: Stage, event: object): Promise<number> {
  const payload = JSON.stringify(event);
  const sdk = openSdk(stage.stripe.url);
  const signature = await sdk.webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET });
  const headers = { "stripe-signature": signature };
  return (await fetch(stage.webhookUrl, { method: "POST", headers, body: payload })).status;
}

/** A custom event about a payment. */
export const eventAbout = (intent: string | null, type = "charge.refunded") => ({
  id: "evt_made",
  object: "event",
  type,
  created: 1,
  data: { object: { id: "ch_made", object: "charge", payment_intent: intent } },
});

/** The account's statement as text, oldest first, e.g. `top_up 25`. */
export async function statementOf({ db, account }: Customer): Promise<string[]> {
  const rows = await db
    .select({ kind: ledgerTransfers.kind, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(eq(ledgerEntries.account, accountName(account.id)))
    .orderBy(ledgerTransfers.id);
  return rows.map(({ kind, amount }) => `${kind} ${dollarsFromMicros(amount)}`);
}

/** The amount an order brought its account according to the ledger, in dollars. */
export async function worthOf({ customer: { db, account }, orderId }: Payment): Promise<number> {
  const own = accountName(account.id);
  const [sum] = await db
    .select({ micros: sql<number>`sum(iif(credit = ${own}, micros, -micros))` })
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.orderId, orderId));
  return dollarsFromMicros(sum?.micros ?? 0);
}

/** The changes to the account's bought years, oldest first. */
export async function changesOf({ db, account }: Customer): Promise<string[]> {
  const rows = await db
    .select({ kind: planChanges.kind })
    .from(planChanges)
    .where(eq(planChanges.accountId, account.id))
    .orderBy(planChanges.id);
  return rows.map(({ kind }) => kind);
}
