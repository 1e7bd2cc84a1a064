import type { Page } from "@playwright/test";
import { paths } from "#app/lib/paths.ts";
import { expectStill } from "./layout-shift.ts";
import { expect, giveSession, test } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

/** An account with 30 requests, its owner signed in. */
async function busyAccount(page: Page, name: string): Promise<void> {
  const { user, key } = await newUserWithKey(name);
  await recordRequests(key, 30);
  await giveSession(page, user);
}

for (const width of [1280, 390]) {
  test(`nothing jumps while the log loads, whichever response is last: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await busyAccount(page, "still-log");
    for (const late of ["api/keys", "api/figures/breakdown", "api/usage"]) {
      await expectStill(page, paths.usage, late);
      await expect(page.getByText(/^Showing 25 of 30/)).toBeVisible();
    }
  });
}
