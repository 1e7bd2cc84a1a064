import type { Page } from "@playwright/test";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { brokenServer, FAILED_RESOURCE } from "./keys-support.ts";
import { expectStill } from "./layout-shift.ts";
import { expect, expectNoAxeViolations, expectReadable, giveSession, test } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

const LOG = /\/api\/usage\?/;

/** An account with 30 requests, its owner signed in. @returns the ids of the requests, newest first. */
async function busyAccount(page: Page, name: string): Promise<string[]> {
  const { user, key } = await newUserWithKey(name);
  const ids = await recordRequests(key, 30);
  await giveSession(page, user);
  return ids;
}

test("the request log fits and is accessible in both themes at every width", async ({ page }) => {
  await giveSession(page);
  await page.goto(paths.usage);
  await expect(page.getByText(/^Showing 25 of/)).toBeVisible();
  await expectReadable(page, [1280, 1024, 390, 320]);
});

for (const width of [1280, 390]) {
  test(`nothing jumps while the log loads, whichever response is last: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await busyAccount(page, "still-log");
    for (const late of ["api/keys", "api/analytics/breakdown", "api/usage"]) {
      await expectStill(page, paths.usage, late);
      await expect(page.getByText(/^Showing 25 of 30/)).toBeVisible();
    }
  });
}

test.describe("when a call is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("requests that fail to load show an error, and Retry loads them", async ({ page }) => {
    await page.route(LOG, (route) => route.fulfill(brokenServer));
    await busyAccount(page, "no-requests");
    await page.goto(paths.usage);
    await expect(page.getByRole("alert")).toContainText(usageLogMessages.failed);
    await expectNoAxeViolations(page);
    await page.unroute(LOG);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText(/^Showing 25 of 30/)).toBeVisible();
  });
});
