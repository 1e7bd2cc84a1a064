import { buyPlan, heading, inYears, openOffer, purchaseButton } from "./paying.ts";
import { expect, stack, test } from "./support.ts";

test("it can be bought by keyboard alone, and is still for sale after going back", async ({ page }) => {
  await openOffer(page, "keys");
  await purchaseButton(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${stack.stripe.url}/**`);
  await page.goBack();
  await expect(page).toHaveURL(/\/purchase-api-key$/);
  await expect(purchaseButton(page)).toBeEnabled();
  await expect(purchaseButton(page)).not.toHaveAttribute("aria-busy", "true");
});

test("another tab shows the plan without a reload", async ({ page, context }) => {
  await openOffer(page, "tabs");
  const other = await context.newPage();
  await other.goto("/purchase-api-key");
  await expect(other.getByText("It doesn’t renew automatically.")).toBeVisible();
  await expect(other.getByText("Account: Free").first()).toBeVisible();
  await buyPlan(page);
  await expect(heading(page, "Payment successful")).toBeVisible();
  await expect(other.getByText(`Your Premium plan runs until ${inYears(1)}.`)).toBeVisible();
  await expect(other.getByText("Account: Premium").first()).toBeVisible();
});
