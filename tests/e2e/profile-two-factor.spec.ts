import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { groupSecret } from "#app/features/account/totp.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { createKey, FULL_KEY, newFundedUser, type User } from "./accounts.ts";
import { mailAfterCron, mailsTo } from "./mail.ts";
import {
  anotherBrowser,
  claimInMetadata,
  expireToken,
  FAILED_RESOURCE,
  openSettings,
  STORAGE_KEY,
  section,
  userOf,
} from "./settings.ts";
import { expect, newUser, test, toasts } from "./support.ts";

const WORDS = accountMessages.recoveryCodes;
const card = (page: Page) => section(page, "Two-factor authentication");
const codeField = (page: Page) => page.getByRole("textbox", { name: /6-digit code/ });

async function startSetUp(page: Page): Promise<string> {
  await card(page).getByRole("button", { name: "Set up" }).click();
  await expect(page.getByAltText("QR code for your authenticator app")).toBeVisible();
  const shown = (await card(page).locator("code").textContent()) ?? "";
  expect(shown).toMatch(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/);
  return shown.replaceAll(" ", "");
}

/** Turns two-factor authentication on. @returns the app that generates the codes. */
async function turnOn(page: Page) {
  const app = authenticator(await startSetUp(page));
  await codeField(page).fill(await app.nextCode());
  await page.keyboard.press("Enter");
  await expect(card(page).getByText("On", { exact: true })).toBeVisible();
  await keepCodes(page);
  return app;
}

/** @returns the recovery codes, which are then no longer shown. */
async function keepCodes(page: Page): Promise<string[]> {
  const list = card(page).getByRole("list");
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.getByRole("listitem").allTextContents();
  await card(page).getByRole("checkbox", { name: WORDS.saved }).check();
  await card(page).getByRole("button", { name: "Done" }).click();
  await expect(list).toHaveCount(0);
  return codes;
}

/** Continues until a code is requested. */
async function signInWithPassword(page: Page, { email, password }: User): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: authMessages.secondFactor.title })).toBeVisible();
}

async function signInWithCode(page: Page, user: User, code: string): Promise<void> {
  await signInWithPassword(page, user);
  await page.getByLabel(authMessages.secondFactor.code, { exact: true }).fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
}

/** Makes the stored session look like one from before the user had a second factor. */
const forgetFactors = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, user: { ...session.user, factors: [] } }));
  }, STORAGE_KEY);

test("it can be turned on, is required at sign-in and for protected actions, and can be turned off", async ({
  page,
  browser,
}) => {
  const user = await newFundedUser("factor");
  const key = await createKey(user, "Production");
  await openSettings(page, user);
  await expect(card(page).getByText("Not set up")).toBeVisible();
  const app = await turnOn(page);
  await expect(toasts(page)).toContainText(accountMessages.factorOn.title);
  await expect(card(page).getByText(/^On since \w{3} \d{1,2}, \d{4}$/)).toBeVisible();
  const { user_metadata } = await userOf(user);
  expect(user_metadata.twoFactorEnabled).toBe(true);
  expect(user_metadata).not.toHaveProperty("twoFactorSecret");

  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signInWithCode(elsewhere, user, await app.nextCode());
  await elsewhere.goto("/api-keys");
  await elsewhere.getByRole("switch", { name: "Mask API Keys" }).click();
  await expect(elsewhere.getByText(FULL_KEY)).toHaveText(key);
  await context.close();

  await card(page).getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn off two-factor authentication" });
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(card(page).getByText("Not set up")).toBeVisible();
  await expect(toasts(page)).toContainText(accountMessages.factorOff.title);
  const after = await userOf(user);
  expect(after.user_metadata.twoFactorEnabled).toBe(false);
  expect(after.factors ?? []).toEqual([]);
  await page.goto("/activity?kind=access");
  await expect(page.getByRole("main").locator("tbody tr")).toContainText([
    "Two-factor authentication was turned off",
    "Two-factor authentication was turned on",
  ]);
  await page.goto("/api-keys");
  await expect(page).toHaveURL(/\/api-keys$/);
});

