import type { Page } from "@playwright/test";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { post } from "./accounts.ts";
import { expect, personOf, test } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const titleOf = (page: Page) => page.getByRole("heading", { level: 1 });

let id = "";
const person = personOf(async () => {
  const { user, key } = await newUserWithKey("key-usage");
  await recordRequests(key, 5);
  id = key.publicId;
  return user;
});

test("the page is reached from the list of keys, and links back in its header", async () => {
  const { page } = person();
  await page.goto(paths.apiKeys);
  await page.getByRole("row").filter({ hasText: "Production" }).getByRole("link", { name: "Usage" }).click();
  await expect(page).toHaveURL(new RegExp(`${id}/usage$`));
  await expect(titleOf(page)).toHaveText("Production");
  await expect(page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]")).toHaveText(
    /API Keys/,
  );
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "API Keys" }).click();
  await expect(page).toHaveURL(/\/api-keys$/);
});

test("both keys of a rotation link to each other, each with its own figures", async () => {
  const { page, user } = person();
  const made = await post(user, `/api/keys/${id}/rotate`, { overlap_hours: 24 });
  await page.goto(paths.keyUsage(id));
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
