import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { DomainError } from "#core/domain/errors.ts";
import type { NewCheckout } from "#core/ports.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import { apiEnv } from "#worker/api/env.ts";
import {
  checkoutOf,
  type LocalStage,
  SECRET_KEY,
  startLocalStripe,
  WEBHOOK_SECRET,
} from "./stripe-support.ts";

let stage: LocalStage;
beforeAll(async () => {
  stage = await startLocalStripe();
});
afterAll(() => stage.stop());

const PATIENT = { callMs: PATIENCE_MS, attemptMs: PATIENCE_MS, expiryMs: PATIENCE_MS };
type Change = Partial<Pick<Parameters<typeof createStripePayments>[0], "secretKey" | "apiUrl" | "timeouts">>;
const adapter = (change: Change = {}) =>
  createStripePayments({
    timeouts: PATIENT,
    secretKey: SECRET_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    apiUrl: stage.url,
    ...change,
  });

const newCheckout = (change: Partial<NewCheckout> = {}): NewCheckout => ({
  orderId: `order_${crypto.randomUUID()}`,
  amountMinor: 2500,
  currency: "usd",
  description: "Latchkey balance",
  customerEmail: "payer@example.com",
  successUrl: "http://app.test/payment/success?session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "http://app.test/add-balance",
  savesCard: null,
  ...change,
});

async function failureOf(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error) => error,
  );
}

test("a checkout is linked to its order: reference, metadata, amount, payer", async () => {
  const checkout = newCheckout();
  const { sessionId, url } = await adapter().createCheckout(checkout);
  expect(url).toBe(`${stage.url}/c/pay/${sessionId}`);
  expect(await adapter().retrieveCheckout(sessionId)).toEqual({
    sessionId,
    orderId: checkout.orderId,
    status: "open",
    paymentStatus: "unpaid",
    paymentFailed: false,
    method: null,
    amountMinor: 2500,
    currency: "usd",
    paymentIntentId: null,
  });
  expect(await stage.sdk.checkout.sessions.retrieve(sessionId)).toMatchObject({
    metadata: { order_id: checkout.orderId },
    customer_email: "payer@example.com",
  });
});

test("one order is one checkout, however often it is requested", async () => {
  const checkout = newCheckout();
  const made = await Promise.all(Array.from({ length: 5 }, () => adapter().createCheckout(checkout)));
  expect(new Set(made.map(({ sessionId }) => sessionId)).size).toBe(1);
});

test("a paid checkout is reported as paid, with its payment intent", async () => {
  const { sessionId } = await adapter().createCheckout(newCheckout());
  await stage.pay({ id: sessionId });
  const state = await adapter().retrieveCheckout(sessionId);
  expect(state).toMatchObject({ status: "complete", paymentStatus: "paid" });
  expect(state?.paymentIntentId).toMatch(/^pi_/);
});

test("a session the provider does not know is null", async () => {
  expect(await adapter().retrieveCheckout("cs_test_nowhere")).toBeNull();
});

test("a checkout is found by its order among those made around that moment, and nowhere else", async () => {
  const checkout = newCheckout();
  const { sessionId } = await adapter().createCheckout(checkout);
  await Promise.all([adapter().createCheckout(newCheckout()), adapter().createCheckout(newCheckout())]);
  const found = await adapter().findCheckout(checkout.orderId, Date.now());
  expect(found).toMatchObject({ sessionId, orderId: checkout.orderId, amountMinor: 2500 });
  expect(await adapter().findCheckout("order_never_made", Date.now())).toBeNull();
  expect(await adapter().findCheckout(checkout.orderId, Date.now() - 3_600_000)).toBeNull();
  expect(await adapter().findCheckout(checkout.orderId, Date.now() + 3_600_000)).toBeNull();
});

test("a checkout is found behind more than a page of others", async () => {
  const checkout = newCheckout();
  const { sessionId } = await adapter().createCheckout(checkout);
  const others = Array.from({ length: 120 }, () => adapter().createCheckout(newCheckout()));
  await Promise.all(others);
  expect((await adapter().findCheckout(checkout.orderId, Date.now()))?.sessionId).toBe(sessionId);
});

const paidIntent = async (checkout: NewCheckout): Promise<string> => {
  const { sessionId } = await adapter().createCheckout(checkout);
  await stage.pay({ id: sessionId });
  return (await adapter().retrieveCheckout(sessionId))?.paymentIntentId ?? "";
};

