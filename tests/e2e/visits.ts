import type { Page } from "@playwright/test";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { titleOf } from "./route-table.ts";
import { chooseTheme, expect, expectNoAxeViolations } from "./support.ts";

export const LOOKS = (["light", "dark"] as const).flatMap((theme) =>
  [1280, 390].map((width) => ({ theme, width })),
);
type Look = (typeof LOOKS)[number];

/** Where a page leads is the same in every look. */
export const isFirst = (look: Look) => look === LOOKS[0];

export async function dress(page: Page, { theme, width }: Look): Promise<void> {
  await chooseTheme(page, theme);
  // Not the one that the server sends.
  await page.addInitScript(() => localStorage.setItem("latchkey-docs-language", "python"));
  await page.setViewportSize({ width, height: 844 });
}

/** The address leads to the right place, and nothing that is fetched on the way fails. */
export async function expectLeads(page: Page, address: string, place: string): Promise<void> {
  const failed: string[] = [];
  const note = (request: { url(): string; failure(): { errorText: string } | null }) => {
    const text = request.failure()?.errorText ?? "";
    // What a page has asked for when it is left.
    if (!text.includes("ERR_ABORTED")) failed.push(`${request.url()}: ${text}`);
  };
  page.on("requestfailed", note);
  await page.goto(address);
  await expect(page, address).toHaveURL(place);
  await expect(page, address).toHaveTitle(titleOf(place));
  await page.waitForLoadState("networkidle");
  page.off("requestfailed", note);
  expect(failed, address).toEqual([]);
}

/** It has no accessibility violation, does not scroll sideways, and did not jump while it was loading. */
export async function expectSound(page: Page, place: string): Promise<void> {
  expect.soft(await layoutShift(page), place).toBeLessThanOrEqual(MOST_SHIFT);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, place).toBeLessThanOrEqual(0);
  await shorten(page);
  await expectNoAxeViolations(page);
}

const ENOUGH = 60;

/** The reference is made of the same few pieces over and over, and axe would take a minute for them. */
const shorten = (page: Page) =>
  page.evaluate((enough) => {
    for (const piece of [...document.querySelectorAll("article > *")].slice(enough)) piece.remove();
  }, ENOUGH);
