import type { Page } from "@playwright/test";
import { settingsMessages } from "#app/features/billing/settings-messages.ts";
import { get, newFundedUser, put, type User } from "./accounts.ts";
import { expectToast } from "./keys-support.ts";
import { mailAfterCron } from "./mail.ts";
import { heading, openTopUp } from "./paying.ts";
import { expect, expectReadable, newUser, payWith, signIn, stack, test, toasts } from "./support.ts";

const SETTINGS = "/billing?tab=settings";

const topUp = (page: Page) => page.getByRole("region", { name: "Auto top-up" });
const saveButton = (page: Page) => page.getByRole("button", { name: "Save changes" });

/** Enters a card on the payment provider's page, in the behavior that the page offers by name. */
async function enterCard(page: Page, user: User, behavior?: string): Promise<void> {
  await page.waitForURL(`${stack.stripe.url}/**`);
  await page.getByLabel("Email").fill(user.email);
  if (behavior) await page.getByLabel(behavior).check();
  await page.getByRole("button", { name: "Save card" }).click();
}

async function runCron(): Promise<void> {
  expect((await fetch(stack.cron)).status).toBe(200);
}

test("limits and the low-balance amount are saved together, and the dashboard follows", async ({ page }) => {
  const user = await newFundedUser("limiter");
  await signIn(page, user);
  await page.goto(SETTINGS);
  await page.getByRole("textbox", { name: "Daily limit" }).fill("10");
  await page.getByRole("textbox", { name: "Notify me below" }).fill("40");
  await expect(page.getByText(settingsMessages.alreadyBelow)).toBeVisible();
  await saveButton(page).click();
  await expectToast(page, "Settings Saved", "They apply from now on.");
  // While it fades, it has less contrast.
  await expect(toasts(page)).toHaveCount(0);
  await expectReadable(page, [320, 390, 768, 1280]);
  expect(await get(user, "/api/account/budgets")).toMatchObject({ budgets: [{ period: "day", amount: 10 }] });
  await page.getByRole("textbox", { name: "Daily limit" }).fill("1");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: settingsMessages.leave }).click();
  await expect(page.getByText("Low balance! Add funds to continue using API keys.")).toBeVisible();
});

test("a card that is saved at a checkout pays for automatic top-ups", async ({ page, context }) => {
  const user = await newUser("saver");
  await signIn(page, user);
  const payment = await openTopUp(page, context, { savesCard: true });
  await payWith(payment, /Card that pays/);
  await expect(heading(payment, "Payment successful")).toBeVisible();
  // The webhook saves it.
  const saved = { payment_method: { brand: "visa", last4: "4242" } };
  await expect.poll(() => get(user, "/api/auto-top-up")).toMatchObject(saved);
  await page.goto(SETTINGS);
  await expect(page.getByText("Visa •••• 4242")).toBeVisible();
  await put(user, "/api/auto-top-up", { enabled: true, threshold: 100, amount: 50, monthly_limit: 150 });
  await runCron();
  await expect.poll(() => get(user, "/api/account/balance")).toMatchObject({ balance: 75 });
});

test("a declined card stops auto top-up until it is replaced", async ({ page }) => {
  const user = await newFundedUser("declined");
  await signIn(page, user);
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Add card" }).click();
  await enterCard(page, user, "Saved, then declined");
  await expectToast(page, "Card Saved", "You can use it for auto top-up.");
  await put(user, "/api/auto-top-up", { enabled: true, threshold: 100, amount: 50, monthly_limit: 150 });
  await runCron();
  await page.reload();
  await expect(topUp(page).getByText(/^Your card was declined on /)).toBeVisible();
  await mailAfterCron(user.email, "Auto top-up stopped: your card was declined");
  await expectReadable(page, [1280, 390]);
  await page.getByRole("button", { name: "Replace card" }).click();
  await enterCard(page, user);
  await expect(topUp(page).getByText("On", { exact: true })).toBeVisible();
  await runCron();
  // The declined charge was this hour's.
  expect(await get(user, "/api/account/balance")).toMatchObject({ balance: 25 });
});
