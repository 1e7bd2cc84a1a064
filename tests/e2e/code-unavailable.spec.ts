import type { Page, Route } from "@playwright/test";
import { BEHIND_A_BUTTON, CODE, refuseCode } from "./on-demand-parts.ts";
import { expect, signIn, test, toasts } from "./support.ts";

const abort = (route: Route) => route.abort();
const failedPart = (page: Page) => page.getByRole("alert").filter({ hasText: "This didn’t load" });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

/** Nothing that was fetched before: the browser's cache would have it. */
async function openDashboard(page: Page): Promise<void> {
  await signIn(page);
  await expect(page.getByText(/^\$\d+\.\d\d$/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^p95/ })).toBeVisible();
}

/** The page's own styles: nothing else gives its shell this width. */
async function expectStyled(page: Page): Promise<void> {
  const sidebar = page.getByRole("complementary", { name: "Sidebar" });
  await expect(sidebar).toHaveCSS("width", "240px");
}

test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] });

test("each part behind a button shows an error in place when it fails to load, and opens on the next attempt", async ({
  page,
}) => {
  await openDashboard(page);
  for (const { file, trigger, opened } of BEHIND_A_BUTTON) {
    await test.step(file, async () => {
      let refused = 0;
      await page.route(CODE, (route) => {
        if (route.request().resourceType() === "fetch") refused += 1;
        return refuseCode(route);
      });
      await trigger(page).click();
      // A part whose code came with another one's opens at once.
      await expect(failedPart(page).or(opened(page))).toBeVisible();
      await page.unroute(CODE);
      if (refused > 0) {
        await expect(failedPart(page)).toContainText("Check your connection, then try again.");
        await failedPart(page).getByRole("button", { name: "Try again" }).click();
      }
      await expect(opened(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(opened(page)).toHaveCount(0);
    });
  }
  await expectStyled(page);
});

test("a toast is shown even when its code fails to load, and the page keeps working", async ({ page }) => {
  await openDashboard(page);
  await page.route(CODE, refuseCode);
  await page.route("**/api/analytics?*", abort);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Failed to fetch analytics data" })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(toasts(page)).toHaveCount(0);
  await expectStyled(page);
  await page.unroute("**/api/analytics?*");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByRole("button", { name: /^p95/ })).toBeVisible();
});

test("a chart keeps its plain line when its code fails to load", async ({ page }) => {
  const drawing = "**/assets/trend-drawing-*.js";
  await page.route(drawing, abort);
  await openDashboard(page);
  await page.getByRole("img", { name: /^Requests over/ }).hover();
  await expect(page.getByText("The chart’s details didn’t load.")).toBeVisible();
  await expect(page.getByRole("img", { name: /^Requests over/ })).toBeVisible();
  await page.unroute(drawing);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("application", { name: /^Requests over/ })).toBeVisible();
  await expect(page.getByText("The chart’s details didn’t load.")).toHaveCount(0);
});

test("without a network the page stays and shows a message, and opens the next page once it is back", async ({
  page,
}) => {
  await openDashboard(page);
  await page.context().setOffline(true);
  const strip = page.getByRole("status").filter({ hasText: "You’re offline." });
  await expect(strip).toContainText(/Showing figures from \d\d:\d\d; they’ll update when you reconnect\./);
  await expect(page.getByRole("button", { name: "Refresh" })).toHaveAttribute("aria-disabled", "true");
  for (const name of ["API Keys", "Add Balance", "Users", "Documentation"]) {
    await navigation(page).getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name: "This page didn’t load" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(
      "You’re offline. It will open as soon as you reconnect.",
    );
    await expect(page.getByRole("button", { name: "Reload the app" })).toHaveCount(0);
    await expectStyled(page);
  }
  await navigation(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("button", { name: /^p95/ })).toBeVisible();
  await navigation(page).getByRole("link", { name: "API Keys" }).click();
  await expect(page.getByRole("heading", { name: "This page didn’t load" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Showing \d+ active keys?$/)).toBeVisible();
  await expect(strip).toHaveCount(0);
});

test("a session with an expired token is kept while there is no network to renew it", async ({ page }) => {
  await openDashboard(page);
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("latchkey-auth-token") ?? "{}");
    localStorage.setItem("latchkey-auth-token", JSON.stringify({ ...stored, expires_at: 1 }));
  });
  await page.context().setOffline(true);
  await navigation(page).getByRole("link", { name: "API Keys" }).click();
  await expect(page.getByRole("heading", { name: "API Keys", level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Showing \d+ active keys?$/)).toBeVisible();
});

