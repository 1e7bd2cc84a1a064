import type { Page } from "@playwright/test";
import { test as base } from "./support.ts";

/** Runs with a page in another browser, which shares nothing with the one that requested an email. */
export const test = base.extend<{ elsewhere: Page }>({
  elsewhere: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
});
