import type { Page } from "@playwright/test";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { titleOf } from "./route-table.ts";
import { expect, expectLoaded, expectReadable } from "./support.ts";

/** A desktop, a small one, a tablet and a phone. */
export const ALL_WIDTHS = [1280, 1024, 768, 390] as const;

/** Pages are loaded at the first of the widths. */
export async function dress(page: Page, [width = 0]: readonly number[]): Promise<void> {
  // Not the one that the server sends.
  await page.addInitScript(() => localStorage.setItem("latchkey-docs-language", "python"));
  await page.setViewportSize({ width, height: 844 });
}

/** Checks that the address leads to the right page and no request fails. */
export async function expectLeads(
  page: Page,
  address: string,
  place: string,
  title = titleOf(place),
): Promise<void> {
  const failed: string[] = [];
  const note = (request: { url: () => string; failure: () => { errorText: string } | null }) => {
    const text = request.failure()?.errorText ?? "";
    // Requests that a page had started when it was left.
    if (!text.includes("ERR_ABORTED")) failed.push(`${request.url()}: ${text}`);
  };
  page.on("requestfailed", note);
  await page.goto(address);
  await expect(page, address).toHaveURL(place);
  await expect(page, address).toHaveTitle(title);
  await expectLoaded(page);
  page.off("requestfailed", note);
  expect(failed, address).toEqual([]);
}

/** Checks that the page loaded without a layout shift and is readable at all widths. */
export async function expectSound(page: Page, place: string, widths: readonly number[]): Promise<void> {
  expect.soft(await layoutShift(page), place).toBeLessThanOrEqual(MOST_SHIFT);
  await shorten(page);
  await expectReadable(page, widths);
  await page.setViewportSize({ width: widths[0] ?? 0, height: 844 });
}

const ENOUGH = 60;

/** The reference repeats the same few blocks, and axe would take a minute to check them all. */
const shorten = (page: Page) =>
  page.evaluate((enough) => {
    for (const block of [...document.querySelectorAll("article > *")].slice(enough)) block.remove();
  }, ENOUGH);
