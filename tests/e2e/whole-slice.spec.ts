import { keyMessages } from "#app/features/keys/messages.ts";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { expect, newUser, payWith, signIn, stack, test } from "./support.ts";

test("a developer signs in and sees 30 days of usage that the cron rolled up", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await signIn(page);
  expect((await fetch(stack.cron)).status).toBe(200);

  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await expect(page).toHaveURL(/range=30d/);
  await expect(page.getByText("requests in the last 30 days")).toBeVisible();
  const responsePromise = page.waitForResponse((response) => /\/api\/figures\?/.test(response.url()));
  await page.getByRole("button", { name: "Refresh" }).click();
  const { total_requests, series } = await (await responsePromise).json();
  expect(total_requests).toBeGreaterThan(15_000);
  expect(series.filter((point: { requests: number }) => point.requests > 0).length).toBeGreaterThanOrEqual(
    30,
  );
  await expect(page.getByText(total_requests.toLocaleString("en-US"), { exact: true }).first()).toBeVisible();
  await expect(page.getByText("/v1/chat/completions")).toBeVisible();

  await page.getByText("View as table").click();
  await expect(page.getByRole("row").filter({ hasText: /\d/ })).not.toHaveCount(0);
});

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
