import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { expect, fillSignIn, forgetSession, newSession, newUser, signIn, test } from "./support.ts";

const STORAGE_KEY = "latchkey-auth-token";
const FAILED_RESOURCE = /Failed to load resource/;
/** Long enough for a toast, whose code may have to be loaded first. */
const SLOW_MS = 1_000;
const aBalance = (page: Page) => page.getByText(/^\$\d+\.\d\d$/).first();

/** Overwrites parts of the session that the browser keeps, before the next page reads it. */
const changeSession = (page: Page, changes: Record<string, unknown>) =>
  page.evaluate(
    ([key, changed]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...session, ...changed }));
    },
    [STORAGE_KEY, changes] as const,
  );

/** Counts the requests to an address from now on. */
function counter(page: Page, part: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes(part) && request.method() !== "OPTIONS") count += 1;
  });
  return () => count;
}

const slowDown = (page: Page, pattern: RegExp) =>
  page.route(pattern, async (route) => {
    await setTimeout(SLOW_MS);
    await route.continue();
  });

/** Notes alerts and toasts of this document, also for the next one. @returns the text of the latest, or null. */
async function recordErrors(page: Page): Promise<() => Promise<string | null>> {
  await page.evaluate(() => {
    const note = () => {
      const alerts = document.querySelectorAll(
        "[role=alert], [role=region][aria-label^='Notifications ('] li",
      );
      const shown = [...alerts].find((alert) => alert.checkVisibility());
      if (shown) sessionStorage.setItem("test-shown-error", shown.textContent ?? "");
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => sessionStorage.getItem("test-shown-error"));
}

test("signing out in one tab signs out the others, and every other device", async ({ page, context }) => {
  const user = await newUser("tabs");
  const { client: device } = await newSession(user);
  await signIn(page, user);
  const other = await context.newPage();
  await other.goto("/api-keys");
  await expect(other.getByRole("heading", { name: "API Keys", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: /My Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText(authMessages.sessionEnded.title)).toBeVisible();
  await expect(page.getByRole("button", { name: authMessages.signIn, exact: true })).toBeEnabled();
  await expect(page.getByText(authMessages.sessionEnded.title)).toHaveCount(0);
  expect((await device.refreshSession()).error).not.toBeNull();
});

test("going back after signing out shows nothing of the earlier page", async ({ page }) => {
  await signIn(page, await newUser("back"));
  await expect(aBalance(page)).toBeVisible();
  await page.evaluate((key) => {
    // As a page in between would; the test browser has no back/forward cache.
    localStorage.removeItem(key);
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }, STORAGE_KEY);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("button", { name: /My Account/ })).toHaveCount(0);
});

test.describe("with an unknown payment", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("a payment page also redirects when another tab signs out", async ({ page, context }) => {
    await signIn(page, await newUser("paying"));
    const payment = await context.newPage();
    await payment.goto("/payment/success?session_id=cs_test_unknown");
    await expect(payment.getByRole("link", { name: "Add Funds" })).toBeVisible();
    await page.getByRole("button", { name: /My Account/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(payment).toHaveURL(/\/login/);
  });
});

test("a return path to another site is ignored", async ({ page }) => {
  await signIn(page);
  const home = new URL("/", page.url()).href;
  // The unit tests of the return path cover more cases.
  const ways = ["https://evil.example/", "/\\evil.example", "javascript:alert(document.domain)"];
  for (const way of ways) {
    await page.goto(`/login?${new URLSearchParams({ return_to: way })}`);
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 }), way).toBeVisible();
    expect(page.url(), way).toBe(home);
  }
  await forgetSession(page);
  await page.goto("/login?return_to=//evil.example/api-keys");
  await fillSignIn(page);
  await expect(page).toHaveURL(home);
});

test("a session that cannot be read leads to the sign-in page", async ({ page }) => {
  await page.goto("/login");
  for (const stored of ["{", "null", "7", '"eyJhbGciOi"', "[]", '{"access_token":"x"}']) {
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [STORAGE_KEY, stored] as const);
    await page.goto("/api-keys");
    await expect(page, stored).toHaveURL(/\/login\?return_to=%2Fapi-keys$/);
    // By the identity provider's client, which loads when the page is idle.
    const kept = () => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);
    await expect.poll(kept, stored).toBeNull();
  }
});

