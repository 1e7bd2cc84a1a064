import { ANALYTICS_FAILED_HELP, ANALYTICS_FAILED_TOAST } from "#app/features/analytics/messages.ts";
import { balanceMessages } from "#app/features/balance/messages.ts";
import { keyMessages } from "#app/features/keys/messages.ts";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import { expectStill } from "./layout-shift.ts";
import { expect, giveSession, newUser, payWith, signIn, stack, test, toasts } from "./support.ts";

const FAILED_RESOURCE = /Failed to load resource/;

/** Each screen with account data, and each response that can arrive last. */
const LOADS_OF_ACCOUNT = [
  ["/", "api/analytics"],
  ["/", "api/account/balance"],
  ["/", "api/account/subscription"],
  ["/api-keys", "api/keys"],
  ["/api-keys", "api/account/balance"],
  ["/billing", "api/ledger/days"],
  ["/billing?tab=receipts", "api/receipts"],
] as const;

/** Screens that look the same for every account. */
const LOADS_OF_ANYBODY = [
  ["/add-balance", "api/account/balance"],
  ["/purchase-api-key", "api/account/subscription"],
  ["/user-management", "auth/v1/user"],
  ["/profile", "auth/v1/user"],
  ["/profile", "api/account/sessions"],
  ["/activity", "api/audit"],
] as const;

for (const [account, width] of [
  ["demo", 1280],
  ["demo", 390],
  ["new", 390],
  ["one-key", 1280],
] as const) {
  test(`nothing jumps while a screen loads: ${account} account, ${width} px`, async ({ page }) => {
    const user = await userWith(account);
    await page.setViewportSize({ width, height: 844 });
    await giveSession(page, user);
    const others = account === "demo" ? LOADS_OF_ANYBODY : [];
    for (const [path, late] of [...LOADS_OF_ACCOUNT, ...others]) await expectStill(page, path, late);
  });
}

async function userWith(account: "demo" | "new" | "one-key") {
  if (account === "demo") return stack.demo;
  if (account === "new") return newUser("still");
  const user = await newFundedUser("still");
  await createKey(user, "Production");
  return user;
}

test("a signed-out user returns to a protected page after signing in", async ({ page }) => {
  await page.goto("/add-balance?amount=50");
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(stack.demo.email);
  await page.getByLabel("Password", { exact: true }).fill(stack.demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/add-balance\?amount=50$/);
  await expect(page.getByRole("radio", { name: /50/ })).toBeChecked();
});

test("signing out ends the session and leads to the sign-in page", async ({ page }) => {
  await signIn(page, await newUser("leaving"));
  await page.getByRole("button", { name: /My Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("latchkey-auth-token"))).toBeNull();
  await page.goto("/api-keys");
  await expect(page).toHaveURL(/\/login/);
});

test("an amount that is not offered asks the user to choose", async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "Add Funds" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(balanceMessages.minimumHint)).toBeVisible();
  const amount = dialog.getByRole("spinbutton");
  await expect(amount).toHaveValue("10");
  await amount.fill("4");
  await expect(dialog.getByRole("button", { name: "Top Up" })).toBeDisabled();
  await amount.fill("10");
  await dialog.getByRole("button", { name: "Top Up" }).click();
  await expect(page).toHaveURL(/\/add-balance\?amount=10/);
  await expect(page.getByText(paymentMessages.invalidAmount.description)).toBeVisible();
});

test("the return page shows an error without a session id", async ({ page }) => {
  await giveSession(page);
  await page.goto("/payment/success");
  await expect(page.getByRole("main").getByText(paymentMessages.noSession)).toBeVisible();
  await expect(toasts(page)).toContainText(paymentMessages.noSession);
});

test("a bank debit is pending until it is settled", async ({ page, context }) => {
  const user = await newUser("debit");
  await giveSession(page, user);
  await page.goto("/add-balance?amount=25");
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  const payment = await opening;
  await payWith(payment, /bank/i);
  await expect(payment.getByText(paymentMessages.pending.title)).toBeVisible();
  await payment.goto("/");
  await expect(payment.getByText("$0.00").first()).toBeVisible();
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("a wrong password shows an error in place, and doesn't reveal whether the account exists", async ({
    page,
  }) => {
    for (const email of [stack.demo.email, "nobody@example.com"]) {
      await page.goto("/login");
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill("Wrong-password-1");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("alert")).toContainText("The email or password is incorrect.");
    }
  });

  test("analytics that fail to load show an error, and Retry loads them", async ({ page }) => {
    await page.route("**/api/analytics**", (route) =>
      route.fulfill({
        status: 503,
        json: { error: "The database is unavailable.", code: "database_unavailable", request_id: "r1" },
      }),
    );
    await signIn(page);
    await expect(page.getByText(ANALYTICS_FAILED_HELP)).toBeVisible();
    await expect(page.getByText(ANALYTICS_FAILED_TOAST).first()).toBeVisible();
    await page.unroute("**/api/analytics**");
    await page.getByRole("button", { name: "Retry" }).first().click();
    await expect(page.getByText("requests in the last 24 hours")).toBeVisible();
  });

  test("a balance that fails to load shows an error, and Retry loads it", async ({ page }) => {
    await page.route("**/api/account/balance", (route) => route.abort());
    await signIn(page);
    await expect(page.getByText(balanceMessages.loadFailed)).toBeVisible();
    await page.unroute("**/api/account/balance");
    await page.getByRole("button", { name: "Retry" }).first().click();
    await expect(page.getByText(balanceMessages.loadFailed)).toHaveCount(0);
  });

  test("keys that fail to load show an error, and Try Again loads them", async ({ page }) => {
    await page.route("**/api/keys", (route) => route.abort());
    await signIn(page);
    await page.goto("/api-keys");
    await expect(page.getByText(keyMessages.loadFailed)).toBeVisible();
    await page.unroute("**/api/keys");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByText(/Showing \d+ active keys?/)).toBeVisible();
  });
});
