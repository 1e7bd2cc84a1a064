import type { Page } from "@playwright/test";
import { blockingRule, hidingSelectors } from "#tests/support/block-lists.ts";
import { FAILED_RESOURCE } from "./settings.ts";
import { expect, expectLoaded, giveSession, stack, test } from "./support.ts";

const figuresShown = (page: Page) => expect(page.getByText(/^requests in the last/)).toBeVisible();

/** Blocks and hides what EasyList, EasyPrivacy and their companions do. @returns what was blocked. */
async function useBlockLists(page: Page): Promise<string[]> {
  const blocked: string[] = [];
  await page.route("**", async (route) => {
    const request = route.request();
    const rule = blockingRule({ url: request.url(), type: request.resourceType(), sourceUrl: stack.web });
    if (rule === null) return route.fallback();
    blocked.push(`${rule} blocks ${request.url()}`);
    await route.abort("blockedbyclient");
  });
  await page.addInitScript((selectors) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(selectors.map((selector) => `${selector} { display: none !important }`).join("\n"));
    document.adoptedStyleSheets.push(sheet);
  }, hidingSelectors());
  return blocked;
}

/** Elements that a selector of the lists hides. */
const hiddenIn = (page: Page) =>
  page.evaluate((selectors) => {
    const matches = (selector: string) => {
      try {
        return document.querySelector(selector) !== null;
      } catch {
        // Browsers ignore rules with such a selector too.
        return false;
      }
    };
    return selectors.filter(matches);
  }, hidingSelectors());

test("with the block lists active, the dashboard shows everything and requests nothing that they block", async ({
  page,
}) => {
  const failed: string[] = [];
  page.on("requestfailed", (request) => {
    const { errorText = "" } = request.failure() ?? {};
    // The page itself cancels what another range makes useless.
    if (!errorText.includes("ERR_ABORTED")) failed.push(`${errorText} ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  const blocked = await useBlockLists(page);
  await giveSession(page);
  await page.goto("/");
  await figuresShown(page);
  await expect(page.getByRole("application", { name: /^Requests over/ })).toBeVisible();
  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page.getByText("requests in the last 7 days")).toBeVisible();
  await expectLoaded(page);
  expect([blocked, failed, await hiddenIn(page)]).toEqual([[], [], []]);
  // The lists are there: an advertisement would have gone.
  await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", '<p class="ad-top">Buy now</p>'));
  await expect(page.getByText("Buy now")).toBeHidden();
  expect(await hiddenIn(page)).toEqual([".ad-top"]);
});

test.describe("a request that an extension refuses", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("is named as blocked, and Retry works once it is allowed", async ({ page }) => {
    await page.route("**/api/figures?*", (route) => route.abort("blockedbyclient"));
    await giveSession(page);
    await page.goto("/");
    const failure = page.getByRole("main").getByRole("alert");
    await expect(failure).toContainText(
      `Your browser or an extension blocked this request. Allow requests to ${new URL(stack.web).host}, then try again.`,
    );
    await expect(failure).not.toContainText("contact support");
    await page.unroute("**/api/figures?*");
    await failure.getByRole("button", { name: "Retry" }).click();
    await figuresShown(page);
  });
});
