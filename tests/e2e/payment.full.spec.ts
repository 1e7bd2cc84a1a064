import { paymentMessages } from "#app/features/payments/messages.ts";
import { payTopUp } from "./accounts.ts";
import { expire, heading, openPurchase, openTopUp, purchaseButton, sessionOf, settle } from "./paying.ts";
import {
  expect,
  expectReadable,
  giveSession,
  holdBack,
  newUser,
  payWith,
  stack,
  test,
  toasts,
} from "./support.ts";

const COMPLETION = "**/api/account/payment-link-completion";
const FAILED = "Payment verification failed";
const UNABLE = "Unable to verify payment. Please contact support.";

for (const address of ["/payment/success", "/payment-success"]) {
  test(`a signed-out user returns to ${address} after signing in`, async ({ page }) => {
    const user = await newUser("returning");
    const landing = `${address}?session_id=${await payTopUp(user)}`;
    await page.goto(landing);
    await page.waitForURL(`**/login?return_to=${encodeURIComponent(landing)}`);
    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(page, "Payment successful")).toBeVisible();
    await expect(page.getByText("Your account balance has been updated.").first()).toBeVisible();
  });
}

test("verification changes to success without a layout shift, readable in both themes at every width", async ({
  page,
}) => {
  const user = await newUser("steady");
  const session = await payTopUp(user);
  await giveSession(page, user);
  const finish = await holdBack(page, COMPLETION);
  await page.goto(`/payment/success?session_id=${session}`);
  await expect(heading(page, "Verifying your payment")).toBeVisible();
  await expectReadable(page);
  const before = await heading(page, "Verifying your payment").boundingBox();
  await finish();
  await expect(heading(page, "Payment successful")).toBeVisible();
  expect((await heading(page, "Payment successful").boundingBox())?.y).toBe(before?.y);
  await expect(page.getByText("$25.00")).toHaveCount(2);
  await expectReadable(page);
});

test("a top-up that the bank refuses later shows an error in both tabs, and can be retried", async ({
  page,
  context,
}) => {
  await giveSession(page, await newUser("refused"));
  const payment = await openTopUp(page, context);
  const session = sessionOf(payment);
  await payWith(payment, /Bank debit/);
  await expect(heading(payment, "Your payment is pending")).toBeVisible();
  await settle(session, "failed");
  await expect(heading(payment, FAILED)).toBeVisible();
  await expect(toasts(payment)).toContainText(UNABLE);
  await expect(payment.getByRole("link", { name: "Add Funds" })).toBeVisible();

  await expect(page.getByRole("alert").filter({ hasText: FAILED })).toContainText(UNABLE);
  await expect(page.getByRole("radio", { name: /25/ })).toBeChecked();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(heading(page, "Waiting for your payment")).toBeVisible();
});

test("a plan paid by bank debit starts when the bank has paid", async ({ page }) => {
  await giveSession(page, await newUser("planlater"));
  const session = await openPurchase(page);
  await payWith(page, /Bank debit/);
  await expect(heading(page, "Your payment is pending")).toBeVisible();
  await expect(page.getByText(paymentMessages.planPending.description)).toBeVisible();
  await settle(session, "succeeded");
  await expect(heading(page, "Payment successful")).toBeVisible();
  await page.getByRole("link", { name: "View API Keys" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Premium key" })).toHaveCount(1);
});

test("a plan that the bank refuses later does not start", async ({ page }) => {
  await giveSession(page, await newUser("plannever"));
  const session = await openPurchase(page);
  await payWith(page, /Bank debit/);
  await expect(heading(page, "Your payment is pending")).toBeVisible();
  await settle(session, "failed");
  await expect(heading(page, FAILED)).toBeVisible();
  await expect(page.getByText(UNABLE).first()).toBeVisible();
  await page.getByRole("link", { name: "Purchase API Key" }).click();
  await expect(purchaseButton(page)).toBeVisible();
  await expect(page.getByText("Account: Free").first()).toBeVisible();
});

test("an expired checkout of a plan links back to the purchase page, and is not a payment", async ({
  page,
}) => {
  await giveSession(page, await newUser("planlate"));
  const session = await openPurchase(page);
  await expire(session);
  await payWith(page, /Card that pays/);
  await expect(heading(page, "Checkout expired")).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(`${stack.web}/purchase-api-key?canceled=true`);
  await page.goto(`/payment-success?session_id=${session}`);
  await expect(heading(page, FAILED)).toBeVisible();
  await expect(page.getByRole("main").getByText(UNABLE)).toBeVisible();
  await expect(page.getByRole("link", { name: "Purchase API Key" })).toBeVisible();
});

test("an expired checkout of a top-up links back to the amounts, and is not a payment", async ({
  page,
  context,
}) => {
  await giveSession(page, await newUser("late"));
  const payment = await openTopUp(page, context);
  const session = sessionOf(payment);
  await expire(session);
  await payWith(payment, /Card that pays/);
  await payment.getByRole("link", { name: "Go back" }).click();
  await expect(payment).toHaveURL(`${stack.web}/add-balance?canceled=true`);
  await payment.goto(`/payment/success?session_id=${session}`);
  await expect(heading(payment, FAILED)).toBeVisible();
  await expect(toasts(payment)).toContainText(FAILED);
  await expect(toasts(payment)).toContainText(UNABLE);
});
