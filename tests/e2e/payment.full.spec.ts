import { paymentMessages } from "#app/features/payments/messages.ts";
import { heading, openPurchase, openTopUp, sessionOf, settle } from "./paying.ts";
import { expect, giveSession, newUser, payWith, test, toasts } from "./support.ts";

const FAILED = "Payment verification failed";
const UNABLE = "Unable to verify payment. Please contact support.";

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
