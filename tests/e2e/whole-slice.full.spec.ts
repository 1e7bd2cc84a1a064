import { keyMessages } from "#app/features/keys/messages.ts";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { expect, newUser, payWith, signIn, stack, test } from "./support.ts";

test("a new developer adds funds by card, the webhook credits the balance, and a key is created and revoked", async ({
  page,
  context,
}) => {
  const user = await newUser("slice");
  await signIn(page, user);
  await expect(page.getByText("$0.00").first()).toBeVisible();
  await page.goto("/api-keys");
  await expect(page.getByText(keyMessages.noActiveKeys)).toBeVisible();
  await expect(page.getByRole("button", { name: "Create API Key" }).first()).toBeDisabled();

  await page.goto("/add-balance");
  await page.getByRole("radio", { name: /25/ }).check({ force: true });
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  const payment = await opening;
  await payment.waitForURL(`${stack.stripe.url}/**`);
  await expect(page.getByText(paymentMessages.initiated.title).first()).toBeVisible();

  await payWith(payment, /Declined card/);
  await expect(payment.getByText("Your card was declined.")).toBeVisible();
  const closed = payment.waitForEvent("close");
  await payWith(payment, /Card that pays/);
  await payment.waitForURL("**/payment/success?session_id=*");
  await expect(payment.getByText(paymentMessages.successful.title).first()).toBeVisible();
  await expect(payment.getByText(paymentMessages.closing)).toBeVisible();
  await closed;
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByText("$25.00").first()).toBeVisible();

  await page.goto("/api-keys");
  await page.getByRole("button", { name: "Create API Key" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create New API Key" });
  await dialog.getByLabel("Name").fill("Production");
  await dialog.getByRole("button", { name: /create/i }).click();
  await expect(page.getByText(keyMessages.created.title).first()).toBeVisible();
  await page.keyboard.press("Escape");
  const row = page.getByRole("row").filter({ hasText: "Production" });
  await expect(row).toContainText(/lk_[A-Za-z0-9]{5}•+[A-Za-z0-9]{4}/);
  await expect(page.getByText("Showing 1 active key")).toBeVisible();

  await row.getByRole("button", { name: /revoke/i }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /revoke/i })
    .click();
  await expect(page.getByText(keyMessages.revoked.title).first()).toBeVisible();
  await expect(page.getByText(keyMessages.noActiveKeys)).toBeVisible();
  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "Production" })).toBeVisible();
});
