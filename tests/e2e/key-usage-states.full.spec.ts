import type { Page } from "@playwright/test";
import { paths } from "#app/lib/paths.ts";
import { expectStill } from "./layout-shift.ts";
import { expect, giveSession, test } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

/** A key with 30 requests, its owner signed in. @returns the address of its usage. */
async function busyKey(page: Page, name: string): Promise<string> {
  const { user, key } = await newUserWithKey(name);
  await recordRequests(key, 30);
  await giveSession(page, user);
  return paths.keyUsage(key.publicId);
}

for (const width of [1280, 390]) {
  test(`nothing jumps while a key's usage loads, whichever response is last: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const address = await busyKey(page, "still-usage");
    for (const late of ["api/keys", "api/figures", "api/usage"]) {
      await expectStill(page, address, late);
      await expect(page.getByText(/^Showing 25 requests/)).toBeVisible();
    }
  });
}
