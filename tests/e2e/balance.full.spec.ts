import type { Page } from "@playwright/test";
import { balanceMessages } from "#app/features/balance/messages.ts";
import { continueButton, openTopUp } from "./paying.ts";
import {
  expect,
  expectLoaded,
  expectNoAxeViolations,
  giveSession,
  newUser,
  test,
  toasts,
} from "./support.ts";

/** As when the user returns to the window. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

test("the amount reserved for requests in progress appears beside the balance, without a layout shift", async ({
  page,
}) => {
  let held = 0;
  await page.route("**/api/account/balance", (route) =>
    route.fulfill({ json: { balance: 1248.2, held, currency: "USD" } }),
  );
  await giveSession(page);
  for (const path of ["/", "/api-keys"]) {
    held = 0;
    await page.goto(path);
    const button = page.getByRole("button", { name: "Add Funds" });
    await expect(button).toBeVisible();
    await expectLoaded(page);
    await expect(page.getByText(balanceMessages.held)).toHaveCount(0);
    const place = await button.boundingBox();
    held = 0.0004;
    await expect(async () => {
      await lookAgain(page);
      await expect(page.getByText("<$0.01 held")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect.poll(() => button.boundingBox()).toEqual(place);
  }
});

test("a waiting payment can be opened again, or changed", async ({ page, context }) => {
  await giveSession(page, await newUser("again"));
  const payment = await openTopUp(page, context);
  const address = payment.url();
  await payment.close();
  await expect(page.getByRole("heading", { name: "Waiting for your payment" })).toBeVisible();
  await expect(toasts(page)).toContainText("Payment initiated");
  await expectNoAxeViolations(page);

  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "Open payment again" }).click();
  const again = await opening;
  await again.waitForURL(address);
  await again.close();
  await page.getByRole("button", { name: "Change amount" }).click();
  await expect(page.getByRole("radio", { name: /25/ })).toBeChecked();
  await expect(continueButton(page)).toBeEnabled();
});
