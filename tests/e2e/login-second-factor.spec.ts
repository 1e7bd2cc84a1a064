import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import {
  askForLink,
  button,
  dashboard,
  elsewhere,
  enrolFactor,
  FAILED_RESOURCE,
  field,
  openLogin,
  STORAGE_KEY,
  submitPassword,
} from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { expect, expectReadable, newUser, test } from "./support.ts";

const words = authMessages.secondFactor;
const challenge = (page: Page) => page.getByRole("heading", { name: words.title, level: 1 });

async function enterCode(page: Page, code: string): Promise<void> {
  await field(page, words.code).fill(code);
  await button(page, words.verify).click();
}

test("a password alone does not sign in a user with a second factor", async ({ page }) => {
  const user = await newUser("factor");
  const { app } = await enrolFactor(user);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) calls.push(request.url());
  });
  await openLogin(page, "/login?return_to=%2Fapi-keys");
  await submitPassword(page, user);
  await expect(challenge(page)).toBeVisible();
  await expect(field(page, words.code)).toBeFocused();
  await page.goto("/add-balance?amount=50");
  await expect(challenge(page)).toBeVisible();
  await expect(page).toHaveURL(/\/login\?return_to=%2Fadd-balance%3Famount%3D50$/);
  await page.goto("/signup");
  await expect(challenge(page)).toBeVisible();
  expect(calls).toEqual([]);

  await page.goto("/login?return_to=%2Fapi-keys");
  await enterCode(page, await app.nextCode());
  await expect(page.getByRole("heading", { name: "API Keys", level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "API Keys", level: 1 })).toBeVisible();
});

test("a magic link asks for the code too, in any browser", async ({ page, browser }) => {
  const user = await newUser("link-factor");
  const { app } = await enrolFactor(user);
  await askForLink(page, user.email);
  const other = await elsewhere(browser);
  await other.goto(await linkMailedTo(user.email));
  await expect(challenge(other)).toBeVisible();
  await enterCode(other, await app.nextCode());
  await expect(dashboard(other)).toBeVisible();
});

test("another account can be chosen instead, and only this browser is signed out", async ({ page }) => {
  const user = await newUser("switch");
  const { device } = await enrolFactor(user);
  await openLogin(page);
  await submitPassword(page, user);
  await button(page, words.otherAccount).click();
  await expect(button(page, "Sign in")).toBeEnabled();
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
  expect((await device.refreshSession()).error).toBeNull();
  await submitPassword(page, await newUser("switched"));
  await expect(dashboard(page)).toBeVisible();
});

test("a factor removed on another device is no longer required", async ({ page }) => {
  const user = await newUser("removed");
  const { device, factorId } = await enrolFactor(user);
  await openLogin(page);
  await submitPassword(page, user);
  await expect(challenge(page)).toBeVisible();
  expect((await device.mfa.unenroll({ factorId })).error).toBeNull();
  await enterCode(page, "123456");
  await expect(dashboard(page)).toBeVisible();
});

/** Makes the browser's session look like one of a person without a second factor. */
const forgetFactors = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    session.user.factors = [];
    localStorage.setItem(key, JSON.stringify(session));
  }, STORAGE_KEY);

test("the code step has no accessibility violation, and works by keyboard", async ({ page }) => {
  const user = await newUser("axe");
  const { app } = await enrolFactor(user);
  await openLogin(page);
  await submitPassword(page, user);
  await expect(field(page, words.code)).toBeFocused();
  await expectReadable(page);
  await page.keyboard.type("12a3");
  await expect(field(page, words.code)).toHaveValue("123");
  await page.keyboard.press("Enter");
  await expect(page.getByText(words.incomplete)).toBeVisible();
  await expect(field(page, words.code)).toHaveAccessibleDescription(words.incomplete);
  await expectReadable(page);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(await app.nextCode());
  await page.keyboard.press("Enter");
  await expect(dashboard(page)).toBeVisible();
});

test.describe("when a code is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("a wrong code shows an error and clears the field", async ({ page }) => {
    const user = await newUser("wrong");
    const { app } = await enrolFactor(user);
    await openLogin(page);
    await submitPassword(page, user);
    const right = await app.nextCode();
    await enterCode(page, String((Number(right) + 1) % 1_000_000).padStart(6, "0"));
    await expect(page.getByText(/^This code is incorrect/)).toBeVisible();
    await expect(field(page, words.code)).toHaveValue("");
    await expect(field(page, words.code)).toBeFocused();
    await enterCode(page, right);
    await expect(dashboard(page)).toBeVisible();
  });

  test("a session with a factor unknown to the page is sent to the code step by the API, and back afterwards", async ({
    page,
  }) => {
    const user = await newFundedUser("hidden");
    await createKey(user, "Production");
    const { app } = await enrolFactor(user);
    await openLogin(page);
    await submitPassword(page, user);
    await expect(challenge(page)).toBeVisible();
    await forgetFactors(page);
    await page.goto("/api-keys");
    const row = page.getByRole("row").filter({ hasText: "Production" });
    await row.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(challenge(page)).toBeVisible();
    await expect(page).toHaveURL(/\/login\?return_to=%2Fapi-keys$/);
    await enterCode(page, await app.nextCode());
    await expect(page).toHaveURL(/\/api-keys$/);
    await row.getByRole("button", { name: /revoke/i }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /revoke/i })
      .click();
    await expect(row).toHaveCount(0);
  });
});