test("a recovery code signs in without the authenticator app, turns it off, and its owner is emailed", async ({
  page,
  browser,
}) => {
  const user = await newUser("recovery");
  await openSettings(page, user);
  const app = authenticator(await startSetUp(page));
  await codeField(page).fill(await app.nextCode());
  await page.keyboard.press("Enter");
  const [code = ""] = await keepCodes(page);
  await expect(card(page)).toContainText(WORDS.left(10));

  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signInWithPassword(elsewhere, user);
  await elsewhere.getByRole("button", { name: authMessages.recoveryCode.use }).click();
  await elsewhere.getByLabel(authMessages.recoveryCode.label).fill(code.toLowerCase());
  await elsewhere.getByRole("button", { name: authMessages.recoveryCode.signIn }).click();
  await expect(elsewhere.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect((await userOf(user)).factors ?? []).toEqual([]);
  for (const change of [
    "A recovery code turned off two-factor authentication",
    "Two-factor authentication was turned on",
  ])
    await mailAfterCron(user.email, change);
  for (const { text } of await mailsTo(user.email)) expect(text).not.toContain(code);
  await elsewhere.goto("/profile");
  await expect(card(elsewhere).getByText("Not set up")).toBeVisible();
  await context.close();
});

test("the whole secret is copied, and the QR code stays white in dark mode", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openSettings(page, await newUser("copy-secret"));
  const secret = await startSetUp(page);
  await expect(card(page).locator("code")).toHaveText(groupSecret(secret));
  await page.getByRole("button", { name: "Copy key" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.getByRole("radio", { name: "Dark" }).click();
  await expect(page.getByAltText(/QR code/)).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const drawn = await page.getByAltText(/QR code/).evaluate((image) => {
    return image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0;
  });
  expect(drawn).toBeGreaterThan(0);
});

test("on a phone, which can't scan its own screen, a link opens the authenticator app", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSettings(page, await newUser("phone"));
  const secret = await startSetUp(page);
  const link = page.getByRole("link", { name: "Open in an authenticator app" });
  await expect(link).toHaveAttribute("href", new RegExp(`^otpauth://totp/.*secret=${secret}`));
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(link).toHaveCount(0);
});

test("five digits are rejected without a request", async ({ page }) => {
  await openSettings(page, await newUser("five"));
  await startSetUp(page);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type("12 ab345");
  await page.keyboard.press("Enter");
  await expect(card(page).getByText(accountMessages.sixDigits, { exact: true })).toBeVisible();
  await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
  expect(calls.filter((path) => path.includes("/factors/"))).toEqual([]);
});

test("a cancelled setup leaves nothing behind", async ({ page }) => {
  const user = await newUser("given-up");
  await openSettings(page, user);
  const first = await startSetUp(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(card(page).getByText("Not set up")).toBeVisible();
  await expect(card(page).getByRole("button", { name: "Set up" })).toBeVisible();
  expect((await userOf(user)).factors ?? []).toEqual([]);

  const second = await startSetUp(page);
  expect(second).not.toBe(first);
  await page.reload();
  await turnOn(page);
  expect((await userOf(user)).factors).toHaveLength(1);
});

test("other sessions have to enter a code before they can continue", async ({ page, browser }) => {
  const user = await newUser("elsewhere");
  const elsewhere = await anotherBrowser(browser, user);
  await openSettings(page, user);
  await turnOn(page);
  await expireToken(elsewhere);
  await elsewhere.goto("/profile");
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
});

test("metadata that claims a second factor turns nothing on", async ({ page }) => {
  const user = await newUser("claim");
  await claimInMetadata(user, { twoFactorEnabled: true });
  await openSettings(page, user);
  await expect(card(page).getByText("Not set up")).toBeVisible();
  await expect(card(page).getByRole("button", { name: "Set up" })).toBeVisible();
});

test("turning it off requires a code if the session has not been verified with one", async ({
  page,
  browser,
}) => {
  const user = await newUser("unproved");
  await openSettings(page, user);
  const app = await turnOn(page);

  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signInWithPassword(elsewhere, user);
  await forgetFactors(elsewhere);
  await elsewhere.goto("/profile");
  await card(elsewhere).getByRole("button", { name: "Turn off" }).click();
  const dialog = elsewhere.getByRole("dialog", { name: "Turn off two-factor authentication" });
  const confirm = dialog.getByRole("button", { name: "Turn off" });
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("textbox").fill(await app.nextCode());
  await confirm.click();
  await expect(card(elsewhere).getByText("Not set up")).toBeVisible();
  expect((await userOf(user)).factors ?? []).toEqual([]);
  await context.close();
});

test("without a session it can't be turned on or off", async ({ page }) => {
  const user = await newUser("sessionless");
  await openSettings(page, user);
  const takeSession = () =>
    page.evaluate((key) => {
      const session = localStorage.getItem(key) ?? "";
      localStorage.removeItem(key);
      return session;
    }, STORAGE_KEY);
  const giveBack = (session: string) =>
    page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [STORAGE_KEY, session] as const);

  const app = authenticator(await startSetUp(page));
  const before = await takeSession();
  await codeField(page).fill("123456");
  await page.keyboard.press("Enter");
  await expect(card(page).getByText("No user logged in", { exact: true })).toBeVisible();
  await giveBack(before);
  await codeField(page).fill(await app.nextCode());
  await page.keyboard.press("Enter");
  await expect(card(page).getByText("On", { exact: true })).toBeVisible();
  await keepCodes(page);

  await takeSession();
  await card(page).getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("No user logged in");
  expect((await userOf(user)).factors).toHaveLength(1);
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("a wrong code is rejected, and the right one is then accepted", async ({ page }) => {
    await openSettings(page, await newUser("wrong-code"));
    const app = authenticator(await startSetUp(page));
    await codeField(page).fill("000000");
    await page.keyboard.press("Enter");
    await expect(card(page).getByText(/^This code is incorrect/)).toBeVisible();
    await expect(card(page).getByText("Not set up")).toBeVisible();
    await codeField(page).fill(await app.nextCode());
    await page.keyboard.press("Enter");
    await expect(card(page).getByText("On", { exact: true })).toBeVisible();
  });
});