test("returns all refunds and disputes of a payment, with its order", async () => {
  const checkout = newCheckout();
  const paymentIntentId = await paidIntent(checkout);
  const none = { paymentIntentId, orderId: checkout.orderId, refunds: [], disputes: [] };
  expect(await adapter().retrieveReversals(paymentIntentId)).toEqual(none);
  const refund = () => stage.sdk.refunds.create({ payment_intent: paymentIntentId, amount: 700 });
  const [failed, standing] = [await refund(), await refund()];
  await stage.control(`/refunds/${failed.id}/fail`);
  await stage.control(`/payment_intents/${paymentIntentId}/dispute`, { outcome: "won" });
  const { data } = await stage.sdk.disputes.list({ payment_intent: paymentIntentId });
  expect(await adapter().retrieveReversals(paymentIntentId)).toEqual({
    ...none,
    refunds: [
      { id: standing.id, amountMinor: 700, stands: true },
      { id: failed.id, amountMinor: 700, stands: false },
    ],
    disputes: [{ id: data[0]?.id, amountMinor: 1800, fundsWithdrawn: true, fundsReinstated: true }],
  });
});

test("returns all refunds when there is more than a page of them", async () => {
  const paymentIntentId = await paidIntent(newCheckout());
  for (let count = 0; count < 101; count += 1)
    await stage.sdk.refunds.create({ payment_intent: paymentIntentId, amount: 1 });
  expect((await adapter().retrieveReversals(paymentIntentId))?.refunds).toHaveLength(101);
});

test("reports a payment that is not for one of our orders as such, and an unknown one as null", async () => {
  const session = await stage.sdk.checkout.sessions.create(checkoutOf());
  await stage.pay(session);
  const { payment_intent } = await stage.sdk.checkout.sessions.retrieve(session.id);
  expect(await adapter().retrieveReversals(String(payment_intent))).toMatchObject({ orderId: null });
  expect(await adapter().retrieveReversals("pi_nowhere")).toBeNull();
});

test("while the webhook's secret changes, events signed with the new, the old or both are trusted, and no others", async () => {
  const { parse } = z.object({ STRIPE_WEBHOOK_SECRET_PREVIOUS: apiEnv.shape.STRIPE_WEBHOOK_SECRET_PREVIOUS });
  const { STRIPE_WEBHOOK_SECRET_PREVIOUS } = parse({
    STRIPE_WEBHOOK_SECRET_PREVIOUS: "whsec_old, whsec_older",
  });
  const webhookSecrets = ["whsec_new", ...STRIPE_WEBHOOK_SECRET_PREVIOUS];
  const changing = createStripePayments({ secretKey: SECRET_KEY, webhookSecrets });
  const changed = createStripePayments({ secretKey: SECRET_KEY, webhookSecrets: ["whsec_new"] });
  const payload = JSON.stringify({ id: "evt_1", object: "event", type: "x", data: { object: {} } });
  const signed = (secret: string) => stage.sdk.webhooks.generateTestHeaderStringAsync({ payload, secret });
  const [byNew, byOld, byOlder, byOther] = await Promise.all(
    ["whsec_new", "whsec_old", "whsec_older", "whsec_other"].map(signed),
  );
  const byBoth = `${byOld},${byNew?.replace(/^t=\d+,/, "")}`;
  for (const header of [byNew, byOld, byOlder, byBoth])
    expect(await changing.verifyEvent(payload, header ?? "")).toMatchObject({ id: "evt_1" });
  for (const header of [byNew, byBoth])
    expect(await changed.verifyEvent(payload, header ?? "")).toMatchObject({ id: "evt_1" });
  const refused = { code: "invalid_signature" };
  await expect(changing.verifyEvent(payload, byOther ?? "")).rejects.toMatchObject(refused);
  await expect(changed.verifyEvent(payload, byOld ?? "")).rejects.toMatchObject(refused);
});

test("without a webhook secret no event is trusted, not even one signed with nothing", async () => {
  const payload = '{"id":"evt_1","object":"event","type":"x"}';
  for (const webhookSecrets of [[], [""]]) {
    const payments = createStripePayments({ secretKey: SECRET_KEY, webhookSecrets });
    const signature = await stage.sdk.webhooks.generateTestHeaderStringAsync({ payload, secret: "x" });
    const unsigned = `t=${Math.floor(Date.now() / 1000)},v1=`;
    for (const header of [signature, unsigned, ""])
      await expect(payments.verifyEvent(payload, header)).rejects.toMatchObject({
        code: "invalid_signature",
      });
  }
});

test("survives two failing responses in a row, without a second checkout", async () => {
  await stage.control("/outage", { kind: "reply_lost", requests: 2 });
  const checkout = newCheckout();
  const { sessionId } = await adapter().createCheckout(checkout);
  const { data } = await stage.sdk.checkout.sessions.list({ limit: 100 });
  const ours = data.filter(({ client_reference_id }) => client_reference_id === checkout.orderId);
  expect(ours.map(({ id }) => id)).toEqual([sessionId]);
});

