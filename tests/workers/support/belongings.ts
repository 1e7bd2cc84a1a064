import { eq } from "drizzle-orm";
import type { AccessToken } from "#core/contract/access-tokens.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { accountName } from "#core/domain/ledger.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { autoTopUpCharges, paymentCustomers, savedCards } from "#core/storage/schema/cards.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { apiUsage, keyRefusals } from "#core/storage/schema/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { transferMoney } from "#tests/support/money.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { createTokenAs } from "./access-tokens.ts";
import { createKeyAs, openTestDatabase, type TestApi, type TestUser, writeDirectly } from "./test-api.ts";

const YEAR_MS = 365 * 86_400_000;

/** One of everything that an account can own. */
export interface Belongings {
  key: ApiKey;
  /** With every scope. */
  accessToken: AccessToken;
  orderId: string;
  sessionId: string;
  /** An automatic charge that was declined. */
  chargeId: string;
  requestId: string;
  notificationId: string;
  /** Values that must not appear in any response to another account. */
  marks: string[];
}

/** Gives the user a plan, an access token, a key with a request, a paid order with its transfer and invoice, and notifications. */
export async function furnish(api: TestApi, user: TestUser): Promise<Belongings> {
  const tag = crypto.randomUUID().replaceAll("-", "");
  const key = await createKeyAs(api, user, `Key ${tag}`);
  const accessToken = await createTokenAs(api, user, { name: `Token ${tag}` });
  await subscribe(user.account.id);
  const orderId = `order_${tag}`;
  const sessionId = `cs_test_${tag}`;
  await pay(user.account.id, { orderId, sessionId, tag });
  const chargeId = await saveCard(user.account.id, tag);
  const requestId = `req_${tag}`;
  await use(user.account.id, key.id, requestId);
  const notificationId = await tell(user.account.id, tag);
  return {
    key,
    accessToken,
    orderId,
    sessionId,
    chargeId,
    requestId,
    notificationId,
    marks: [tag, key.id, key.key, accessToken.id, accessToken.token, user.email, user.userId],
  };
}

async function pay(
  accountId: number,
  { orderId, sessionId, tag }: { orderId: string; sessionId: string; tag: string },
) {
  const db = openTestDatabase();
  const at = Date.now();
  await writeDirectly(() =>
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
  );
  const transfer = { debit: "stripe:usd", credit: accountName(accountId), micros: 25_000_000, at } as const;
  const source = `stripe:cs:${sessionId}`;
  await transferMoney(db, { ...transfer, kind: "top_up", source, orderId, note: `Note ${tag}` });
}

/** @returns the order of a charge that the card declined. */
async function saveCard(accountId: number, tag: string): Promise<string> {
  const orderId = `order_auto_${tag}`;
  const [customerId, paymentMethod, at] = [`cus_${tag}`, `pm_${tag}`, Date.now()];
  const card = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034, country: "US", consent: "Yes" };
  const charge = { product: "balance", currency: "usd", amountMinor: 5000, status: "failed" } as const;
  await writeDirectly((db) => db.insert(paymentCustomers).values({ accountId, customerId }));
  await writeDirectly((db) =>
    db.insert(savedCards).values({ accountId, paymentMethod, ...card, offeredAt: at, savedAt: at }),
  );
  await writeDirectly((db) =>
    db.insert(checkoutOrders).values({
      ...charge,
      id: orderId,
      accountId,
      sessionId: `pi_auto_${tag}`,
      createdAt: at,
      origin: "auto_top_up",
    }),
  );
  await writeDirectly((db) =>
    db.insert(autoTopUpCharges).values({ orderId, customerId, paymentMethod, declineCode: "expired_card" }),
  );
  return orderId;
}

const subscribe = (accountId: number) =>
  writeDirectly((db) =>
    db.insert(subscriptions).values({
      accountId,
      type: "Premium",
      validUntil: Date.now() + YEAR_MS,
      requestsPerMonth: 10_000,
    }),
  );

/** Two, so that a page of one has a next page. */
async function tell(accountId: number, tag: string): Promise<string> {
  const notice = { accountId, kind: "invitation_accepted", data: { email: `${tag}@example.com` }, at: 1 };
  const [stored] = await writeBatch(openTestDatabase(), storeNotices([notice, notice]));
  return `ntf_${Number(stored?.lastInsertRowid) - 1}`;
}

async function use(accountId: number, publicId: string, requestId: string) {
  const db = openTestDatabase();
  const [key] = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.publicId, publicId));
  await writeDirectly(() =>
    db.insert(apiUsage).values({
      requestId,
      accountId,
      keyId: key?.id ?? 0,
      timestamp: Date.now(),
      endpointId: 1,
      statusCode: 200,
      responseTime: 10,
      costMicros: 1,
      tokensIn: 1,
      tokensOut: 1,
    }),
  );
  await writeDirectly(() =>
    db.insert(keyRefusals).values({
      accountId,
      keyId: key?.id ?? 0,
      hour: Math.floor(Date.now() / HOUR_MS),
      code: "rate_limit_exceeded",
      epoch: requestId,
      requests: 2,
    }),
  );
}
