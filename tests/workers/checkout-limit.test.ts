import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { MAX_UNPAID_ORDERS } from "#core/services/payments/create-payment-link.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import {
  call,
  errorOf,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const MINUTE = 60_000;
const START = Date.now();

/** The API with a clock set by the test, and a provider that opens every requested checkout. */
function shop() {
  const opened: string[] = [];
  const time = { now: START };
  const api = testApi({
    clock: { now: () => time.now },
    payments: {
      ...noPayments,
      createCheckout: async ({ orderId }) => {
        opened.push(orderId);
        return { sessionId: `cs_${orderId}`, url: `https://pay.test/${orderId}` };
      },
    },
  });
  const open = ({ token }: TestUser) =>
    call(api, token, "/api/payment/create-payment-link", { body: { amount: 25, product: "balance" } });
  return { open, opened, time };
}

const statusesOf = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);
const times = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make);

it("an account can have 20 unpaid checkouts in 10 minutes, even when it opens them concurrently", async () => {
  const { open, opened } = shop();
  const user = await newUser();
  const statuses = await statusesOf(times(MAX_UNPAID_ORDERS + 10, () => open(user)));
  expect(statuses.sort()).toEqual([...times(20, () => 200), ...times(10, () => 429)]);
  expect(opened).toHaveLength(20);
  expect(await openTestDatabase().$count(checkoutOrders, eq(checkoutOrders.accountId, user.account.id))).toBe(
    20,
  );
});

it("the refusal says when to retry, and a retry then succeeds", async () => {
  const { open, time } = shop();
  const user = await newUser();
  await open(user);
  time.now = START + 4 * MINUTE;
  await Promise.all(times(19, () => open(user)));
  time.now = START + 9 * MINUTE;
  const refused = await open(user);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await errorOf(refused)).toMatchObject({
    code: "rate_limited",
    error: "Too many unpaid checkouts. Please complete one of them, or try again in a few minutes.",
  });
  time.now = START + 10 * MINUTE;
  expect(await statusesOf([open(user)])).toEqual([200]);
  expect(await statusesOf([open(user)])).toEqual([429]);
});

it("neither another account's checkouts nor paid ones count", async () => {
  const { open } = shop();
  const [user, other] = await Promise.all([newUser(), newUser()]);
  await Promise.all(times(20, () => open(user)));
  expect(await statusesOf([open(user), open(other)])).toEqual([429, 200]);
  const [first] = await openTestDatabase()
    .select()
    .from(checkoutOrders)
    .where(eq(checkoutOrders.accountId, user.account.id));
  await writeDirectly((db) =>
    db
      .update(checkoutOrders)
      .set({ status: "paid" })
      .where(eq(checkoutOrders.id, first?.id ?? "")),
  );
  expect(await statusesOf([open(user)])).toEqual([200]);
});
