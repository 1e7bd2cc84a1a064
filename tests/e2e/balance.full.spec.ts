import type { Page } from "@playwright/test";
import { balanceMessages } from "#app/features/balance/messages.ts";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { payTopUp } from "./accounts.ts";
import { continueButton, FAILED_RESOURCE, heading, openTopUp, STEP_MS, stepUntilVisible } from "./paying.ts";
import {
  expect,
  expectLoaded,
  expectNoAxeViolations,
  giveSession,
  newUser,
  payWith,
  signIn,
  stack,
  test,
  toasts,
} from "./support.ts";

const REDIRECT_AFTER_MS = 3_000;

const currentStep = (page: Page) => page.getByRole("list", { name: "Steps" }).locator("[aria-current=step]");

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

test("Add Funds passes an offered amount on to the payment page", async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "Add Funds" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Funds" });
  await dialog.getByRole("spinbutton").fill("50");
  await dialog.getByRole("spinbutton").press("Enter");
  await expect(page).toHaveURL(/\/add-balance\?amount=50$/);
  await expect(page.getByRole("radio", { name: /50/ })).toBeChecked();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("Enter on an amount that is too small shows an error", async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "Add Funds" }).click();
  await page.getByRole("spinbutton").fill("4.99");
  await page.getByRole("spinbutton").press("Enter");
  await expect(toasts(page)).toContainText("Invalid amount");
  await expect(toasts(page)).toContainText("Minimum top-up amount is $5");
  await expect(page.getByRole("dialog", { name: "Add Funds" })).toBeVisible();
});

test("a waiting payment can be opened again, or changed", async ({ page, context }) => {
  await giveSession(page, await newUser("again"));
  const payment = await openTopUp(page, context);
  const address = payment.url();
  await payment.close();
  await expect(page.getByRole("heading", { name: "Waiting for your payment" })).toBeVisible();
  await expect(toasts(page)).toContainText("Payment initiated");
  await expect(currentStep(page)).toHaveText("1AmountChoose how much to add");
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

test("a blocked tab shows a message with a link to the payment", async ({ page, context }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await giveSession(page, await newUser("blocked"));
  await page.goto("/add-balance?amount=25");
  await continueButton(page).click();
  await expect(page.getByText(/Your browser blocked the new tab/)).toBeVisible();
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: "Open payment" }).click();
  const payment = await opening;
  await payWith(payment, /Card that pays/);
  await payment.waitForURL("**/payment/success?session_id=*");
  await expect(page.getByText(paymentMessages.successful.title).first()).toBeVisible();
});

test("a payment of another amount in another tab does not end this wait", async ({ page, context }) => {
  const user = await newUser("other");
  await signIn(page, user);
  const session = await payTopUp(user);
  await page.goto("/add-balance?amount=50");
  const opening = context.waitForEvent("page");
  await continueButton(page).click();
  const payment = await opening;
  await payment.waitForURL(`${stack.stripe.url}/**`);
  await payment.goto(`${stack.web}/payment/success?session_id=${session}`);
  await expect(heading(payment, "Payment successful")).toBeVisible();
  await expect(page.getByText("$25.00").first()).toBeVisible();
  await expect(heading(page, "Waiting for your payment")).toBeVisible();
});

test("a verified payment shows the new balance and leads to the dashboard after three seconds", async ({
  page,
}) => {
  const user = await newUser("landing");
  const session = await payTopUp(user);
  await signIn(page, user);
  const stopped = Promise.withResolvers<void>();
  await page.route("**/api/account/payment-link-completion", async (route) => {
    await stopped.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`/payment/success?session_id=${session}`);
  const success = page.getByRole("heading", { name: paymentMessages.successful.title });
  await page.clock.pauseAt(Date.now() + 1_000);
  stopped.resolve();
  await stepUntilVisible(success);
  await expect(page.getByText(paymentMessages.redirecting)).toBeVisible();
  const passed = await stepUntilVisible(page.getByText("$25.00").nth(1));
  await page.clock.runFor(REDIRECT_AFTER_MS - passed - 10 * STEP_MS);
  await expect(toasts(page)).toContainText(paymentMessages.successful.description);
  await expect(page).toHaveURL(/\/payment\/success/);
  await page.clock.runFor(10 * STEP_MS);
  await expect(page).toHaveURL(/\/$/);
});

test("opening a paid session again credits nothing", async ({ page }) => {
  const user = await newUser("twice");
  const session = await payTopUp(user);
  await signIn(page, user);
  for (const _ of ["first", "second"]) {
    await page.goto(`/payment/success?session_id=${session}`);
    await expect(page.getByRole("heading", { name: paymentMessages.successful.title })).toBeVisible();
    // Paid, and the balance.
    await expect(page.getByText("$25.00")).toHaveCount(2);
  }
});

test.describe("when a payment fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("another account's session fails, and changes no balance", async ({ page }) => {
    const session = await payTopUp(await newUser("owner"));
    await signIn(page, await newUser("stranger"));
    await page.goto(`/payment/success?session_id=${session}`);
    await expect(page.getByRole("heading", { name: paymentMessages.failedTitle })).toBeVisible();
    await expect(page.getByText(paymentMessages.failed).first()).toBeVisible();
    await expectNoAxeViolations(page);
    await expect(page.getByRole("link", { name: "Add Funds" })).toHaveAttribute("href", "/add-balance");
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await expect(page.getByText("$0.00").first()).toBeVisible();
  });
});
