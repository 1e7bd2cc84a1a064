import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { errorBody } from "#core/contract/errors.ts";
import { DomainError } from "#core/domain/errors.ts";
import { VERIFICATION_EVENT } from "#core/services/payments/handle-payment-event.ts";
import { findOrderFor } from "#core/storage/orders.ts";
import { findPaymentEvent } from "#core/storage/payment-events.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { createApi } from "#worker/api/app.ts";
import {
  balanceOf,
  type Customer,
  openCheckout,
  openSdk,
  placeOrder,
  type Stage,
  sessionFor,
  startPayments,
  transfersOf,
  WEBHOOK_SECRET,
} from "./payments-harness.ts";
import { NOTHING, ONE_CREDIT, ONE_YEAR, tracesOf } from "./plan-purchase-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

/** The production app, on the stage's database and payment provider. */
const api = (change: Partial<Customer["payments"]> = {}) =>
  createApi({
    ...stage.context,
    payments: { ...stage.context.payments, ...change },
    openDatabase: () => stage.database.db,
    identity: { verifyAccessToken: () => Promise.reject(new DomainError("unauthorized", "Nobody.")) },
    directory: noDirectory,
    limits: noLimits,
  });

interface SentEvent {
  id?: string;
  type?: string;
  data?: unknown;
}

const bodyOf = ({ id = "evt_1", type = "checkout.session.completed", data }: SentEvent) =>
  JSON.stringify({ id, object: "event", type, created: 1_700_000_000, data });
const about = (session: string) => ({ object: { id: session, object: "checkout.session" } });

interface Sending {
  /** Seconds since it was signed. */
  age?: number;
  secret?: string;
  /** The body that arrives in place of the signed one. */
  altered?: string;
  app?: ReturnType<typeof api>;
}

/** Sends a body with the provider's signature. */
async function post(body: string, { age = 0, secret = WEBHOOK_SECRET, altered, app = api() }: Sending = {}) {
  const signature = await openSdk(stage.stripe.url).webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - age,
  });
  return await app.request("/api/stripe/webhook", {
    method: "POST",
    body: altered ?? body,
    headers: { "stripe-signature": signature },
  });
}

async function paidCheckout() {
  const customer = await stage.newCustomer();
  const session = await openCheckout(customer);
  await stage.control.pay(session);
  return { customer, session };
}

const codeOf = async (response: Response) => errorBody.parse(await response.json()).code;

/** The lines logged since the last call. */
function takeLog(): string[] {
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
  vi.mocked(console.error).mockClear();
  return lines;
}

test("one event sent twice at once, and a third time later, is one credit", async () => {
  const { customer, session } = await paidCheckout();
  const body = bodyOf({ id: "evt_same", data: about(session) });
  const responses = [...(await Promise.all([post(body), post(body)])), await post(body)];
  for (const response of responses) {
    expect([response.status, await response.json()]).toEqual([200, { received: "evt_same" }]);
  }
  expect(await transfersOf(customer)).toHaveLength(1);
  expect(await balanceOf(customer)).toBe(25);
});

test("a request without a signature is refused, whatever it holds", async () => {
  const { customer, session } = await paidCheckout();
  for (const body of [bodyOf({ data: about(session) }), "", "null", "x".repeat(100_000)]) {
    const response = await api().request("/api/stripe/webhook", { method: "POST", body });
    expect([response.status, await codeOf(response)]).toEqual([400, "invalid_signature"]);
  }
  expect(await balanceOf(customer)).toBe(0);
});

test("a body above 512 KB is refused before its signature is checked", async () => {
  const response = await post(bodyOf({ data: { object: { id: "cs_1", padding: "x".repeat(600_000) } } }));
  expect([response.status, await codeOf(response)]).toEqual([413, "payload_too_large"]);
});

test("only POST is accepted", async () => {
  for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
    expect((await api().request("/api/stripe/webhook", { method })).status, method).toBe(405);
  }
});

test("the event of npm run verify is accepted and leaves no trace, so that alerts still see when Stripe was last heard of", async () => {
  const body = bodyOf({ id: "evt_verification", type: VERIFICATION_EVENT, data: { object: {} } });
  expect((await post(body)).status).toBe(200);
  expect(await findPaymentEvent(stage.database.db, "evt_verification")).toBeNull();
  expect((await post(body, { secret: "whsec_other" })).status).toBe(400);
});

