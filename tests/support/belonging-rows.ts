import { eq } from "drizzle-orm";
import { accountName } from "#core/domain/ledger.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { Database } from "#core/storage/database.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { autoTopUpCharges, paymentCustomers, savedCards } from "#core/storage/schema/cards.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { apiUsage, keyRefusals } from "#core/storage/schema/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { transferMoney } from "#tests/support/money.ts";
import { storeNotices } from "#tests/support/store-notices.ts";

const YEAR_MS = 365 * 86_400_000;

export interface BelongingRows {
  orderId: string;
  sessionId: string;
  /** An automatic charge that was declined. */
  chargeId: string;
  requestId: string;
  notificationId: string;
}

interface Owner {
  db: Database;
  accountId: number;
  /** Part of every id and name. */
  tag: string;
}

/** Gives an account a plan, a paid order, a card, a request of the key `keyId`, and notifications. */
export async function storeBelongings(owner: Owner, keyId: string): Promise<BelongingRows> {
  const { tag } = owner;
  const ids = { orderId: `order_${tag}`, sessionId: `cs_test_${tag}`, requestId: `req_${tag}` };
  await subscribe(owner);
  await pay(owner, ids);
  const chargeId = await saveCard(owner);
  await use(owner, keyId, ids.requestId);
  return { ...ids, chargeId, notificationId: await notify(owner) };
}

/** A paid order of $25 with its transfer and invoice. */
async function pay(
  { db, accountId, tag }: Owner,
  { orderId, sessionId }: Pick<BelongingRows, "orderId" | "sessionId">,
): Promise<void> {
  const at = Date.now();
  const transfer = { debit: "stripe:usd", credit: accountName(accountId), micros: 25_000_000, at } as const;
  const source = `stripe:cs:${sessionId}`;
  await writeBatch(db, [
    db.insert(checkoutOrders).values({
      id: orderId,
      sessionId,
      accountId,
      product: "balance",
      currency: "usd",
      amountMinor: 2500,
      status: "paid",
      paymentIntent: `pi_${tag}`,
      createdAt: at,
      paidAt: at,
      paymentMethod: "card",
      cardBrand: "visa",
      cardLast4: "4242",
      taxMinor: 381,
      invoiceId: `in_${tag}`,
      detailsAt: at,
    }),
  ]);
  await transferMoney(db, { ...transfer, kind: "top_up", source, orderId, note: `Note ${tag}` });
}

/** @returns the order of a charge that the card declined. */
async function saveCard({ db, accountId, tag }: Owner): Promise<string> {
  const orderId = `order_auto_${tag}`;
  const [customerId, paymentMethod, at] = [`cus_${tag}`, `pm_${tag}`, Date.now()];
  const card = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034, country: "US", consent: "Yes" };
  const charge = { product: "balance", currency: "usd", amountMinor: 5000, status: "failed" } as const;
  await writeBatch(db, [
    db.insert(paymentCustomers).values({ accountId, customerId }),
    db.insert(savedCards).values({ accountId, paymentMethod, ...card, offeredAt: at, savedAt: at }),
    db.insert(checkoutOrders).values({
      ...charge,
      id: orderId,
      accountId,
      sessionId: `pi_auto_${tag}`,
      createdAt: at,
      origin: "auto_top_up",
    }),
    db.insert(autoTopUpCharges).values({ orderId, customerId, paymentMethod, declineCode: "expired_card" }),
  ]);
  return orderId;
}

const subscribe = ({ db, accountId }: Owner) =>
  writeBatch(db, [
    db.insert(subscriptions).values({
      accountId,
      type: "Premium",
      validUntil: Date.now() + YEAR_MS,
      requestsPerMonth: 10_000,
    }),
  ]);

/** Two, so that a page of one has a next page. */
async function notify({ db, accountId, tag }: Owner): Promise<string> {
  const notice = { accountId, kind: "invitation_accepted", data: { email: `${tag}@example.com` }, at: 1 };
  const [stored] = await writeBatch(db, storeNotices([notice, notice]));
  return `ntf_${Number(stored?.lastInsertRowid) - 1}`;
}

/** A request, and two that were refused. */
async function use({ db, accountId }: Owner, publicId: string, requestId: string): Promise<void> {
  const [key] = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.publicId, publicId));
  const keyId = key?.id ?? 0;
  const usage = {
    responseTime: 10,
    costMicros: 1,
    billedMicros: 1,
    tokensIn: 1,
    tokensOut: 1,
    endpointId: 1,
    statusCode: 200,
  };
  const refusal = { hour: Math.floor(Date.now() / HOUR_MS), code: "rate_limit_exceeded", requests: 2 };
  await writeBatch(db, [
    db.insert(apiUsage).values({ requestId, accountId, keyId, timestamp: Date.now(), ...usage }),
    db.insert(keyRefusals).values({ accountId, keyId, epoch: requestId, ...refusal }),
  ]);
}
