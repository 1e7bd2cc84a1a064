import type { Page } from "@playwright/test";
import { deskMessages } from "#app/features/operator/messages.ts";
import { overviewTexts as TEXTS } from "#app/features/operator/overview-view.ts";
import { paymentTexts } from "#app/features/operator/payments-view.ts";
import { paths } from "#app/lib/paths.ts";
import { expectStill, layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { giveOperatorSession, newOperatorSession, type OperatorSession } from "./operator-support.ts";
import { expect, expectLoaded, expectReadable, test } from "./support.ts";

// Every document of the desk has status 404, which browsers log; one test has a request fail.
test.use({ expectedErrors: [/Failed to load resource/] });

let session: OperatorSession;
test.beforeAll(async () => {
  ({ session } = await newOperatorSession());
});
test.beforeEach(async ({ page }) => giveOperatorSession(page, session));

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole("heading", { name, level, exact: true });
const card = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("section")
    .filter({ has: heading(page, name, 2) });

async function openOverview(page: Page, query = ""): Promise<void> {
  await page.goto(`${paths.operator}${query}`);
  await expect(heading(page, TEXTS.models, 2)).toBeVisible();
}

test("the screen is readable, keeps still while it loads, and has its own title", async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openOverview(page);
    await expect(page).toHaveTitle("Overview · Latchkey operator");
    await expectLoaded(page);
    expect.soft(await layoutShift(page), `at ${width}`).toBeLessThanOrEqual(MOST_SHIFT);
    for (const late of ["api/operator/overview", "api/operator/alerts"])
      await expectStill(page, paths.operator, late);
  }
  await expectReadable(page, [1280, 1024, 768, 390]);
});

test("the range stands in the address, and comes back with it", async ({ page }) => {
  await openOverview(page);
  const time = page.getByRole("combobox", { name: paymentTexts.range });
  await expect(time).toHaveText("Last 24 hours");
  await time.click();
  await page.getByRole("option", { name: "Last 30 days" }).click();
  await expect(page).toHaveURL(`${paths.operator}?range=30d`);
  await expect(card(page, TEXTS.models)).toContainText("Last 30 days");
  await expect(page.getByRole("main")).toContainText("days in UTC");
  await page.reload();
  await expect(time).toHaveText("Last 30 days");
  await page.goBack();
  await expect(time).toHaveText("Last 24 hours");
  await expect(card(page, TEXTS.models)).toContainText("Last 24 hours");
});

for (const [label, address, title] of [
  ["Paid, not credited", paths.operatorPayments, paymentTexts.title],
  ["Stripe events not processed", paths.operatorPayments, paymentTexts.title],
  ["Alert notices failing", paths.operatorAlerts, deskMessages.alerts.title],
  ["Emails not sent", paths.operatorAlerts, deskMessages.alerts.title],
  ["Unpaid orders", paths.operatorPayments, paymentTexts.title],
  ["Orphaned requests", paths.operatorAlerts, deskMessages.alerts.title],
  ["Unposted usage", paths.operatorAlerts, deskMessages.alerts.title],
  ["Usage above hold", paths.operatorAlerts, deskMessages.alerts.title],
] as const)
  test(`${label} leads to ${title}`, async ({ page }) => {
    await openOverview(page);
    const link = card(page, TEXTS.stuck).getByRole("link", { name: label });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
    await expect(heading(page, title)).toBeVisible();
    await page.getByRole("navigation", { name: "Operator" }).getByRole("link", { name: "Overview" }).click();
    await expect(page).toHaveURL(paths.operator);
    await expect(heading(page, TEXTS.models, 2)).toBeVisible();
  });

test("a load that failed says so, and Retry loads it", async ({ page }) => {
  await page.route("**/api/operator/overview*", (route) =>
    route.fulfill({
      status: 503,
      json: { error: "The database is unavailable.", code: "database_unavailable" },
    }),
  );
  await page.goto(paths.operator);
  await expect(heading(page, TEXTS.failed, 2)).toBeVisible();
  await expectReadable(page, [1280, 390]);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading(page, "Revenue", 2)).toBeVisible();
});
