import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operatorPaymentsQuery } from "#core/contract/operator-payments.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { takeBackCredit } from "#core/services/operator/adjust-credit.ts";
import { compareNow, showComparison } from "#core/services/operator/compare-now.ts";
import {
  exportPayments,
  listPayments,
  showPayment,
  summarizePayments,
} from "#core/services/operator/list-payments.ts";
import { listPaymentEvents, retryPaymentEvent } from "#core/services/operator/payment-events.ts";
import { type RefundInput, refundPayment } from "#core/services/operator/refund-payment.ts";
import { auditLog } from "#core/storage/schema/accounts.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { operatorLog } from "#core/storage/schema/operations.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import {
  balanceOf,
  type Customer,
  deliver,
  land,
  openSdk,
  type Stage,
  startPayments,
} from "./payments-harness.ts";
import { changesOf, type Payment, pay, statementOf } from "./payments-reversals-support.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments();
  await stage.control.deliveries("drop");
});
afterAll(() => stage.stop());

const operator = (now?: () => number) => ({
  ...stage.context,
  ...testOperator(stage.context.db, { operator: "ana", ...(now && { now }) }),
  payments: stage.context.payments,
});
const refund = ({ orderId }: Payment, input: Partial<RefundInput> = {}) =>
  refundPayment(operator(), {
    payment: orderId,
    amountMinor: null,
    reason: "Ticket 2381",
    id: crypto.randomUUID(),
    ...input,
  });
async function paid(product: "balance" | "api_key" = "balance") {
  const payment = await pay(stage, await stage.newCustomer(), product);
  await land(payment.customer, payment.session);
  return payment;
}
const refundsAtStripe = async ({ intent }: Payment) =>
  (await openSdk(stage.stripe.url).refunds.list({ payment_intent: intent })).data;
const logOf = async ({ account }: Customer) =>
  (await stage.context.db.select().from(operatorLog).where(eq(operatorLog.accountId, account.id))).map(
    ({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }),
  );

