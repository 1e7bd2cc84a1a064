import { afterAll, beforeAll, expect, test } from "vitest";
import { statusUnderName } from "#tests/support/host-name.ts";
import { checkoutOf, type LocalStage, startLocalStripe } from "./stripe-support.ts";

let stage: LocalStage;
beforeAll(async () => {
  stage = await startLocalStripe();
});
afterAll(() => stage.stop());

const newSession = (params = checkoutOf()) => stage.sdk.checkout.sessions.create(params);
const statusOf = async (session: { id: string }) => {
  const { status, payment_status } = await stage.sdk.checkout.sessions.retrieve(session.id);
  return [status, payment_status];
};

test("the page shows that it is a test, what is due and how to leave", async () => {
  const page = await stage.page(await newSession());
  expect(page).toContain("No real money moves");
  expect(page).toContain('<h1 id="total">$25.00</h1>');
  expect(page).toContain('<a href="http://app.test/add-balance">');
});

test("rupees are shown as rupees", async () => {
  const session = await newSession(checkoutOf({}, { currency: "inr", unit_amount: 10_000 }));
  expect(await stage.page(session)).toContain("₹100.00");
});

test("text from outside is shown as text", async () => {
  const price_data = { currency: "usd", unit_amount: 2500, product_data: { name: '<script>"&' } };
  const session = await newSession(checkoutOf({ line_items: [{ quantity: 1, price_data }] }));
  const page = await stage.page(session);
  expect(page).toContain("&lt;script&gt;&quot;&amp;");
  expect(page).not.toContain("<script>");
});

test.each([
  ["4000 0000 0000 0002", "Your card was declined."],
  ["4000000000009995", "Your card has insufficient funds."],
  ["1234", "Your card was declined."],
])("card %s is refused with a reason, and another card can pay then", async (number, reason) => {
  const session = await newSession();
  const back = await stage.pay(session, number);
  expect(await (await fetch(stage.url + back)).text()).toContain(reason);
  expect(await statusOf(session)).toEqual(["open", "unpaid"]);
  await stage.pay(session);
  expect(await statusOf(session)).toEqual(["complete", "paid"]);
});

test("ten presses of the button are one charge, and all lead on", async () => {
  const session = await newSession();
  const locations = await Promise.all(Array.from({ length: 10 }, () => stage.pay(session)));
  expect(new Set(locations)).toEqual(new Set([`http://app.test/payment/success?session_id=${session.id}`]));
  const { payment_intent } = await stage.sdk.checkout.sessions.retrieve(session.id);
  const charges = await stage.sdk.charges.list({ payment_intent: String(payment_intent) });
  expect(charges.data).toHaveLength(1);
  expect(await stage.page(session)).toContain("cannot be paid again");
});

test("a bank debit is settled, or not, on the page", async () => {
  for (const [outcome, status, text] of [
    ["succeeded", "paid", "Payment complete"],
    ["failed", "unpaid", "Payment failed"],
  ] as const) {
    const session = await newSession();
    await stage.pay(session, "000123456789");
    expect(await statusOf(session)).toEqual(["complete", "unpaid"]);
    expect(await stage.page(session)).toContain("Bank debit on its way");
    await stage.submit(`/c/pay/${session.id}/settle`, { outcome });
    expect(await statusOf(session)).toEqual(["complete", status]);
    expect(await stage.page(session)).toContain(text);
  }
});

test("an expired and an unknown checkout are reported as such", async () => {
  const session = await newSession();
  await stage.sdk.checkout.sessions.expire(session.id);
  expect(await stage.page(session)).toContain("Checkout expired");
  expect(await stage.page({ id: "cs_test_none" })).toContain("Checkout not found");
});

test("the emulator responds only to the names of this machine", async () => {
  const { url } = await newSession();
  for (const address of [String(url), `${stage.url}/_test/deliveries`]) {
    expect(await statusUnderName("rebound.test", address)).toBe(421);
    expect(await statusUnderName("localhost", address)).toBe(200);
  }
});