test("a wrong key, a refused request and a dead server are one error that reveals nothing", async () => {
  const [deadPort = 0] = await freePorts(1);
  const failures = await Promise.all([
    failureOf(adapter({ secretKey: "sk_test_secret_of_ours" }).createCheckout(newCheckout())),
    failureOf(adapter({ secretKey: "sk_test_secret_of_ours" }).retrieveCheckout("cs_test_nowhere")),
    failureOf(adapter().createCheckout(newCheckout({ currency: "xyz" }))),
    failureOf(adapter({ apiUrl: `http://127.0.0.1:${deadPort}` }).createCheckout(newCheckout())),
  ]);
  for (const failure of failures) {
    expect(failure).toMatchObject({
      code: "payment_provider_error",
      message: "The payment provider could not complete the request. Please try again.",
    });
    const text = `${failure.stack} ${String(failure.cause)} ${JSON.stringify(failure)}`;
    expect(text).not.toMatch(/sk_test|Invalid API Key|xyz|127\.0\.0\.1:\d/);
  }
});

/** A custom provider that responds with these bodies by path. */
async function serverWith(bodies: Record<string, object>): Promise<string> {
  const [port = 0] = await freePorts(1);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://stripe.test");
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(bodies[pathname]));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}`;
}
const list = (...data: object[]) => ({ object: "list", has_more: false, data });

test.each(["/v1/refunds", "/v1/disputes"])(
  "an amount of %s in another currency is refused, never taken for cents of the payment's",
  async (path) => {
    const other = { id: "x_1", amount: 2500, currency: "jpy", balance_transactions: [] };
    const apiUrl = await serverWith({
      "/v1/payment_intents/pi_1": { id: "pi_1", currency: "usd", metadata: { order_id: "order_1" } },
      "/v1/refunds": list(),
      "/v1/disputes": list(),
      [path]: list(other),
    });
    const failure = await failureOf(adapter({ apiUrl }).retrieveReversals("pi_1"));
    expect(failure).toMatchObject({ code: "payment_provider_error" });
    expect(String(failure.cause)).toContain("not in the currency of its payment");
  },
);

test("a response that is not Stripe's is an error, not a checkout", async () => {
  const [port = 0] = await freePorts(1);
  const server = createServer((_, response) => response.writeHead(404).end("<h1>Not Found</h1>"));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const failure = await failureOf(
    adapter({ apiUrl: `http://127.0.0.1:${port}` }).retrieveCheckout("cs_test_1"),
  );
  await new Promise((resolve) => server.close(resolve));
  expect(failure.code).toBe("payment_provider_error");
});

/** The clock's, whatever is faked. */
const { setTimeout: startTimer } = globalThis;
const STEP_MS = 100;
const MOST_STEPS = 600;

test.each([
  ["takes requests and never responds", () => {}],
  ["responds with headers alone", (response: ServerResponse) => response.writeHead(200).flushHeaders()],
] as const)("gives up within 10 s in all while Stripe %s", async (_, respond) => {
  const arrived = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    respond(response);
    arrived.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { port } = server.address() as AddressInfo;
  const payments = adapter({ apiUrl: `http://127.0.0.1:${port}`, timeouts: undefined });
  let failure: DomainError | undefined;
  void failureOf(payments.createCheckout(newCheckout())).then((error) => {
    failure = error;
  });
  await arrived.promise;
  let steps = 0;
  for (; failure === undefined && steps < MOST_STEPS; steps += 1) {
    await vi.advanceTimersByTimeAsync(STEP_MS);
    // A second attempt takes a moment to arrive.
    await new Promise((resolve) => startTimer(resolve, 2));
  }
  expect(failure).toMatchObject({ code: "payment_provider_error" });
  expect(steps * STEP_MS).toBeGreaterThan(4_000);
  expect(steps * STEP_MS).toBeLessThanOrEqual(10_000);
});

test("a payment that was made earlier is listed by its time, can be refunded, and had no event", async () => {
  const created = Date.parse("2025-03-01T12:00:00Z") / 1000;
  const id = "pi_EarlierPayment";
  const payment = { id, amount: 2500, currency: "usd", created, metadata: { order_id: "order_earlier" } };
  const events = stage.received.length;
  for (let turn = 0; turn < 2; turn += 1)
    expect(await stage.control("/payments", { payments: [payment] })).toBe(200);
  const from = created * 1000;
  const { items } = await adapter().listCharges({ from, until: from + 1000, after: null });
  expect(items).toMatchObject([{ orderId: "order_earlier", paymentIntentId: id, amountMinor: 2500 }]);
  expect(await adapter().paymentStatus(id)).toBe("paid");
  expect(stage.received).toHaveLength(events);
  await stage.sdk.refunds.create({ payment_intent: id });
  expect(await stage.control("/payments", { payments: [payment] })).toBe(200);
  await expect(stage.sdk.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
  expect(await stage.control("/payments", { payments: [{ ...payment, amount: "2500" }] })).toBe(400);
});