describe("refunding a payment", () => {
  test("in parts and then the rest, with both entries of each in the log", async () => {
    const payment = await paid();
    const first = await refund(payment, { amountMinor: 501 });
    expect(first).toMatchObject({ refundedMinor: 501, leftMinor: 1999, repeated: false });
    expect(await balanceOf(payment.customer)).toBe(19.99);
    expect(await refund(payment)).toMatchObject({ refundedMinor: 2500, leftMinor: 0 });
    expect(await statementOf(payment.customer)).toEqual(["top_up 25", "refund -5.01", "refund -19.99"]);
    const log = await logOf(payment.customer);
    expect(log.map(({ action, detail }) => [action, detail.amount])).toEqual([
      ["refund.requested", 5.01],
      ["payment.refunded", 5.01],
      ["refund.requested", null],
      ["payment.refunded", 19.99],
    ]);
    expect(log[1]).toMatchObject({
      operator: "ana",
      reason: "Ticket 2381",
      detail: { order: payment.orderId, refund: first.refund.id, currency: "usd" },
    });
    const { id } = payment.customer.account;
    const audit = await stage.context.db.select().from(auditLog).where(eq(auditLog.accountId, id));
    const own = audit.filter(({ action }) => action === "payment.refunded");
    expect(own.map(({ subject, detail }) => [subject, detail])).toEqual([
      [payment.orderId, null],
      [payment.orderId, null],
    ]);
  });

  test("below $0, when the balance was spent", async () => {
    const payment = await paid();
    const account = String(payment.customer.account.id);
    const spent = { account, micros: 20_000_000, reason: "Spent", id: crypto.randomUUID() };
    await takeBackCredit(operator(), spent);
    await refund(payment);
    expect(await balanceOf(payment.customer)).toBe(-20);
  });

  test("knows what was refunded in Stripe, though no event of it arrived", async () => {
    const payment = await paid();
    await payment.refund(1000);
    await expect(refund(payment, { amountMinor: 1501 })).rejects.toThrow("Only $15.00");
    await refund(payment, { amountMinor: 500 });
    expect(await balanceOf(payment.customer)).toBe(10);
    await payment.refund();
    await expect(refund(payment)).rejects.toThrow("This payment has been refunded in full.");
  });

  test("of a plan: the year goes with the whole price, and stays with a part of it", async () => {
    const payment = await paid("api_key");
    await refund(payment, { amountMinor: 4000 });
    expect(await changesOf(payment.customer)).toEqual(["purchase"]);
    await refund(payment);
    expect(await changesOf(payment.customer)).toEqual(["purchase", "refund"]);
    expect(await refundsAtStripe(payment)).toMatchObject([
      { amount: 6000, currency: "inr" },
      { amount: 4000, currency: "inr" },
    ]);
  });

  test("five times at once with the same id refunds once", async () => {
    const payment = await paid();
    const id = crypto.randomUUID();
    const results = await Promise.all(
      Array.from({ length: 5 }, () => refund(payment, { amountMinor: 500, id })),
    );
    expect(new Set(results.map((result) => result.refund.id)).size).toBe(1);
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await refundsAtStripe(payment)).toHaveLength(1);
    expect(await balanceOf(payment.customer)).toBe(20);
    expect((await logOf(payment.customer)).map(({ action }) => action).sort()).toEqual([
      "payment.refunded",
      "refund.requested",
    ]);
  });

  test("the same id again refunds nothing, also after Stripe has forgotten its key", async () => {
    const payment = await paid();
    const id = crypto.randomUUID();
    const { refund: made } = await refund(payment, { amountMinor: 500, id });
    let created = 0;
    const { payments, ...rest } = operator();
    const counting = {
      ...rest,
      payments: {
        ...payments,
        createRefund: (...input: Parameters<typeof payments.createRefund>) => {
          created += 1;
          return payments.createRefund(...input);
        },
      },
    };
    const input = { payment: payment.orderId, amountMinor: 500, reason: "Again", id };
    expect(await refundPayment(counting, input)).toMatchObject({ refund: { id: made.id }, repeated: true });
    expect(created).toBe(0);
    await expect(refund(payment, { amountMinor: 600, id })).rejects.toThrow(
      "This id was used for another refund.",
    );
    expect(await balanceOf(payment.customer)).toBe(20);
  });

  test.each([
    ["normal", "sent"],
    ["duplicate", "sent"],
    ["hold", "reverse"],
    ["drop", "sent"],
  ] as const)("with webhooks set to %s, the ledger changes once", async (mode, order) => {
    const payment = await paid();
    await stage.control.deliveries(mode);
    await refund(payment, { amountMinor: 700 });
    await stage.control.flush(order);
    await stage.control.deliveries("drop");
    expect(await statementOf(payment.customer)).toEqual(["top_up 25", "refund -7"]);
  });

  test("while Stripe is down, nothing is refunded or booked, and a retry works", async () => {
    const payment = await paid();
    const id = crypto.randomUUID();
    const away = createStripePayments({ secretKey: "sk_test", apiUrl: "http://127.0.0.1:1" });
    const input = { payment: payment.orderId, amountMinor: 300, reason: "Ticket 9", id };
    await expect(refundPayment({ ...operator(), payments: away }, input)).rejects.toMatchObject({
      code: "payment_provider_error",
    });
    expect(await logOf(payment.customer)).toEqual([]);
    const { payments } = stage.context;
    const failing = { ...payments, createRefund: away.createRefund };
    await expect(refundPayment({ ...operator(), payments: failing }, input)).rejects.toMatchObject({
      code: "payment_provider_error",
    });
    expect((await logOf(payment.customer)).map(({ action }) => action)).toEqual(["refund.requested"]);
    expect(await balanceOf(payment.customer)).toBe(25);
    await refund(payment, { amountMinor: 300, id });
    expect(await balanceOf(payment.customer)).toBe(22);
    expect(await refundsAtStripe(payment)).toHaveLength(1);
  });

  test("refuses by name what can't be refunded, and writes nothing", async () => {
    const payment = await paid();
    await refund(payment, { amountMinor: 2000 });
    const refusal = (input: Partial<RefundInput>) =>
      refund(payment, input).then(
        () => null,
        ({ code, message, details }) => [code, details.field, message],
      );
    const left = "Only $5.00 of this payment is left to refund.";
    expect(await refusal({ amountMinor: 501 })).toEqual(["invalid_request", "amount", left]);
    const above = "The amount must be above 0.";
    expect(await refusal({ amountMinor: 0 })).toEqual(["invalid_request", "amount", above]);
    expect(await refusal({ amountMinor: 1.5 })).toEqual(["invalid_request", "amount", above]);
    expect(await refusal({ reason: " " })).toEqual(["invalid_request", "reason", "The reason is missing."]);
    expect(await refusal({ id: "no spaces" })).toEqual(["invalid_request", "id", expect.any(String)]);
    expect(await refusal({ payment: "order_of_nobody" })).toEqual([
      "not_found",
      undefined,
      "Payment not found.",
    ]);
    const disputed = await paid();
    await disputed.dispute();
    await expect(refund(disputed)).rejects.toMatchObject({ details: { field: "payment" } });
    const stranger = await paid();
    await stage.context.db
      .update(checkoutOrders)
      .set({ paymentIntent: "pi_of_nobody" })
      .where(eq(checkoutOrders.id, stranger.orderId));
    await expect(refund(stranger)).rejects.toThrow("The payment provider doesn’t know this payment.");
    const foreign = {
      ...operator(),
      payments: {
        ...stage.context.payments,
        retrieveReversals: async (paymentIntentId: string) => ({
          paymentIntentId,
          orderId: null,
          refunds: [],
          disputes: [],
        }),
      },
    };
    const input = { payment: payment.orderId, amountMinor: 1, reason: "Foreign", id: crypto.randomUUID() };
    await expect(refundPayment(foreign, input)).rejects.toThrow("this payment names another order");
    await stage.context.db
      .update(checkoutOrders)
      .set({ paymentIntent: stranger.intent })
      .where(eq(checkoutOrders.id, stranger.orderId));
    const unpaid = await pay(stage, await stage.newCustomer());
    await expect(refund(unpaid)).rejects.toMatchObject({ code: "not_found" });
    expect(await balanceOf(payment.customer)).toBe(5);
    expect(await logOf(payment.customer)).toHaveLength(2);
  });

  test("when a dispute or another refund comes between, says what is left", async () => {
    const payment = await paid();
    const { payments } = stage.context;
    /** Refunded in Stripe's dashboard after it was read here. */
    const createRefund: typeof payments.createRefund = async (input) => {
      await payment.refund(2400);
      return payments.createRefund(input);
    };
    const input = { payment: payment.orderId, amountMinor: 500, reason: "Late", id: crypto.randomUUID() };
    await expect(
      refundPayment({ ...operator(), payments: { ...payments, createRefund } }, input),
    ).rejects.toThrow("Only $1.00 of this payment is left to refund.");
  });

  test("as a command", async () => {
    const payment = await paid();
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const secrets = { STRIPE_SECRET_KEY: "sk_test_payments", STRIPE_API_URL: stage.stripe.url };
    const env = { LIBSQL_URL: stage.database.url, ...secrets };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const run = (...words: string[]) =>
      runOperator(["refund", "--payment", payment.intent, "--reason", "Ticket 4", ...words], {
        log: note,
        error: note,
      });
    expect(await run("--amount", "1.25", "--by", "ines")).toBe(0);
    expect(lines.join("\n")).toMatch(/Refunded 1\.25 USD \(re_\w+\)\. 23\.75 USD of the payment is left\./);
    expect(await run("--amount", "24")).toBe(1);
    expect(lines.at(-1)).toBe("amount: Only $23.75 of this payment is left to refund.");
    vi.stubEnv("STRIPE_SECRET_KEY", "");
    expect(await run()).toBe(2);
    vi.unstubAllEnvs();
    expect(await logOf(payment.customer)).toMatchObject([{ operator: "ines", via: "command" }, {}]);
  });
});

