import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { accountName } from "#core/domain/ledger.ts";
import { PLAN_PRICE_RUPEES } from "#core/domain/plans.ts";
import { CURRENCY_OF, type Product } from "#core/domain/products.ts";
import type { Payments } from "#core/ports.ts";
import { getBalance } from "#core/services/balance/get-balance.ts";
import type {
  AccountContext,
  FulfilmentContext,
  KeysContext,
  LiveMeteringContext,
  PaymentsContext,
} from "#core/services/context.ts";
import { completePayment } from "#core/services/payments/complete-payment.ts";
import { createPaymentLink, type PaymentLinkInput } from "#core/services/payments/create-payment-link.ts";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { insertOrder } from "#core/storage/orders.ts";
import { accounts } from "#core/storage/schema/accounts.ts";
import { ledgerTransfers } from "#core/storage/schema/ledger.ts";
import { whileBusy } from "#core/storage/write-batch.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { startStripe } from "#scripts/local/stripe/index.ts";
import type { StripeState } from "#scripts/local/stripe/state.ts";
import { contextNow } from "#tests/support/account.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";

type StripeConfig = Parameters<typeof createStripePayments>[0];

const SECRET_KEY = "sk_test_payments";
export const WEBHOOK_SECRET = "whsec_payments";
export const PAYS = "4242424242424242";
export const BANK_DEBIT = "000123456789";
const APP_ORIGIN = "http://app.test";
const randomSecret = () => crypto.getRandomValues(new Uint8Array(32));

export type Stage = Awaited<ReturnType<typeof startPayments>>;
export type Customer = AccountContext & PaymentsContext & KeysContext & LiveMeteringContext;