test.describe("a tab that is older than the service", () => {
  /** Only what is loaded on demand: a new document has the files of its own build. */
  const goneWithBuild = (build: string) => (route: Route) =>
    route.request().resourceType() === "fetch"
      ? route.fulfill({ status: 404, headers: { "x-latchkey-build": build } })
      : route.continue();

  test("opens the next page as a new document, only once", async ({ page }) => {
    await openDashboard(page);
    await page.route(CODE, goneWithBuild("newer"));
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await navigation(page).getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
    await expect(page.getByLabel(/New email/i).first()).toBeVisible();
    expect(documents).toEqual(["/user-management"]);
    // The tab now has that build, so a code file that is still missing has another cause.
    await navigation(page).getByRole("link", { name: "API Keys" }).click();
    await expect(page.getByRole("heading", { name: "This page didn’t load" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload the app" })).toBeVisible();
    expect(documents).toEqual(["/user-management"]);
    await expectStyled(page);
  });

  test("says that there is a new version, keeps the input, and reloads on request", async ({ page }) => {
    await openDashboard(page);
    await page.getByRole("button", { name: "Add Funds" }).click();
    const amount = page.getByRole("dialog", { name: "Add Funds" });
    await expect(amount).toBeVisible();
    const notice = page.getByRole("status").filter({ hasText: "A new version is available" });
    await page.route("**/api/account/balance*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "x-latchkey-build": "newer" } });
    });
    await page.route(CODE, goneWithBuild("newer"));
    await page.keyboard.press("Escape");
    await expect(amount).toHaveCount(0);
    await page.getByRole("button", { name: "Quick Actions" }).click();
    await expect(failedPart(page)).toContainText("A new version is available. Reload to use it.");
    await page.keyboard.press("Escape");
    await expect(notice).toContainText("Reload when you’re ready. You’ll stay signed in.");
    await notice.getByRole("button", { name: "Later" }).click();
    await expect(notice).toHaveCount(0);
    await page.unroute(CODE);
  });
});

test.describe("a part that throws", () => {
  test.use({ expectedErrors: [/planted/] });
  const throwing = {
    contentType: "text/javascript",
    body: "const T=()=>{throw new Error('planted')};export{T as default,T as CommandMenu}",
  };

  test("keeps the navigation working, whether it is a page or a menu", async ({ page }) => {
    await openDashboard(page);
    await page.route("**/assets/user-management-*.js", (route) => route.fulfill(throwing));
    await navigation(page).getByRole("link", { name: "Users" }).click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
    await expectStyled(page);
    await page.route("**/assets/quick-actions-menu-*.js", (route) => route.fulfill(throwing));
    await page.getByRole("button", { name: "Quick Actions" }).click();
    await expect(failedPart(page)).toContainText("Reload the page to try again.");
    await page.keyboard.press("Escape");
    await navigation(page).getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("button", { name: /^p95/ })).toBeVisible();
  });
});

test("a page whose own code fails to load shows a styled error, and can be reloaded", async ({ page }) => {
  await page.route("**/assets/login-*.js", abort);
  await page.goto("/login");
  const notice = page.getByRole("alert").filter({ hasText: "This page didn’t load completely" });
  await expect(notice).toBeVisible();
  await page.unroute("**/assets/login-*.js");
  await notice.getByRole("link", { name: "Reload" }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
});
