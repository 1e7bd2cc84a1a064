import type { Page } from "@playwright/test";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { post } from "./accounts.ts";
import { expect, giveSession, test } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const titleOf = (page: Page) => page.getByRole("heading", { level: 1 });

/** Opens the usage of a key. @returns the API response behind its figures. */
async function openUsage(page: Page, id: string, search = ""): Promise<AnalyticsResponse> {
  const responsePromise = page.waitForResponse((response) =>
    /\/api\/analytics.*key_id=/.test(response.url()),
  );
  await page.goto(`${paths.keyUsage(id)}${search}`);
  return (await responsePromise).json();
}

test("both keys of a rotation link to each other, each with its own figures", async ({ page }) => {
  const { user, key } = await newUserWithKey("rotated");
  await recordRequests(key, 5);
  const made = await post(user, `/api/keys/${key.publicId}/rotate`, { overlap_hours: 24 });
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  await expect(card(page, "API Requests").locator("p").first()).toHaveText("5");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Production …/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`${made.id}/usage$`));
  await expect(page.getByRole("heading", { name: keyUsageMessages.noRequests })).toBeVisible();
  await expect(page.getByText("Replaces Production …")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Replaced by Production …")).toBeVisible();
  await expect(page.getByText(/^Expires /)).toBeVisible();
});

test("the page is reached from the list of keys, and links back in its header", async ({ page }) => {
  const { user, key } = await newUserWithKey("reached");
  await recordRequests(key, 1);
  await giveSession(page, user);
  await page.goto(paths.apiKeys);
  await page.getByRole("row").filter({ hasText: "Production" }).getByRole("link", { name: "Usage" }).click();
  await expect(page).toHaveURL(new RegExp(`${key.publicId}/usage$`));
  await expect(titleOf(page)).toHaveText("Production");
  await expect(page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]")).toHaveText(
    /API Keys/,
  );
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "API Keys" }).click();
  await expect(page).toHaveURL(/\/api-keys$/);
});
