import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { expireToken, FAILED_RESOURCE, STORAGE_KEY, spoilToken } from "./settings.ts";
import {
  browserOf,
  expect,
  fillSignIn,
  giveSession,
  hydrated,
  newSession,
  newUser,
  signIn,
  test,
} from "./support.ts";

const browser = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const otherBrowser = browserOf();
const NEW_PASSWORD = "Another-horse-7";
const myAccount = (page: Page) => page.getByRole("button", { name: /My Account/ });

/** Counts the requests to an address from now on. */
function counter(page: Page, part: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes(part) && request.method() !== "OPTIONS") count += 1;
  });
  return () => count;
}

test("signing out signs out every tab, also of a payment, and every other device", async () => {
  const page = browser();
  const user = await newUser("tabs");
  const { client: device } = await newSession(user);
  await signIn(page, user);
  const [other, payment] = [await page.context().newPage(), await page.context().newPage()];
  await other.goto("/api-keys");
  await expect(other.getByText("Showing 0 active keys")).toBeVisible();
  await payment.goto("/payment/success?session_id=cs_test_unknown");
  await expect(payment.getByRole("link", { name: "Add Funds" })).toBeVisible();
  await myAccount(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
  await expect(payment).toHaveURL(/\/login/);
  await expect(other.getByText(authMessages.sessionEnded.title)).toBeVisible();
  await hydrated(page);
  await expect(page.getByText(authMessages.sessionEnded.title)).toHaveCount(0);
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
  expect((await device.refreshSession()).error).not.toBeNull();
});

test("going back after signing out shows nothing of the earlier page", async () => {
  const page = browser();
  await signIn(page, await newUser("back"));
  await expect(page.getByText(/^\$\d+\.\d\d$/).first()).toBeVisible();
  await page.evaluate((key) => {
    // As a page in between would; the test browser has no back/forward cache.
    localStorage.removeItem(key);
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }, STORAGE_KEY);
  await expect(page).toHaveURL(/\/login$/);
  await expect(myAccount(page)).toHaveCount(0);
});

test("a session is renewed unnoticed, until a new password ends it elsewhere; signing in then leads back", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const user = await newUser("renewed");
  await giveSession(page, user);
  // A page of the shell would notice a change of the session, and redirect while the next one loads.
  await page.goto("/terms");
  await spoilToken(page);
  const renewals = counter(page, "/auth/v1/token?grant_type=refresh_token");
  await page.goto("/api-keys");
  await expect(page.getByText(/^\$\d+\.\d\d$/).first()).toBeVisible();
  await expect(page.getByText("Showing 0 active keys")).toBeVisible();
  expect(renewals(), "one renewal for all refused requests").toBe(1);

  await page.goto("/terms");
  await expireToken(page);
  await page.goto("/api-keys");
  await expect(page.getByText("Showing 0 active keys")).toBeVisible();
  await page.goto("/terms");

  await giveSession(elsewhere, user);
  await elsewhere.goto("/user-management?tab=password");
  await elsewhere.getByLabel("Current password", { exact: true }).fill(user.password);
  await elsewhere.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await elsewhere.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
  await elsewhere.getByRole("button", { name: authMessages.updatePassword }).click();
  await expect(elsewhere.getByText(authMessages.success.passwordUpdate)).toBeVisible();
  await elsewhere.goto("/api-keys");
  await expect(elsewhere.getByText("Showing 0 active keys")).toBeVisible();

  await expireToken(page);
  const calls = counter(page, "/api/");
  await page.goto("/add-balance?amount=50");
  await expect(page).toHaveURL(/\/login\?return_to=%2Fadd-balance%3Famount%3D50$/);
  await expect(page.getByText(authMessages.sessionEnded.title)).toBeVisible();
  await expect(page.getByText("Sign in to go back to Add Balance.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(user.email);
  expect(calls(), "nothing of the page is requested").toBe(0);
  await fillSignIn(page, { ...user, password: NEW_PASSWORD });
  await expect(page).toHaveURL(/\/add-balance\?amount=50$/);
});
