import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import {
  canSignIn,
  expectSettled,
  FAILED_RESOURCE,
  openSettings,
  STORAGE_KEY,
  section,
  spoilToken,
  userOf,
} from "./settings.ts";
import { browserOf, expect, giveSession, newUser, test, toasts, type User } from "./support.ts";

const browser = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const otherBrowser = browserOf({ expectedErrors: [FAILED_RESOURCE] });

const accessToken = (page: Page): Promise<string> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "").access_token, STORAGE_KEY);

/** Signs in a browser that stays outside the shell, whose pages would leave by themselves when the session ends. */
async function standBy(page: Page, user: User): Promise<void> {
  await giveSession(page, user);
  await page.goto("/api-keys");
  await expect(page.getByText("Showing 0 active keys")).toBeVisible();
  await page.goto("/terms");
}

async function expectSignedOut(page: Page): Promise<void> {
  await spoilToken(page);
  await page.goto("/api-keys");
  await expect(page).toHaveURL(/\/login\?return_to=%2Fapi-keys$/);
}

test("an address can point to a section, and a theme applies at once and stays in this browser", async () => {
  const page = browser();
  await giveSession(page, await newUser("theme"));
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.emulateMedia({ colorScheme: "dark" });
  for (const [id, title] of [
    ["delete-account", "Delete account"],
    ["two-factor", "Two-factor authentication"],
  ] as const) {
    await page.goto("/terms");
    await page.goto(`/profile#${id}`);
    await expectSettled(page);
    await expect(section(page, title), id).toBeInViewport();
  }
  await expect(page.locator("html")).toHaveClass("dark");
  await page.getByRole("radio", { name: "Light" }).click();
  await expect(page.locator("html")).toHaveClass("light");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await expect(page.locator("html")).toHaveClass("light");
});

const statusOf = async (page: Page, path: string, token: string) =>
  (await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status();

test("an access token works with its scope only, until it is revoked", async () => {
  const page = browser();
  await openSettings(page, await newUser("script"));
  const card = section(page, "Access tokens");
  await card.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog", { name: "Create access token" });
  await dialog.getByLabel("Name").fill("Weekly report");
  await dialog.getByRole("checkbox", { name: "usage:read" }).check();
  await dialog.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: /^In 30 days, on / }).click();
  await dialog.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("dialog", { name: "Copy your access token" });
  const token = (await shown.locator("code").first().textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  expect([await statusOf(page, "/usage", token), await statusOf(page, "/keys", token)]).toEqual([200, 403]);

  await card.getByRole("button", { name: "Revoke access token Weekly report" }).click();
  const revoke = accountMessages.accessTokens.revoke.action;
  await page.getByRole("dialog").getByRole("button", { name: revoke }).click();
  await expect(card.getByText(accountMessages.accessTokens.none.title)).toBeVisible();
  expect(await statusOf(page, "/usage", token)).toBe(401);
});

test("two-factor authentication can be turned on, which ends sessions without it, and off", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const user = await newUser("factor");
  await standBy(elsewhere, user);
  await openSettings(page, user);
  const card = section(page, "Two-factor authentication");
  await card.getByRole("button", { name: "Set up" }).click();
  const picture = page.getByAltText("QR code for your authenticator app");
  const width = () =>
    picture.evaluate((image) =>
      image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0,
    );
  await expect.poll(width, "the drawn code").toBeGreaterThan(0);
  const app = authenticator(((await card.locator("code").textContent()) ?? "").replaceAll(" ", ""));
  await page.getByRole("textbox", { name: /6-digit code/ }).fill("000000");
  await page.keyboard.press("Enter");
  await expect(card.getByText(/^This code is incorrect/)).toBeVisible();
  await page.getByRole("textbox", { name: /6-digit code/ }).fill(await app.nextCode());
  await page.keyboard.press("Enter");
  await expect(card.getByRole("listitem")).toHaveCount(10);
  await card.getByRole("checkbox", { name: accountMessages.recoveryCodes.saved }).check();
  await card.getByRole("button", { name: "Done" }).click();
  await expect(card).toContainText(accountMessages.recoveryCodes.left(10));
  const { user_metadata } = await userOf(user);
  expect(user_metadata.twoFactorEnabled).toBe(true);
  expect(user_metadata).not.toHaveProperty("twoFactorSecret");
  await expectSignedOut(elsewhere);

  await card.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(card.getByText("Not set up")).toBeVisible();
  const after = await userOf(user);
  expect([after.user_metadata.twoFactorEnabled, after.factors ?? []]).toEqual([false, []]);
});

test("all sessions are listed, and another one can be ended while this one continues", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const user = await newUser("places");
  await standBy(elsewhere, user);
  await openSettings(page, user);
  const rows = section(page, "Active sessions").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("This device");
  await expect(rows.first()).toContainText("Chrome");
  await rows
    .last()
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(toasts(page)).toContainText(accountMessages.sessionEnded.title);
  await expect(rows).toHaveCount(1);
  await expectSignedOut(elsewhere);
  await page.goto("/api-keys");
  await expect(page.getByText("Showing 0 active keys")).toBeVisible();
});

test("a deleted account is signed out in every tab, and can neither sign in nor act", async () => {
  const page = browser();
  const user = await newUser("delete");
  await openSettings(page, user);
  const tab = await page.context().newPage();
  await tab.goto("/api-keys");
  await expect(tab.getByText("Showing 0 active keys")).toBeVisible();
  const token = await accessToken(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type(user.email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(authMessages.accountDeleted.title)).toBeVisible();
  await expect(tab).toHaveURL(/\/login/);
  expect(await canSignIn(user)).toBe(false);
  expect([401, 403]).toContain(await statusOf(page, "/keys", token));
});
