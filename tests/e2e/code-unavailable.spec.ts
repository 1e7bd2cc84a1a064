import type { Page, Route } from "@playwright/test";
import { CODE, failedPart, refuseCode } from "./missing-code.ts";
import { expect, expectLoaded, signIn, test } from "./support.ts";

const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });
const pageFailed = (page: Page) => page.getByRole("heading", { name: "This page didn’t load" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** The page's own styles: nothing else gives its shell this width. */
const expectStyled = (page: Page) =>
  expect(page.getByRole("complementary", { name: "Sidebar" })).toHaveCSS("width", "240px");

test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] });

// Each test has a browser of its own, which has not loaded the code before.
test.beforeEach(async ({ page }) => {
  await signIn(page);
  await expectLoaded(page);
});

test("a part or a page whose code doesn't load says so in place, and opens on the next attempt or once online", async ({
  page,
}) => {
  const actions = page.getByRole("menuitem", { name: "Account Overview" });
  await page.route(CODE, refuseCode);
  await page.getByRole("button", { name: "Quick Actions" }).click();
  await expect(failedPart(page)).toContainText("Check your connection, then try again.");
  await page.unroute(CODE);
  await failedPart(page).getByRole("button", { name: "Try again" }).click();
  await expect(actions).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(actions).toHaveCount(0);

  await page.context().setOffline(true);
  const strip = page.getByRole("status").filter({ hasText: "You’re offline." });
  await expect(strip).toContainText(/Showing figures from \d\d:\d\d; they’ll update when you reconnect\./);
  await expect(page.getByRole("button", { name: "Refresh" })).toHaveAttribute("aria-disabled", "true");
  await navigation(page).getByRole("link", { name: "API Keys" }).click();
  await expect(pageFailed(page)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("It will open as soon as you reconnect.");
  await expect(page.getByRole("button", { name: "Reload the app" })).toHaveCount(0);
  await expectStyled(page);
  await navigation(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("button", { name: /^p95/ })).toBeVisible();
  await navigation(page).getByRole("link", { name: "API Keys" }).click();
  await expect(pageFailed(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Showing \d+ active keys?$/)).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test("a tab older than the service says so, and opens the next page as a new document, only once", async ({
  page,
}) => {
  // Only what is loaded on demand: a new document has the files of its own build.
  await page.route(CODE, (route: Route) =>
    route.request().resourceType() === "fetch"
      ? route.fulfill({ status: 404, headers: { "x-latchkey-build": "newer" } })
      : route.continue(),
  );
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await page.getByRole("button", { name: "Quick Actions" }).click();
  await expect(failedPart(page)).toContainText("A new version is available. Reload to use it.");
  await page.keyboard.press("Escape");
  const notice = page.getByRole("status").filter({ hasText: "A new version is available" });
  await expect(notice).toContainText("Reload when you’re ready. You’ll stay signed in.");
  await notice.getByRole("button", { name: "Later" }).click();
  await expect(notice).toHaveCount(0);
  expect(documents).toEqual([]);

  await navigation(page).getByRole("link", { name: "Users" }).click();
  await expect(heading(page, "Users")).toBeVisible();
  await expect(page.getByLabel(/New email/i).first()).toBeVisible();
  expect(documents).toEqual(["/user-management"]);
  // The tab now has that build, so a code file that is still missing has another cause.
  await navigation(page).getByRole("link", { name: "API Keys" }).click();
  await expect(pageFailed(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload the app" })).toBeVisible();
  expect(documents).toEqual(["/user-management"]);
  await expectStyled(page);
});
