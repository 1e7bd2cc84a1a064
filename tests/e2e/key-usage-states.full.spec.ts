import type { Page } from "@playwright/test";
import { ANALYTICS_FAILED_HELP, ANALYTICS_FAILED_TOAST } from "#app/features/analytics/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { expectStill } from "./layout-shift.ts";
import {
  expect,
  expectNoAxeViolations,
  expectReadable,
  giveSession,
  stack,
  test,
  toasts,
} from "./support.ts";
import { newUserWithKey, recordRequests, storedKey } from "./usage-support.ts";

const FAILED_RESOURCE = /Failed to load resource/;
const brokenServer = {
  status: 503,
  json: { error: "The database is unavailable.", code: "database_unavailable", request_id: "r1" },
};

/** A key with 30 requests, its owner signed in. @returns the address of its usage. */
async function busyKey(page: Page, name: string): Promise<string> {
  const { user, key } = await newUserWithKey(name);
  await recordRequests(key, 30);
  await giveSession(page, user);
  return paths.keyUsage(key.publicId);
}

test("a key's usage fits and is accessible in both themes at every width", async ({ page }) => {
  await giveSession(page);
  const { publicId } = await storedKey({ ...stack.demo }, "Production");
  await page.goto(paths.keyUsage(publicId));
  await expect(page.getByText(/^Showing 25 requests/)).toBeVisible();
  await expectReadable(page, [1280, 768, 390, 320]);
});

for (const width of [1280, 390]) {
  test(`nothing jumps while a key's usage loads, whichever response is last: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const address = await busyKey(page, "still-usage");
    for (const late of ["api/keys", "api/analytics", "api/usage"]) {
      await expectStill(page, address, late);
      await expect(page.getByText(/^Showing 25 requests/)).toBeVisible();
    }
  });
}

test.describe("when a call is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("figures that fail to load show an error above the log, and Retry loads them", async ({ page }) => {
    const address = await busyKey(page, "no-figures");
    await page.route("**/api/analytics**", (route) => route.fulfill(brokenServer));
    await page.goto(address);
    await expect(page.getByText(ANALYTICS_FAILED_HELP)).toBeVisible();
    await expect(toasts(page)).toContainText(ANALYTICS_FAILED_TOAST);
    await expect(page.getByText(/^Showing 25 requests/)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unroute("**/api/analytics**");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("requests in the last 24 hours")).toBeVisible();
    await expect(page.getByText(ANALYTICS_FAILED_HELP)).toHaveCount(0);
  });
});
