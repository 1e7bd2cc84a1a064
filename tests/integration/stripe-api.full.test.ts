import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkoutOf, type LocalStage, startLocalStripe } from "./stripe-support.ts";

let stage: LocalStage;
beforeAll(async () => {
  stage = await startLocalStripe();
});
afterAll(() => stage.stop());

const paidIntent = async () => {
  const session = await stage.sdk.checkout.sessions.create(checkoutOf());
  await stage.pay(session);
  const { payment_intent } = await stage.sdk.checkout.sessions.retrieve(session.id);
  return String(payment_intent);
};

test("a session carries amount, currency, reference and metadata, unpaid and without a payment intent", async () => {
  const params = checkoutOf({ client_reference_id: "order_1", metadata: { order_id: "order_1" } });
  const { id } = await stage.sdk.checkout.sessions.create(params);
  const session = await stage.sdk.checkout.sessions.retrieve(id);
  expect(session).toMatchObject({
    amount_total: 2500,
    currency: "usd",
    client_reference_id: "order_1",
    metadata: { order_id: "order_1" },
    payment_status: "unpaid",
    status: "open",
    payment_intent: null,
  });
  expect(session.url).toBe(`${stage.url}/c/pay/${id}`);
});

test("rupees are kept in paise", async () => {
  const params = checkoutOf({}, { currency: "inr", unit_amount: 10_000 });
  expect(await stage.sdk.checkout.sessions.create(params)).toMatchObject({
    amount_total: 10_000,
    currency: "inr",
  });
});

test("expand replaces ids by their objects, through several levels and in lists", async () => {
  const intentId = await paidIntent();
  const { data } = await stage.sdk.checkout.sessions.list({
    payment_intent: intentId,
    expand: ["data.payment_intent.latest_charge", "data.line_items"],
  });
  expect(data).toMatchObject([
    {
      payment_intent: { id: intentId, latest_charge: { object: "charge", amount: 2500 } },
      line_items: { object: "list", data: [{ description: "Balance", quantity: 1, amount_total: 2500 }] },
    },
  ]);
  const refused = stage.sdk.paymentIntents.retrieve(intentId, { expand: ["currency"] });
  await expect(refused).rejects.toThrow("This property cannot be expanded (currency).");
});

test("lists are newest first, paginated, and filter", async () => {
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    made.unshift((await stage.sdk.checkout.sessions.create(checkoutOf())).id);
  }
  const first = await stage.sdk.checkout.sessions.list({ limit: 2 });
  const next = await stage.sdk.checkout.sessions.list({ limit: 1, starting_after: String(made[1]) });
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect([first.has_more, next.data[0]?.id]).toEqual([true, made[2]]);
  const back = await stage.sdk.checkout.sessions.list({ limit: 10, ending_before: String(made[2]) });
  expect(back.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  const future = { gte: Math.floor(Date.now() / 1000) + 60 };
  expect((await stage.sdk.checkout.sessions.list({ created: future })).data).toEqual([]);
  await expect(stage.sdk.checkout.sessions.list({ limit: 101 })).rejects.toThrow("between 1 and 100");
});

test("the same idempotency key gives the same session, even to twenty requests at once", async () => {
  const options = { idempotencyKey: crypto.randomUUID() };
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => stage.sdk.checkout.sessions.create(checkoutOf(), options)),
  );
  sessions.push(await stage.sdk.checkout.sessions.create(checkoutOf(), options));
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
});

test("two refunds at once with the same idempotency key are one, though each waits for its webhooks", async () => {
  const payment_intent = await paidIntent();
  const options = { idempotencyKey: crypto.randomUUID() };
  const refund = () => stage.sdk.refunds.create({ payment_intent, amount: 1000 }, options);
  const [one, other] = await Promise.all([refund(), refund()]);
  expect(one.id).toBe(other.id);
  expect((await stage.sdk.refunds.list({ payment_intent })).data).toHaveLength(1);
});