/** Real sqld, the Stripe server over HTTP, the real SDK, and a webhook receiver that calls the product. */
export async function startPayments({ invoicing = null }: Pick<StripeConfig, "invoicing"> = {}) {
  const database = await startPatientDatabase();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-stripe-"));
  const [port = 0, webhookPort = 0] = await freePorts(2);
  const webhookUrl = `http://127.0.0.1:${webhookPort}/`;
  const stripe = await startStripe({
    port,
    folder,
    webhookUrl,
    webhookSecret: WEBHOOK_SECRET,
    webhookTimeoutMs: PATIENCE_MS,
    secretKey: SECRET_KEY,
  });
  const payments = createStripePayments({
    secretKey: SECRET_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    apiUrl: stripe.url,
    invoicing,
    timeouts: { callMs: PATIENCE_MS, attemptMs: PATIENCE_MS, expiryMs: PATIENCE_MS },
  });
  const context: FulfilmentContext & PaymentsContext & LiveMeteringContext = {
    db: database.db,
    clock: { now: () => Date.now() },
    requestId: "test",
    payments,
    metering: noMetering,
    appOrigin: APP_ORIGIN,
    keySecrets: { pepper: randomSecret(), sealing: randomSecret() },
  };
  const receiving = { down: false };
  const receiver = await listen(webhookReceiver(context, receiving), webhookPort);
  const control = controls(stripe.url);
  return {
    database,
    stripe,
    context,
    webhookUrl,
    control,
    /** Everything that the Stripe server remembers. */
    async stripeState(): Promise<StripeState> {
      // Stores it, with the events that came after the last request.
      await control.flush("sent");
      return JSON.parse(readFileSync(join(folder, "stripe.json"), "utf8"));
    },
    /** If true, webhooks get an error response, as from a product that is down. */
    receiving,
    async newCustomer(): Promise<Customer> {
      const userId = crypto.randomUUID();
      const row = { userId, email: `${userId}@example.com`, createdAt: 0 };
      // A payment that a test let die may still hold the write lock.
      const [account] = await whileBusy(() => database.db.insert(accounts).values(row).returning());
      if (!account) throw new Error("no account");
      return contextNow({ ...context, account });
    },
    async stop() {
      await stripe.stop();
      await new Promise((resolve) => receiver.close(resolve));
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The tests' requests to the Stripe server: pay on its page, and its test controls. */
function controls(url: string) {
  const post = async (path: string, body: object = {}) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/_test${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  return {
    post,
    deliveries: (mode: "normal" | "drop" | "hold" | "duplicate") => post("/deliveries", { mode }),
    flush: (order: "sent" | "reverse") => post("/deliveries/flush", { order }),
    settle: (id: string, outcome: "succeeded" | "failed") =>
      post(`/checkout/sessions/${id}/settle`, { outcome }),
    expire: (id: string) => post(`/checkout/sessions/${id}/expire`),
    async pay(id: string, number = PAYS, tax_id = "", email = "payer@example.com"): Promise<string | null> {
      const body = new URLSearchParams({ email, number, tax_id });
      const response = await fetch(`${url}/c/pay/${id}`, { method: "POST", body, redirect: "manual" });
      return response.headers.get("location");
    },
  };
}

/** The api worker's handling of a webhook, reduced to the status that tells Stripe whether to retry. */
function webhookReceiver(context: FulfilmentContext, receiving: { down: boolean }) {
  const statuses: Partial<Record<ErrorCode, number>> = { invalid_signature: 400 };
  // Without a limit, as a connection that is closed while a request is on its way fails that request.
  return createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (receiving.down) {
      response.writeHead(503).end();
      return;
    }
    const signature = String(request.headers["stripe-signature"] ?? "");
    readBody(request)
      .then((rawBody) => handlePaymentEvent(context, { rawBody, signature }))
      .then((result) => response.writeHead(200).end(JSON.stringify(result)))
      .catch((error: unknown) => {
        const code = error instanceof DomainError ? error.code : null;
        response
          .writeHead((code && statuses[code]) ?? 500)
          .end(JSON.stringify({ code, message: String(error) }));
      });
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const listen = (server: Server, port: number) =>
  new Promise<Server>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

/** A checkout the customer opened, by its session ID. */
export const openCheckout = (customer: Customer, amount = 25) =>
  open(customer, { amount, product: "balance" });

/** A checkout for a year of the plan, by its session ID. */
export const openPlanCheckout = (customer: Customer) =>
  open(customer, { amount: PLAN_PRICE_RUPEES, product: "api_key" });

async function open(customer: Customer, input: PaymentLinkInput): Promise<string> {
  const { paymentLinkUrl } = await createPaymentLink(customer, input);
  return paymentLinkUrl.slice(paymentLinkUrl.lastIndexOf("/") + 1);
}

export const land = (customer: Customer, sessionId: string) =>
  completePayment(customer, { session_id: sessionId });

export const balanceOf = async (customer: Customer) => (await getBalance(customer)).balance;

/** The same customer, whose payment provider counts or changes its requests. */
export const withPayments = (customer: Customer, payments: Partial<Payments>): Customer => ({
  ...customer,
  payments: { ...customer.payments, ...payments },
});

/** The ledger's credits to a customer. */
export const transfersOf = ({ db, account }: Customer) =>
  db
    .select()
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.credit, accountName(account.id)));

/**
 * Sends the newest event of a type to the product's webhook, signed as Stripe signs it.
 * @returns the status.
 */
export async function deliver(stage: Stage, type: string, sessionId: string): Promise<number> {
  const sdk = openSdk(stage.stripe.url);
  const { data } = await sdk.events.list({ type, limit: 100 });
  const event = data.find(({ data: { object } }) => "id" in object && object.id === sessionId);
  if (!event) throw new Error(`no ${type} about ${sessionId}`);
  const payload = JSON.stringify(event);
  const signature = await sdk.webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET });
  const headers = { "stripe-signature": signature };
  return (await fetch(stage.webhookUrl, { method: "POST", headers, body: payload })).status;
}

/** An order as it is stored before Stripe is called. @returns its ID. */
export async function placeOrder({ db, account }: Customer, product: Product, amountMinor: number) {
  const id = `order_${crypto.randomUUID()}`;
  const order = { id, accountId: account.id, product, currency: CURRENCY_OF[product], amountMinor };
  await insertOrder(db, { ...order, createdAt: 0 }, { max: 1, since: 0 });
  return id;
}

/** A checkout made at Stripe directly, as a mistaken or hostile program would. @returns the session. */
export async function sessionFor(
  { stripe }: Stage,
  orderId: string,
  price: { currency: string; unit_amount: number },
): Promise<string> {
  const session = await openSdk(stripe.url).checkout.sessions.create({
    mode: "payment",
    client_reference_id: orderId,
    line_items: [{ quantity: 1, price_data: { ...price, product_data: { name: "Latchkey" } } }],
    success_url: `${APP_ORIGIN}/payment/success`,
  });
  return session.id;
}

/** The SDK as any program would use it, against a local server. */
export function openSdk(url: string, secretKey = SECRET_KEY): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(secretKey, { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 });
}
