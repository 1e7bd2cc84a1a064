import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { paymentMessages, purchaseMessages } from "#app/features/payments/messages.ts";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { buyPlan, heading, openPurchase, payAndClose, purchaseButton, stepUntilVisible } from "./paying.ts";
import {
  expect,
  expectReadable,
  giveSession,
  newUser,
  payWith,
  stack,
  test,
  toasts,
  WIDTHS,
} from "./support.ts";

const REDIRECT_AFTER_MS = 1_000;
const BENEFITS = [
  "All endpoints",
  "10,000 requests per month",
  "Priority support",
  "Valid 1 year",
  "Usage analytics",
  "Rate limiting controls",
];
/** Today in `years` years in local time, such as `Nov 21, 2027`. */
const inYears = (years: number) => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "Europe/Lisbon" });
};

async function openPage(page: Page, name: string): Promise<Awaited<ReturnType<typeof newUser>>> {
  const user = await newUser(name);
  await giveSession(page, user);
  await page.goto("/purchase-api-key");
  await expect(purchaseButton(page)).toBeVisible();
  return user;
}

async function expectPlanUntil(page: Page, date: string): Promise<void> {
  await page.goto("/purchase-api-key");
  await expect(
    page.getByText(`Your Premium plan runs until ${date}. Buying again extends it by a year.`),
  ).toBeVisible();
}

async function expectNoPlan(page: Page): Promise<void> {
  await page.goto("/purchase-api-key");
  await expect(page.getByText("It doesn’t renew automatically.")).toBeVisible();
  await expect(page.getByText("Account: Free").first()).toBeVisible();
}

for (const width of WIDTHS) {
  test(`the offer is readable at ${width} px, without a layout shift`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, "reader");
    await expect(page.getByText("It doesn’t renew automatically.")).toBeVisible();
    expect(
      await page.getByRole("main").getByRole("listitem").locator("p:first-child").allInnerTexts(),
    ).toEqual(BENEFITS);
    await expect(page.getByText("₹100")).toBeVisible();
    await expect(page.getByText("one-time")).toBeVisible();
    await expect(page.getByText("Covers up to 10,000 requests and $20 of usage a month.")).toBeVisible();
    await expect(page.getByText(/Covered requests cost nothing\./)).toBeVisible();
    await expect(heading(page, "1-year API key")).toBeVisible();
    await expect(page.getByRole("link", { name: "Contact Sales" })).toHaveAttribute("href", /^mailto:.+@.+/);
    expect(await layoutShift(page)).toBeLessThanOrEqual(MOST_SHIFT);
    await expectReadable(page, [width]);
  });
}

test("it can be bought by keyboard alone, and is still for sale after going back", async ({ page }) => {
  await openPage(page, "keys");
  await purchaseButton(page).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${stack.stripe.url}/**`);
  await page.goBack();
  await expect(page).toHaveURL(/\/purchase-api-key$/);
  await expect(purchaseButton(page)).toBeEnabled();
  await expect(purchaseButton(page)).not.toHaveAttribute("aria-busy", "true");
});

test("leaving the page within that second cancels the redirect", async ({ page }) => {
  await page.clock.install();
  await openPage(page, "leaver");
  await page.clock.pauseAt(Date.now() + 60_000);
  await purchaseButton(page).click();
  await stepUntilVisible(toasts(page).getByText(purchaseMessages.redirecting.title));
  await page.getByRole("link", { name: "API Keys" }).first().click();
  await stepUntilVisible(heading(page, "API Keys"));
  await page.clock.runFor(2 * REDIRECT_AFTER_MS);
  await expect(page).toHaveURL(/\/api-keys$/);
});

test("a declined card and a cancelled payment buy nothing", async ({ page }) => {
  await openPage(page, "declined");
  await openPurchase(page);
  await payWith(page, /Declined card/);
  await expect(page.getByRole("alert")).toContainText("Your card was declined.");
  await page.getByRole("link", { name: "Cancel and go back" }).click();
  await expect(page).toHaveURL(`${stack.web}/purchase-api-key?canceled=true`);
  await expect(page.getByText(paymentMessages.canceled)).toBeVisible();
  await expectNoPlan(page);
});

test("another tab shows the plan without a reload", async ({ page, context }) => {
  await openPage(page, "tabs");
  const other = await context.newPage();
  await expectNoPlan(other);
  await buyPlan(page);
  await expect(heading(page, "Payment successful")).toBeVisible();
  await expect(other.getByText(`Your Premium plan runs until ${inYears(1)}.`)).toBeVisible();
  await expect(other.getByText("Account: Premium").first()).toBeVisible();
});

test("the plan and its key exist even if the tab was closed before it returned", async ({
  page,
  context,
}) => {
  await openPage(page, "closed");
  const tab = await context.newPage();
  await openPurchase(tab);
  await payAndClose(tab);
  await expect(async () => {
    await page.goto("/api-keys");
    await expect(page.getByRole("row").filter({ hasText: "Premium key" })).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
  await expectPlanUntil(page, inYears(1));
});

test.describe("when it cannot be bought", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the Business plan can't be replaced, as both the page and the server say", async ({ page }) => {
    const { email } = await openPage(page, "business");
    await promisify(execFile)(
      process.execPath,
      ["scripts/operator.ts", "plan", "--account", email, "--plan", "Business", "--reason", "Contract"],
      { env: { ...process.env, LIBSQL_URL: stack.libsql.url } },
    );
    await page.reload();
    await expect(page.getByText("You’re on the Business plan. Contact Sales to change it.")).toBeVisible();
    await purchaseButton(page).click();
    await expect(toasts(page)).toContainText("Error");
    await expect(toasts(page)).toContainText("Your Business plan already covers what Premium offers.");
    await expect(page).toHaveURL(/\/purchase-api-key$/);
  });
});