test("an idempotency key with other parameters is Stripe's idempotency error", async () => {
  const options = { idempotencyKey: crypto.randomUUID() };
  await stage.sdk.checkout.sessions.create(checkoutOf(), options);
  const other = stage.sdk.checkout.sessions.create(checkoutOf({}, { unit_amount: 5000 }), options);
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test("a lost reply does not create a second session when the SDK retries", async () => {
  const options = { idempotencyKey: crypto.randomUUID(), maxNetworkRetries: 2 };
  await stage.control("/outage", { kind: "reply_lost", requests: 1 });
  const session = await stage.sdk.checkout.sessions.create(
    checkoutOf({ client_reference_id: "lost" }),
    options,
  );
  const { data } = await stage.sdk.checkout.sessions.list({ limit: 100 });
  expect(
    data.filter(({ client_reference_id }) => client_reference_id === "lost").map(({ id }) => id),
  ).toEqual([session.id]);
});

test.each([
  ["no price", checkoutOf({ line_items: [{ quantity: 1 }] }), "line_items[0][price_data]"],
  ["a fraction of a cent", checkoutOf({}, { unit_amount: 0.5 }), "line_items[0][price_data][unit_amount]"],
  ["less than nothing", checkoutOf({}, { unit_amount: -1 }), "line_items[0][price_data][unit_amount]"],
  ["too little", checkoutOf({}, { unit_amount: 49 }), "line_items"],
  ["too much", checkoutOf({}, { unit_amount: 100_000_000 }), "line_items[0][price_data][unit_amount]"],
  ["another currency", checkoutOf({}, { currency: "xyz" }), "line_items[0][price_data][currency]"],
  ["no address", checkoutOf({ success_url: "javascript:alert(1)" }), "success_url"],
  ["another mode", checkoutOf({ mode: "subscription" }), "mode"],
  ["a parameter it does not know", { ...checkoutOf(), locale: "de" as const }, "locale"],
])("a session with %s is refused, and the parameter named", async (_, params, param) => {
  await expect(stage.sdk.checkout.sessions.create(params)).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    statusCode: 400,
    param,
  });
});

test("unknown objects, routes and prototype names are errors of the SDK", async () => {
  const missing = { type: "StripeInvalidRequestError", statusCode: 404, code: "resource_missing" };
  await expect(stage.sdk.checkout.sessions.retrieve("cs_test_none")).rejects.toMatchObject(missing);
  await expect(stage.sdk.checkout.sessions.retrieve("__proto__")).rejects.toMatchObject(missing);
  await expect(stage.sdk.events.retrieve("evt_none")).rejects.toMatchObject(missing);
  await expect(stage.sdk.setupIntents.create({})).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    statusCode: 404,
    message: expect.stringContaining("Unrecognized request URL (POST: /v1/setup_intents)"),
  });
});

test("no other key is accepted", async () => {
  const refused = { type: "StripeAuthenticationError", statusCode: 401 };
  await expect(stage.wrongKey.events.list()).rejects.toMatchObject(refused);
  await expect(stage.wrongKey.checkout.sessions.create(checkoutOf())).rejects.toMatchObject(refused);
});

