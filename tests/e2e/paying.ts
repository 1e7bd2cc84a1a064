import type { BrowserContext, Locator, Page } from "@playwright/test";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { expect, giveSession, newUser, payWith, stack, type User } from "./support.ts";

export const STEP_MS = 20;

/** Advances the paused clock until fetched data is shown. @returns how far it advanced. */
export async function stepUntilVisible(wanted: Locator): Promise<number> {
  let passed = 0;
  const step = async () => {
    await wanted.page().clock.runFor(STEP_MS);
    passed += STEP_MS;
    return wanted.isVisible();
  };
  await expect.poll(step).toBe(true);
  return passed;
}

export const continueButton = (page: Page) => page.getByRole("button", { name: "Continue to payment" });
export const purchaseButton = (page: Page) => page.getByRole("button", { name: "Purchase API Key" });
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Chooses $25 and continues. @returns the hosted page's tab. */
export async function openTopUp(
  page: Page,
  context: BrowserContext,
  { savesCard = false } = {},
): Promise<Page> {
  await page.goto("/add-balance?amount=25");
  if (savesCard) await page.getByRole("checkbox", { name: paymentMessages.saveCard }).check();
  const opening = context.waitForEvent("page");
  await continueButton(page).click();
  const payment = await opening;
  await payment.waitForURL(`${stack.stripe.url}/**`);
  return payment;
}

/** Today in `years` years in local time, such as `Nov 21, 2027`. */
export const inYears = (years: number) => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "Europe/Lisbon" });
};

/** The plan's offer, for a new user. */
export async function openOffer(page: Page, name: string): Promise<void> {
  await giveSession(page, await newUser(name));
  await page.goto("/purchase-api-key");
  await expect(purchaseButton(page)).toBeVisible();
}

export async function expectPlanUntil(page: Page, date: string): Promise<void> {
  await page.goto("/purchase-api-key");
  await expect(
    page.getByText(`Your Premium plan runs until ${date}. Buying again extends it by a year.`),
  ).toBeVisible();
}

/** Starts buying the plan, up to the hosted page in the same tab. @returns the checkout session's id. */
export async function openPurchase(page: Page): Promise<string> {
  await page.goto("/purchase-api-key");
  await purchaseButton(page).click();
  await page.waitForURL(`${stack.stripe.url}/**`);
  return sessionOf(page);
}

/** Buys the plan by card, up to the page the payer returns to. */
export async function buyPlan(page: Page): Promise<void> {
  await openPurchase(page);
  await payWith(page, /Card that pays/);
  await page.waitForURL("**/payment-success?session_id=*");
}

/** Pays by card in a tab that is closed before it returns, so the return page is never requested. */
export async function payAndClose(tab: Page): Promise<void> {
  await tab.route(`${stack.stripe.url}/**`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const status = (await route.fetch({ maxRedirects: 0 })).status();
    await route.fulfill({ status: status === 303 ? 204 : status });
  });
  const responsePromise = tab.waitForResponse((response) => response.request().method() === "POST");
  await payWith(tab, /Card that pays/);
  expect((await responsePromise).status()).toBe(204);
  await tab.close();
}

/** The checkout session id in the address of the hosted page or the return page. */
export function sessionOf(page: Page): string {
  const id = /cs_\w+/.exec(page.url())?.[0];
  if (!id) throw new Error(`No checkout session in ${page.url()}`);
  return id;
}

async function control(id: string, act: "settle" | "expire", body: object): Promise<void> {
  const response = await fetch(`${stack.stripe.url}/_test/checkout/sessions/${id}/${act}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
}

/** The bank's decision on a debit, days later. */
export const settle = (id: string, outcome: "succeeded" | "failed") => control(id, "settle", { outcome });

export const SETTINGS = "/billing?tab=settings";
export const topUp = (page: Page) => page.getByRole("region", { name: "Auto top-up" });
export const saveButton = (page: Page) => page.getByRole("button", { name: "Save changes" });

/** Enters a card on the payment provider's page, in the behavior that the page offers by name. */
export async function enterCard(page: Page, user: User, behavior?: string): Promise<void> {
  await page.waitForURL(`${stack.stripe.url}/**`);
  await page.getByLabel("Email").fill(user.email);
  if (behavior) await page.getByLabel(behavior).check();
  await page.getByRole("button", { name: "Save card" }).click();
}

export async function runCron(): Promise<void> {
  expect((await fetch(stack.cron)).status).toBe(200);
}
