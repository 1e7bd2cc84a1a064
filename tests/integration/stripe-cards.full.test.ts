import { afterAll, beforeAll, expect, it } from "vitest";
import { checkoutOf, type LocalStage, startLocalStripe } from "./stripe-support.ts";

let stage: LocalStage;
beforeAll(async () => {
  stage = await startLocalStripe();
});
afterAll(() => stage.stop());

const CONSENT = "We may charge this card later.";

async function savedCard(number = "4242424242424242") {
  const { sdk } = stage;
  const customer = await sdk.customers.create({ email: "payer@example.com" });
  const session = await sdk.checkout.sessions.create({
    mode: "setup",
    customer: customer.id,
    allowed_payment_method_types: ["card"],
    custom_text: { submit: { message: CONSENT } },
    success_url: "http://app.test/billing?card={CHECKOUT_SESSION_ID}",
  });
  expect(session).toMatchObject({ mode: "setup", payment_status: "no_payment_required", amount_total: null });
  expect(await stage.page(session)).toContain(CONSENT);
  await stage.pay(session, number);
  await stage.submit(`/c/pay/${session.id}/bank`, { outcome: "confirmed" });
  const { data } = await sdk.paymentMethods.list({ customer: customer.id });
  return { customer: customer.id, payment_method: data[0]?.id ?? "", session: session.id };
}

const charge = (card: { customer: string; payment_method: string }, idempotencyKey?: string) =>
  stage.sdk.paymentIntents.create(
    {
      customer: card.customer,
      payment_method: card.payment_method,
      amount: 5000,
      currency: "usd",
      confirm: true,
      off_session: true,
      metadata: { order_id: "order_1" },
    },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

it("a page in setup mode saves a card for its customer", async () => {
  const { customer, payment_method, session } = await savedCard();
  const expand = ["setup_intent.payment_method"];
  expect(await stage.sdk.checkout.sessions.retrieve(session, { expand })).toMatchObject({
    status: "complete",
    customer,
    setup_intent: {
      object: "setup_intent",
      status: "succeeded",
      usage: "off_session",
      payment_method: { id: payment_method, customer, card: { brand: "visa", last4: "4242", country: "US" } },
    },
  });
  expect(stage.received.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      "setup_intent.succeeded",
      "payment_method.attached",
      "checkout.session.completed",
    ]),
  );
});

it("a payment with setup_future_usage saves its card, another one does not", async () => {
  const customer = (await stage.sdk.customers.create({})).id;
  const methods = async () => (await stage.sdk.paymentMethods.list({ customer })).data.length;
  await stage.pay(await stage.sdk.checkout.sessions.create(checkoutOf({ customer })));
  expect(await methods()).toBe(0);
  const saving = checkoutOf({ customer, payment_intent_data: { setup_future_usage: "off_session" } });
  await stage.pay(await stage.sdk.checkout.sessions.create(saving));
  expect(await methods()).toBe(1);
});

it("a saved card is charged while its owner is away, once per idempotency key", async () => {
  const card = await savedCard();
  const [first, second] = [await charge(card, "key_1"), await charge(card, "key_1")];
  expect(first).toMatchObject({ status: "succeeded", amount_received: 5000, customer: card.customer });
  expect(second.id).toBe(first.id);
  expect((await stage.sdk.paymentIntents.list({ customer: card.customer })).data).toHaveLength(1);
});

it("a card that declines later is refused with its payment, also when the request is repeated", async () => {
  const card = await savedCard("4000000000000341");
  const declined = {
    type: "StripeCardError",
    statusCode: 402,
    code: "card_declined",
    decline_code: "generic_decline",
    payment_intent: {
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: { code: "card_declined" },
    },
  };
  await expect(charge(card, "key_2")).rejects.toMatchObject(declined);
  await expect(charge(card, "key_2")).rejects.toMatchObject(declined);
  expect((await stage.sdk.paymentIntents.list({ customer: card.customer })).data).toHaveLength(1);
});

it("a card that is declined can't be saved", async () => {
  expect((await savedCard("4000000000009995")).payment_method).toBe("");
});

it("a card that was confirmed when it was saved is charged without another confirmation", async () => {
  expect(await charge(await savedCard("4000002500003155"))).toMatchObject({ status: "succeeded" });
  await expect(charge(await savedCard("4000008260003178"))).rejects.toMatchObject({
    decline_code: "insufficient_funds",
  });
});

it("a card that wants each charge confirmed leads to its bank's page and back", async () => {
  const card = await savedCard("4000002760003184");
  const error = await charge(card).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: "authentication_required",
    payment_intent: { id: expect.any(String) },
  });
  const [intent] = (await stage.sdk.paymentIntents.list({ customer: card.customer })).data;
  const id = intent?.id ?? "";
  const confirm = () =>
    stage.sdk.paymentIntents.confirm(id, {
      payment_method: card.payment_method,
      off_session: false,
      return_url: "http://app.test/back",
    });
  const atBank = async (outcome: string) => {
    const { next_action } = await confirm();
    const url = new URL(next_action?.redirect_to_url?.url ?? "");
    return stage.submit(url.pathname + url.search, { outcome });
  };
  expect(await atBank("refused")).toContain("redirect_status=failed");
  expect(await stage.sdk.paymentIntents.retrieve(id)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "payment_intent_authentication_failure" },
  });
  expect(await atBank("confirmed")).toMatch(
    /^http:\/\/app\.test\/back\?payment_intent=pi_.*redirect_status=succeeded/,
  );
  expect(await stage.sdk.paymentIntents.retrieve(id)).toMatchObject({ status: "succeeded" });
  await expect(confirm()).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
});

it("the bank's page needs the payment's secret", async () => {
  const card = await savedCard("4000002760003184");
  await charge(card).catch(() => undefined);
  const [intent] = (await stage.sdk.paymentIntents.list({ customer: card.customer })).data;
  const response = await fetch(`${stage.url}/redirect/authenticate/${intent?.id}?client_secret=guess`);
  expect(response.status).toBe(404);
});

it("a detached card can't be charged, and a canceled payment can't be confirmed", async () => {
  const card = await savedCard("4000002760003184");
  await charge(card).catch(() => undefined);
  const [intent] = (await stage.sdk.paymentIntents.list({ customer: card.customer })).data;
  const id = intent?.id ?? "";
  expect(await stage.sdk.paymentIntents.cancel(id)).toMatchObject({ status: "canceled" });
  await expect(stage.sdk.paymentIntents.cancel(id)).rejects.toMatchObject({
    code: "payment_intent_unexpected_state",
  });
  expect(await stage.sdk.paymentMethods.detach(card.payment_method)).toMatchObject({ customer: null });
  await expect(charge(card)).rejects.toMatchObject({ code: "resource_missing" });
  await expect(stage.sdk.paymentMethods.detach(card.payment_method)).rejects.toThrow("not attached");
  expect(stage.received.map(({ type }) => type)).toContain("payment_method.detached");
});

it("unknown parameters are refused", async () => {
  const card = await savedCard();
  const params = {
    amount: 5000,
    currency: "usd",
    confirm: true,
    off_session: true,
    payment_method_types: ["card"],
  };
  await expect(
    stage.sdk.paymentIntents.create({
      ...params,
      customer: card.customer,
      payment_method: card.payment_method,
    }),
  ).rejects.toMatchObject({ code: "parameter_unknown" });
});
