import type { Page, Route } from "@playwright/test";
import { CODE, failedPart, refuseCode } from "./missing-code.ts";
import { field, newAddress, open, PASSWORD, signUp, submit } from "./sign-up-support.ts";
import { expect, expectLoaded, fillSignIn, giveSession, signIn, test, toasts } from "./support.ts";

// Parts that don't load in the usual way, which `code-unavailable.spec.ts` tests.

const abort = (route: Route) => route.abort();
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

test.use({ expectedErrors: [/Failed to load resource|net::ERR_|planted/] });

test("a toast is shown even when its code fails to load, and the page keeps working", async ({ page }) => {
  await signIn(page);
  await expectLoaded(page);
  await page.route(CODE, refuseCode);
  await page.route("**/api/figures?*", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Failed to fetch analytics data" })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(toasts(page)).toHaveCount(0);
  await page.unroute("**/api/figures?*");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByRole("button", { name: /^p95/ })).toBeVisible();
});

test("a chart keeps its plain line when its code fails to load", async ({ page }) => {
  const drawing = "**/assets/trend-drawing-*.js";
  await page.route(drawing, abort);
  await signIn(page);
  const plain = page.getByRole("img", { name: /^Requests over/ });
  await plain.hover();
  const failure = page.getByText("The chart’s details didn’t load.");
  await expect(failure).toBeVisible();
  await expect(plain).toBeVisible();
  await page.unroute(drawing);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("application", { name: /^Requests over/ })).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test("a page or a menu that throws keeps the navigation working", async ({ page }) => {
  const throwing = {
    contentType: "text/javascript",
    body: "const T=()=>{throw new Error('planted')};export{T as default,T as CommandMenu}",
  };
  await signIn(page);
  await page.route("**/assets/user-management-*.js", (route) => route.fulfill(throwing));
  await navigation(page).getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
  await page.route("**/assets/quick-actions-menu-*.js", (route) => route.fulfill(throwing));
  await page.getByRole("button", { name: "Quick Actions" }).click();
  await expect(failedPart(page)).toContainText("Reload the page to try again.");
  await page.keyboard.press("Escape");
  await navigation(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("button", { name: /^p95/ })).toBeVisible();
});

test("a page whose own code fails to load shows a styled error, and can be reloaded", async ({ page }) => {
  const code = "**/assets/login-*.js";
  await page.route(code, abort);
  await page.goto("/login", { waitUntil: "load" });
  const notice = page.getByRole("alert").filter({ hasText: "This page didn’t load completely" });
  await expect(notice).toBeVisible();
  await page.unroute(code);
  await notice.getByRole("link", { name: "Reload" }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
});

test("signing in says that the identity provider's client didn't load, and works on the next attempt", async ({
  page,
}) => {
  await page.route(CODE, refuseCode);
  await page.goto("/login");
  await expectLoaded(page);
  await fillSignIn(page);
  await expect(
    page.getByRole("alert").filter({ hasText: "Part of this page couldn’t be loaded." }),
  ).toBeVisible();
  const submit = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(submit).toBeEnabled();
  await page.unroute(CODE);
  await submit.click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

test("signing up says that the check of the password didn't load, and works on the next attempt", async ({
  page,
}) => {
  const code = "**/assets/password-rule-*.js";
  await page.route(code, refuseCode);
  await open(page);
  await signUp(page, newAddress("unchecked"));
  await expect(
    page.getByRole("alert").filter({ hasText: "Part of this page couldn’t be loaded." }),
  ).toBeVisible();
  await expect(field(page, "Password")).toHaveValue(PASSWORD);
  await page.unroute(code);
  await submit(page).click();
  await expect(page.getByText(/Account created!/)).toBeVisible();
});

test("the documentation can be read without the account's code, which loads once the network is back", async ({
  page,
}) => {
  await giveSession(page);
  await page.route(CODE, refuseCode);
  let refusals = 0;
  page.on("requestfailed", (request) => {
    if (request.url().includes("/assets/shell-")) refusals += 1;
  });
  await page.goto("/documentation");
  await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  // All tries are used up.
  await expect.poll(() => refusals).toBe(3);
  await page.unroute(CODE);
  const account = page.getByRole("button", { name: /My Account/ });
  const comeOnline = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    return account.isVisible();
  };
  await expect.poll(comeOnline).toBe(true);
});