test("refunds go up to the paid amount, in parts, and not beyond", async () => {
  const payment_intent = await paidIntent();
  const part = await stage.sdk.refunds.create({ payment_intent, amount: 1000 });
  expect(part).toMatchObject({ amount: 1000, status: "succeeded", currency: "usd" });
  await expect(stage.sdk.refunds.create({ payment_intent, amount: 1501 })).rejects.toThrow(
    "greater than unrefunded amount",
  );
  expect((await stage.sdk.refunds.create({ payment_intent })).amount).toBe(1500);
  await expect(stage.sdk.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  expect((await stage.sdk.refunds.list({ payment_intent })).data).toHaveLength(2);
  const charge = await stage.sdk.charges.retrieve(String(part.charge));
  expect(charge).toMatchObject({ amount_refunded: 2500, refunded: true });
});

const typesAbout = (id: string | undefined) =>
  stage.received.filter(({ objectId }) => objectId === id).map(({ type }) => type);

test("a failed refund leaves the payment unrefunded, and can be made again", async () => {
  const payment_intent = await paidIntent();
  const { id, charge } = await stage.sdk.refunds.create({ payment_intent });
  expect(await stage.control(`/refunds/${id}/fail`)).toBe(200);
  expect(await stage.control(`/refunds/${id}/fail`)).toBe(400);
  expect((await stage.sdk.refunds.list({ payment_intent })).data).toMatchObject([{ id, status: "failed" }]);
  const unrefunded = { amount_refunded: 0, refunded: false };
  expect(await stage.sdk.charges.retrieve(String(charge))).toMatchObject(unrefunded);
  expect(typesAbout(id)).toEqual([
    "refund.created",
    "refund.updated",
    "charge.refund.updated",
    "refund.failed",
  ]);
  expect((await stage.sdk.refunds.create({ payment_intent })).amount).toBe(2500);
});

const onlyDispute = async (payment_intent: string) => {
  const { data } = await stage.sdk.disputes.list({ payment_intent });
  expect(data).toHaveLength(1);
  return data[0];
};
const transactionAmounts = async (intent: string) =>
  (await onlyDispute(intent))?.balance_transactions.map(({ amount }) => amount);

test("a dispute takes the money and, when won, returns it", async () => {
  const intent = await paidIntent();
  await stage.control(`/payment_intents/${intent}/dispute`);
  expect(await transactionAmounts(intent)).toEqual([-2500]);
  await expect(stage.sdk.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: "charge_disputed",
  });
  await stage.control(`/payment_intents/${intent}/dispute`, { outcome: "won" });
  expect(await transactionAmounts(intent)).toEqual([-2500, 2500]);
  const dispute = await onlyDispute(intent);
  expect(dispute).toMatchObject({ amount: 2500, status: "won" });
  expect(typesAbout(dispute?.id)).toEqual([
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
  ]);
});

test("a lost dispute keeps the money, and takes only what was not refunded", async () => {
  const intent = await paidIntent();
  await stage.sdk.refunds.create({ payment_intent: intent, amount: 1000 });
  await stage.control(`/payment_intents/${intent}/dispute`, { outcome: "lost" });
  expect(await onlyDispute(intent)).toMatchObject({ amount: 1500, status: "lost" });
  expect(await transactionAmounts(intent)).toEqual([-1500]);
});

test("an inquiry moves no money until it becomes a dispute", async () => {
  const closed = await paidIntent();
  await stage.control(`/payment_intents/${closed}/dispute`, { inquiry: true });
  expect(await onlyDispute(closed)).toMatchObject({ status: "warning_needs_response" });
  await stage.control(`/payment_intents/${closed}/dispute`, { inquiry: true, outcome: "won" });
  expect(await onlyDispute(closed)).toMatchObject({ status: "warning_closed", balance_transactions: [] });

  const escalated = await paidIntent();
  await stage.control(`/payment_intents/${escalated}/dispute`, { inquiry: true });
  await stage.control(`/payment_intents/${escalated}/dispute`);
  expect(await onlyDispute(escalated)).toMatchObject({ status: "needs_response" });
  expect(await transactionAmounts(escalated)).toEqual([-2500]);
});

test("an open session can be expired once and cannot be paid afterwards", async () => {
  const session = await stage.sdk.checkout.sessions.create(checkoutOf());
  expect((await stage.sdk.checkout.sessions.expire(session.id)).status).toBe("expired");
  await expect(stage.sdk.checkout.sessions.expire(session.id)).rejects.toThrow("can be expired");
  await stage.pay(session);
  expect((await stage.sdk.checkout.sessions.retrieve(session.id)).payment_status).toBe("unpaid");
});

test("test controls accept JSON only, so that a form on a web page cannot reach them", async () => {
  const body = new URLSearchParams({ mode: "drop" });
  const response = await fetch(`${stage.url}/_test/deliveries`, { method: "POST", body });
  expect(response.status).toBe(415);
  expect(await stage.control("/deliveries", { mode: "unheard of" })).toBe(400);
});
