import type { Page } from "@playwright/test";
import { activityMessages } from "#app/features/activity/messages.ts";
import { pages } from "#app/lib/pages.ts";
import { newFundedUser, post } from "./accounts.ts";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { chooseTheme, expect, expectNoAxeViolations, signIn, test } from "./support.ts";

async function openActivity(page: Page, user: { email: string; password: string }): Promise<void> {
  await signIn(page, user);
  await page.getByRole("button", { name: /My Account/ }).click();
  await page.getByRole("menuitem", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { name: pages.activity.heading.title, level: 1 })).toBeVisible();
}

test("the activity lists what was done with a key, newest first", async ({ page }) => {
  const user = await newFundedUser("active");
  const { id } = await post(user, "/api/keys", { name: "Production" });
  await post(user, `/api/keys/${id}/rotate`, { overlap_hours: 24 });
  await post(user, `/api/keys/${id}/revoke`, {});
  await openActivity(page, user);
  const rows = page.getByRole("main").locator("tbody tr");
  await page.getByRole("radio", { name: "Keys" }).click();
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("Key “Production” was revoked");
  await expect(rows.last()).toContainText("Key “Production” was created");
  await expect(page.getByText("The old key kept working for 24 hours")).toBeVisible();
  // Made without a browser, and without a platform that reports a location.
  await expect(rows.first().getByRole("cell").nth(2)).toHaveText("You");
  await page.reload();
  await expect(rows).toHaveCount(4);
  expect(await layoutShift(page)).toBeLessThanOrEqual(MOST_SHIFT);

  await page.getByRole("radio", { name: "Access" }).click();
  await expect(page).toHaveURL(/\/activity\?kind=access$/);
  await expect(rows.first()).toContainText("A device signed in");
  await page.getByRole("radio", { name: "Keys" }).click();
  await rows.first().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/api-keys/${id}/usage$`));
});

test.describe("when it fails to load", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a phone shows an error and, after a retry, the same list", async ({ page }) => {
    const user = await newFundedUser("active-phone");
    await post(user, "/api/keys", { name: "Production" });
    await chooseTheme(page, "dark");
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, user);
    await page.route("**/api/audit*", (route) => route.abort());
    await page.goto("/activity");
    await expect(page.getByText(activityMessages.failed)).toBeVisible();
    await page.unroute("**/api/audit*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("main").getByRole("listitem")).toContainText([
      "Key “Production” was created",
    ]);
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