describe("the list of payments", () => {
  const query = (input: object) => operatorPaymentsQuery.parse(input);

  test("finds a payment by email, order, payment and refund, with what was refunded of it", async () => {
    const payment = await paid();
    const { refund: made } = await refund(payment, { amountMinor: 500 });
    const { email, id } = payment.customer.account;
    for (const search of [email, payment.orderId, payment.intent, payment.session, made.id]) {
      const { items, total } = await listPayments(operator(), query({ search }));
      expect(total, search).toBe(1);
      expect(items).toMatchObject([
        {
          id: payment.orderId,
          payment: payment.intent,
          account: { id, email },
          product: "balance",
          amount: 25,
          currency: "usd",
          state: "part_refunded",
          refunded: 5,
        },
      ]);
    }
    expect(await showPayment(operator(), payment.orderId)).toMatchObject({
      refunded: 5,
      left: 20,
      disputed: false,
    });
    expect((await listPayments(operator(), query({ search: "%" }))).items).toEqual([]);
  });

  test("sorts, pages and exports all of them, and tells refunded and disputed ones apart", async () => {
    const plan = await paid("api_key");
    await refund(plan);
    const [one] = (await listPayments(operator(), query({ product: "api_key", search: plan.orderId }))).items;
    expect(one).toMatchObject({ state: "refunded", refunded: null, currency: "inr" });
    const whole = await listPayments(operator(), query({ limit: 100, direction: "asc" }));
    const times = whole.items.map(({ paid_at }) => paid_at);
    expect(times).toEqual(times.toSorted());
    const second = await listPayments(operator(), query({ limit: 2, page: 2, direction: "asc" }));
    expect(second.items).toEqual(whole.items.slice(2, 4));
    expect(second.pages).toBe(Math.ceil(whole.total / 2));
    const amounts = (await listPayments(operator(), query({ limit: 100, sort: "amount" }))).items;
    expect(amounts[0]?.amount).toBe(100);
    const file = await new Response(await exportPayments(operator(), query({ direction: "asc" }))).text();
    const [head, ...rows] = parseCsv(file);
    expect(head?.[1]).toBe("order");
    expect(rows.map((row) => row[1])).toEqual(whole.items.map(({ id }) => id));
  });

  test("a summary adds up the payments, refunds and events of its time alone", async () => {
    const before = await summarizePayments(operator(), "24h");
    const old = await paid();
    await stage.context.db
      .update(checkoutOrders)
      .set({ paidAt: Date.now() - 48 * 3_600_000 })
      .where(eq(checkoutOrders.id, old.orderId));
    const payment = await paid();
    await refund(payment, { amountMinor: 250 });
    await paid("api_key");
    const after = await summarizePayments(operator(), "24h");
    expect(after.top_ups.count - before.top_ups.count).toBe(1);
    expect(after.top_ups.amount - before.top_ups.amount).toBe(25);
    expect(after.refunds.count - before.refunds.count).toBe(1);
    expect(after.refunds.amount - before.refunds.amount).toBeCloseTo(2.5, 6);
    expect(after.plans.amount - before.plans.amount).toBe(100);
    expect((await summarizePayments(operator(), "7d")).top_ups.count).toBe(after.top_ups.count + 1);
  });
});