test("a signature is valid for five minutes and no longer", async () => {
  const body = bodyOf({ type: "customer.created", data: { object: { id: "cus_1" } } });
  expect((await post(body, { age: 240 })).status).toBe(200);
  expect((await post(body, { age: 330 })).status).toBe(400);
});

test.each<[string, SentEvent]>([
  [
    "an object of another kind",
    { type: "invoice.paid", data: { object: { id: "in_1", object: "invoice" } } },
  ],
  ["an object without an id", { type: "balance.available", data: { object: { object: "balance" } } }],
  ["no data at all", { type: "something.new" }],
])("a signed event with %s is acknowledged, so that it is not sent again", async (_, event) => {
  expect((await post(bodyOf(event))).status).toBe(200);
});

test("a payment that does not match its order is refused, and the operator finds it in the log", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const { customer, session } = await paidCheckout();
  const app = api({
    async retrieveCheckout(id) {
      const checkout = await stage.context.payments.retrieveCheckout(id);
      return checkout && { ...checkout, amountMinor: 100 };
    },
  });
  const response = await post(bodyOf({ data: about(session) }), { app });
  const { code, request_id } = errorBody.parse(await response.json());
  expect([response.status, code]).toEqual([409, "order_mismatch"]);
  expect(takeLog().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: "request_failed", code, request_id, path: "/api/stripe/webhook" }),
  ]);
  expect(await balanceOf(customer)).toBe(0);
});

test("an event that arrives before its order requests a retry and is logged", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const response = await post(bodyOf({ data: about("cs_test_nowhere") }));
  expect([response.status, await codeOf(response)]).toEqual([500, "order_unknown"]);
  expect(takeLog()).toHaveLength(1);
});

const PRODUCTS = [
  { product: "balance", currency: "usd", foreign: "inr", amountMinor: 19_900, once: ONE_CREDIT },
  { product: "api_key", currency: "inr", foreign: "usd", amountMinor: 10_000, once: ONE_YEAR },
] as const;

interface Wrong {
  wrong: string;
  status: number;
  code: string | null;
  send?: (body: string) => Sending;
  type?: string;
  /** The payment that differs from the order, and its account. */
  unit_amount?: number;
  inForeign?: true;
  orderId?: string;
}
const refused = { status: 400, code: "invalid_signature" };
const mismatch = { status: 409, code: "order_mismatch" };
const WRONGS: Wrong[] = [
  { wrong: "a wrong secret", ...refused, send: () => ({ secret: "whsec_other" }) },
  { wrong: "an altered body", ...refused, send: (body) => ({ altered: body.replace("evt_1", "evt_2") }) },
  { wrong: "a ten-minute-old timestamp", ...refused, send: () => ({ age: 600 }) },
  { wrong: "an unknown event type", status: 200, code: null, type: "checkout.session.unheard_of" },
  { wrong: "an unknown order", status: 500, code: "order_unknown", orderId: "order_nobody_placed" },
  { wrong: "a smaller amount", ...mismatch, unit_amount: 9_900 },
  { wrong: "a larger amount", ...mismatch, unit_amount: 19_901 },
  { wrong: "a wrong currency", ...mismatch, inForeign: true },
];
const TABLE = PRODUCTS.flatMap((sold) => WRONGS.map((wrong) => ({ ...sold, ...wrong })));

test.each(TABLE)("an event for $product with $wrong returns $status and brings nothing", async (row) => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const customer = await stage.newCustomer();
  const { product, amountMinor, unit_amount = amountMinor } = row;
  const orderId = await placeOrder(customer, product, amountMinor);
  const price = { currency: row.inForeign ? row.foreign : row.currency, unit_amount };
  const session = await sessionFor(stage, row.orderId ?? orderId, price);
  await stage.control.pay(session);
  const body = bodyOf({ ...(row.type && { type: row.type }), data: about(session) });
  for (let delivery = 0; delivery < 2; delivery += 1) {
    const response = await post(body, row.send?.(body));
    expect([response.status, response.ok ? null : await codeOf(response)]).toEqual([row.status, row.code]);
  }
  expect(takeLog()).toHaveLength(row.status >= 409 ? 2 : 0);
  expect(await tracesOf(customer)).toEqual(NOTHING);
  expect(await findOrderFor(customer.db, orderId, session)).toMatchObject({ status: "open", paidAt: null });
  if (row.status >= 409) return;
  expect((await post(bodyOf({ data: about(session) }))).status).toBe(200);
  expect(await tracesOf(customer)).toEqual(row.once);
});
