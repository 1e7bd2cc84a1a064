import { purchaseMessages } from "#app/features/payments/messages.ts";
import {
  buyPlan,
  expectPlanUntil,
  heading,
  inYears,
  openOffer,
  purchaseButton,
  STEP_MS,
  stepUntilVisible,
} from "./paying.ts";
import { expect, payWith, stack, test, toasts } from "./support.ts";

const REDIRECT_AFTER_MS = 1_000;
const LINK = "**/api/payment/create-payment-link";
test("a year is bought by card in the same tab, comes with its key, and is extended by buying again", async ({
  page,
  context,
}) => {
  await openOffer(page, "buyer");
  await purchaseButton(page).click();
  await expect(toasts(page)).toContainText("Redirecting to Payment");
  await page.waitForURL(`${stack.stripe.url}/**`);
  expect(context.pages()).toHaveLength(1);
  await expect(heading(page, "₹100.00")).toBeVisible();
  await payWith(page, /Card that pays/);
  await page.waitForURL("**/payment-success?session_id=*");

  await expect(heading(page, "Payment successful")).toBeVisible();
  await expect(page.getByText("Your Premium plan is active, and its key is ready.").first()).toBeVisible();
  await expect(page.getByText("₹100.00")).toBeVisible();
  await expect(page.getByText(inYears(1))).toBeVisible();
  await expect(page.getByText(/You will be taken/)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/");
  await expect(page.getByRole("link", { name: "View receipts" })).toHaveAttribute("href", "/billing");

  await page.getByRole("link", { name: "View API Keys" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Premium key" })).toHaveCount(1);
  await expectPlanUntil(page, inYears(1));
  await expect(page.getByText("Account: Premium").first()).toBeVisible();

  await buyPlan(page);
  await expect(page.getByText(inYears(2))).toBeVisible();
  await page.getByRole("link", { name: "View API Keys" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Premium key" })).toHaveCount(1);
  await expectPlanUntil(page, inYears(2));
});

test("the browser opens the payment page one second after the toast, and two clicks create one order", async ({
  page,
}) => {
  let orders = 0;
  await page.route(LINK, (route) => {
    orders += 1;
    return route.continue();
  });
  await page.clock.install();
  await openOffer(page, "once");
  await page.clock.pauseAt(Date.now() + 60_000);
  await purchaseButton(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await stepUntilVisible(toasts(page).getByText(purchaseMessages.redirecting.title));
  await expect(page.getByRole("button", { name: "Redirecting…" })).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(REDIRECT_AFTER_MS - 10 * STEP_MS);
  await expect(page).toHaveURL(/\/purchase-api-key$/);
  await page.clock.runFor(10 * STEP_MS);
  await page.waitForURL(`${stack.stripe.url}/**`);
  expect(orders).toBe(1);
});
