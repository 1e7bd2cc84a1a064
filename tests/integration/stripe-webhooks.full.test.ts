import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/limits.ts";
import { checkoutOf, type LocalStage, startLocalStripe } from "./stripe-support.ts";

let stage: LocalStage;
beforeAll(async () => {
  stage = await startLocalStripe();
});
afterAll(() => stage.stop());
beforeEach(() => stage.control("/deliveries", { mode: "normal" }));

const newSession = () => stage.sdk.checkout.sessions.create(checkoutOf());
const webhooksFor = (session: { id: string }) =>
  stage.received.filter(({ objectId }) => objectId === session.id).map(({ type }) => type);

test("the payment webhook is sent before the payer is redirected", async () => {
  const session = await newSession();
  expect(await stage.pay(session)).toBe(`http://app.test/payment/success?session_id=${session.id}`);
  expect(webhooksFor(session)).toEqual(["checkout.session.completed"]);
});

test("dropped events are listed, but never sent", async () => {
  await stage.control("/deliveries", { mode: "drop" });
  const session = await newSession();
  await stage.pay(session);
  const { data } = await stage.sdk.events.list({ type: "checkout.session.completed", limit: 1 });
  expect(data[0]?.data.object).toMatchObject({ id: session.id, payment_status: "paid" });
  expect(await stage.sdk.events.retrieve(String(data[0]?.id))).toEqual(data[0]);
  expect(webhooksFor(session)).toEqual([]);
});

test("duplicated events arrive three times", async () => {
  await stage.control("/deliveries", { mode: "duplicate" });
  const session = await newSession();
  await stage.pay(session);
  expect(webhooksFor(session)).toEqual(Array(3).fill("checkout.session.completed"));
});

test("held events wait for the flush and can be reversed", async () => {
  await stage.control("/deliveries", { mode: "hold" });
  const session = await newSession();
  await stage.pay(session, "000123456789");
  await stage.control(`/checkout/sessions/${session.id}/settle`, { outcome: "failed" });
  expect(webhooksFor(session)).toEqual([]);
  await stage.control("/deliveries/flush", { order: "reverse" });
  expect(webhooksFor(session)).toEqual([
    "checkout.session.async_payment_failed",
    "checkout.session.completed",
  ]);
});

test("an event that was not accepted is sent again, even after a restart", async () => {
  const session = await newSession();
  stage.receiving.down = true;
  await stage.pay(session);
  await stage.restart();
  expect(webhooksFor(session)).toEqual([]);
  stage.receiving.down = false;
  await eventually(() => expect(webhooksFor(session)).toEqual(["checkout.session.completed"]));
});

test("a paid session is still paid after a restart, and its idempotency key still holds", async () => {
  const options = { idempotencyKey: crypto.randomUUID() };
  const session = await stage.sdk.checkout.sessions.create(checkoutOf(), options);
  await stage.pay(session);
  await stage.restart();
  expect((await stage.sdk.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
  expect((await stage.sdk.checkout.sessions.create(checkoutOf(), options)).id).toBe(session.id);
});