test.describe("when signing out fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  for (const [status, warnings] of [
    [404, 0],
    [500, 1],
  ] as const) {
    test(`with ${status}, the session ends in every tab and ${warnings} warnings are logged`, async ({
      page,
      context,
    }) => {
      await signIn(page, await newUser(`out-${status}`));
      const other = await context.newPage();
      await other.goto("/api-keys");
      await expect(other.getByRole("heading", { name: "API Keys", level: 1 })).toBeVisible();
      await page.route("**/auth/v1/logout*", (route) => route.fulfill({ status, json: { msg: "No." } }));
      const logged: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "warning") logged.push(message.text());
      });
      await slowDown(page, /\/login$/);
      const shownErrors = await recordErrors(page);
      await page.getByRole("button", { name: /My Account/ }).click();
      await page.getByRole("menuitem", { name: "Sign Out" }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(other).toHaveURL(/\/login/);
      expect(await shownErrors()).toBeNull();
      for (const tab of [page, other]) {
        await expect(tab.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
        await expect(tab.getByRole("alert")).toHaveCount(0);
        await expect(tab.getByText(/failed|wrong|try again/i)).toHaveCount(0);
      }
      expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
      expect(logged.filter((text) => text.startsWith("Signing out failed."))).toHaveLength(warnings);
    });
  }
});

test.describe("when a token is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("one refresh serves all requests, each is repeated once, and the user notices nothing", async ({
    page,
  }) => {
    await signIn(page, await newUser("renewed"));
    await expect(aBalance(page)).toBeVisible();
    await changeSession(page, { access_token: "not.a.token" });
    const refreshes = counter(page, "/auth/v1/token?grant_type=refresh_token");
    const balances = counter(page, "/api/account/balance");
    const lists = counter(page, "/api/keys");
    await page.goto("/api-keys");
    await expect(aBalance(page)).toBeVisible();
    await expect(page.getByText("Showing 0 active keys")).toBeVisible();
    // One each before the app had loaded, which then sends its own requests and repeats those that are refused.
    expect([refreshes(), balances(), lists()]).toEqual([1, 3, 3]);
  });

  test("a repeated 401 leads to the sign-in page after one retry, with the return path", async ({ page }) => {
    const user = await newUser("ended");
    await signIn(page, user);
    await expect(aBalance(page)).toBeVisible();
    const balances = counter(page, "/api/account/balance");
    await page.route("**/api/account/balance", (route) =>
      route.fulfill({
        status: 401,
        json: { error: "Please sign in.", code: "unauthorized", request_id: "r1" },
      }),
    );
    await page.goto("/add-balance?amount=50");
    await expect(page).toHaveURL(/\/login\?return_to=%2Fadd-balance%3Famount%3D50$/);
    expect(balances()).toBe(2);
    await expect(page.getByText("Your session ended")).toBeVisible();
    await expect(page.getByText("Sign in to go back to Add Balance.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(user.email);
    await page.unroute("**/api/account/balance");
    await fillSignIn(page, user);
    await expect(page).toHaveURL(/\/add-balance\?amount=50$/);
  });

  test("a refused refresh leads to the sign-in page, with the return path", async ({ page }) => {
    const user = await newUser("refused");
    await signIn(page, user);
    await expect(aBalance(page)).toBeVisible();
    // A page of the shell would notice that the session ended, and redirect while the next one loads.
    await page.goto("/terms");
    await changeSession(page, { access_token: "not.a.token", refresh_token: "no-such-token" });
    await page.goto("/api-keys");
    await expect(page).toHaveURL(/\/login\?return_to=%2Fapi-keys$/);
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
    await fillSignIn(page, user);
    await expect(page).toHaveURL(/\/api-keys$/);
  });

  test("an expired session that can't be renewed shows nothing of the requested page", async ({ page }) => {
    await signIn(page, await newUser("expired"));
    await page.goto("/terms");
    const calls = counter(page, "/api/");
    await page.route("**/api/**", (route) => route.abort());
    await changeSession(page, { expires_at: 1, refresh_token: "no-such-token" });
    const before = calls();
    await page.goto("/api-keys");
    await expect(page).toHaveURL(/\/login\?return_to=%2Fapi-keys$/);
    expect(calls()).toBe(before);
  });

  test("an expired session that can be renewed continues silently", async ({ page }) => {
    await signIn(page, await newUser("resumed"));
    await changeSession(page, { expires_at: 1 });
    await page.goto("/api-keys");
    await expect(page.getByText("Showing 0 active keys")).toBeVisible();
    await expect(page).toHaveURL(/\/api-keys$/);
  });
});
