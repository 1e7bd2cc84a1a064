import type { Page } from "@playwright/test";
import { storedEmail } from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { browserOf, expect } from "./support.ts";

/** Opens a link as a program that checks emails does: runs the page's scripts until nothing happens any more. */
async function scan(page: Page, link: string): Promise<void> {
  const redemptions: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/")) redemptions.push(request.url());
  });
  await page.goto(link, { waitUntil: "networkidle" });
  expect(await storedEmail(page)).toBeNull();
  expect(redemptions).toEqual([]);
  await page.close();
}

/** Opens the link of the newest email to an address, once a scanner in another browser has opened it. */
export function scannedLinks(): (email: string, subject?: string) => Promise<Page> {
  const scanners = browserOf();
  const persons = browserOf();
  return async (email, subject) => {
    const link = await linkMailedTo(email, subject);
    await scan(await scanners().context().newPage(), link);
    const page = persons();
    await page.goto(link);
    return page;
  };
}