describe("Stripe's events", () => {
  const failing = () => listPaymentEvents(operator(), { failing: true, limit: 25 });

  test("a failing event is listed with its order, and a retry processes it", async () => {
    const payment = await pay(stage, await stage.newCustomer());
    const { db } = stage.context;
    const set = (fields: Partial<typeof checkoutOrders.$inferInsert>) =>
      db.update(checkoutOrders).set(fields).where(eq(checkoutOrders.id, payment.orderId));
    await set({ amountMinor: 100 });
    expect(await deliver(stage, "checkout.session.completed", payment.session)).toBe(500);
    const [event] = (await failing()).items;
    if (!event) throw new Error("The event isn't listed.");
    expect(event).toMatchObject({
      type: "checkout.session.completed",
      object: payment.session,
      error: "order_mismatch",
      deliveries: 1,
      order: { id: payment.orderId, booked: false },
    });
    const retry = () => retryPaymentEvent(operator(), { event: event.id, reason: "Order corrected" });
    expect(await retry()).toMatchObject({ error: "order_mismatch", deliveries: 2 });
    await set({ amountMinor: 2500 });
    expect(await retry()).toMatchObject({ error: null, deliveries: 3, order: { booked: true } });
    expect(await balanceOf(payment.customer)).toBe(25);
    expect((await failing()).items).toEqual([]);
    await retry();
    expect(await balanceOf(payment.customer)).toBe(25);
    expect(await logOf(payment.customer)).toMatchObject(
      Array.from({ length: 3 }, () => ({ action: "event.retried", detail: { event: event.id } })),
    );
  });

  test("pages through all of them without a gap", async () => {
    for (let count = 0; count < 4; count += 1) {
      const payment = await pay(stage, await stage.newCustomer());
      expect(await deliver(stage, "checkout.session.completed", payment.session)).toBe(200);
    }
    const all = await listPaymentEvents(operator(), { failing: false, limit: 100 });
    expect(all.counts).toEqual({ failing: 0, all: all.items.length });
    const first = await listPaymentEvents(operator(), { failing: false, limit: 3 });
    const next = await listPaymentEvents(operator(), {
      failing: false,
      limit: 97,
      cursor: first.next_cursor ?? "",
    });
    expect([...first.items, ...next.items]).toEqual(all.items);
  });

  test("an unknown event, and one that Stripe no longer has, are refused", async () => {
    const retry = (event: string, payments = stage.context.payments) =>
      retryPaymentEvent({ ...operator(), payments }, { event, reason: "Again" });
    await expect(retry("evt_of_nobody")).rejects.toMatchObject({ code: "not_found" });
    const [event] = (await listPaymentEvents(operator(), { failing: false, limit: 1 })).items;
    const gone = { ...stage.context.payments, retrieveEvent: async () => null };
    await expect(retry(event?.id ?? "", gone)).rejects.toMatchObject({ details: { field: "event" } });
  });
});

test("a comparison that an operator starts repairs what was lost, at most once a minute", async () => {
  const lost = await paid();
  await lost.refund(400);
  const later = () => Date.now() + 3_600_000;
  const run = (now = later) => compareNow(operator(now), { reason: "Ticket 12" });
  let runs = 1;
  for (let found = await run(); found.stage !== null; found = await run()) runs += 1;
  expect(await balanceOf(lost.customer)).toBe(21);
  const { last, stage: under } = await showComparison(operator());
  expect(under).toBeNull();
  expect(last?.repaired).toContain(`refunds ${lost.intent}`);
  await expect(run()).rejects.toMatchObject({ code: "rate_limited" });
  const started = await stage.context.db
    .select()
    .from(operatorLog)
    .where(eq(operatorLog.action, "comparison.started"));
  expect(started).toHaveLength(runs);
  expect((await verifyLedger(stage.context.db)).problems).toEqual([]);
});
