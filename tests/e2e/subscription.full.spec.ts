import type { Page } from "@playwright/test";
import { formatDate } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { buyPremium } from "./accounts.ts";
import { expect, newUser, signIn, test } from "./support.ts";

const YEAR_AND_A_DAY_MS = 367 * 86_400_000;

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Subscription Status" }) });
const valueFor = (page: Page, term: string) =>
  card(page).locator("dl > div").filter({ hasText: term }).getByRole("definition");
const planLabel = (page: Page, plan: string) =>
  page.getByRole("complementary", { name: "Sidebar" }).getByText(`Account: ${plan}`, { exact: true });

test("a bought plan is shown on the card and in the sidebar, with its expiry date and its price in rupees", async ({
  page,
}) => {
  const user = await newUser("premium");
  await buyPremium(user);
  await signIn(page, user);
  await expect(card(page).getByText("Premium", { exact: true })).toBeVisible();
  await expect(planLabel(page, "Premium")).toBeVisible();
  await expect(card(page)).toContainText("0 of 10,000 requests this month");
  await expect(valueFor(page, "Last payment")).toHaveText(`₹100.00 · ${formatDate(Date.now())}`);
  const end = Date.parse(await valueFor(page, "Valid until").innerText());
  expect(end).toBeGreaterThan(Date.now() + 363 * 86_400_000);
  expect(end).toBeLessThan(Date.now() + YEAR_AND_A_DAY_MS);
  await expect(card(page).getByRole("link")).toHaveCount(0);
});

test("Quick Actions lead to the overview, the purchase, the balance and the documentation, in this order", async ({
  page,
}) => {
  await signIn(page, await newUser("actions"));
  await page.getByRole("button", { name: "Quick Actions" }).click();
  const items = page.getByRole("menuitem");
  await expect(items).toHaveText(["Account Overview", "Purchase API Key", "Add Balance", "Documentation"]);
  const targets = [paths.dashboard, paths.purchaseApiKey, paths.addBalance, paths.documentation];
  for (const [at, target] of targets.entries()) await expect(items.nth(at)).toHaveAttribute("href", target);
  await items.nth(1).click();
  await expect(page).toHaveURL(new RegExp(`${paths.purchaseApiKey}$`));
});

test("on a phone the subscription is last, in reading order", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await expect(card(page).getByText("Free", { exact: true })).toBeVisible();
  const top = async (title: string) =>
    (await page.getByRole("heading", { name: title, exact: true }).boundingBox())?.y ?? Number.NaN;
  const order = ["API Requests", "Requests", "Account Balance", "Top Endpoints", "Subscription Status"];
  const tops = await Promise.all(order.map(top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});
