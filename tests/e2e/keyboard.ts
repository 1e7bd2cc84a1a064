import type { Locator, Page } from "@playwright/test";
import { expect } from "./support.ts";

const MOST_STOPS = 60;

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target, `within ${MOST_STOPS} stops`).toBeFocused();
}

/** Goes there and presses Enter. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
