import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import { anotherBrowser, canSignIn, expireToken, openSettings, STORAGE_KEY, section } from "./settings.ts";
import { expect, newUser, test, toasts } from "./support.ts";

const sessions = (page: Page) => section(page, "Active sessions");
const rows = (page: Page) => sessions(page).getByRole("listitem");
const here = (page: Page) => rows(page).filter({ hasText: "This device" });

async function expectSignedOut(page: Page): Promise<void> {
  await expireToken(page);
  // The page may notice that the session ended, and redirect to the sign-in page while this address opens.
  await expect(async () => void (await page.goto("/api-keys"))).toPass();
  await expect(page).toHaveURL(/\/login/);
}

test("all sessions are listed, and another one can be ended while this one continues", async ({
  page,
  browser,
}) => {
  const user = await newUser("places");
  const elsewhere = await anotherBrowser(browser, user);
  await openSettings(page, user);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("This device");
  await expect(here(page)).toHaveCount(1);
  await expect(here(page)).toContainText(/Chrome/);
  await expect(here(page)).toContainText(/Signed in \w{3} \d{1,2}, \d{4}.*Active just now/);

  await rows(page)
    .last()
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(toasts(page)).toContainText(accountMessages.sessionEnded.title);
  await expect(rows(page)).toHaveCount(1);
  await expect(here(page)).toBeVisible();
  await expectSignedOut(elsewhere);
  await page.goto("/api-keys");
  await expect(page).toHaveURL(/\/api-keys$/);
  await elsewhere.context().close();
});

test("ending this session leads to the sign-in page and leaves the others", async ({ page, browser }) => {
  const user = await newUser("this-one");
  const elsewhere = await anotherBrowser(browser, user);
  await openSettings(page, user);
  await here(page)
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
  await elsewhere.goto("/profile");
  await expect(rows(elsewhere)).toHaveCount(1);
  await elsewhere.context().close();
});

test("signing out everywhere ends every session after confirmation, and revokes no key", async ({
  page,
  browser,
}) => {
  const user = await newFundedUser("everywhere");
  await createKey(user, "Production");
  const elsewhere = await anotherBrowser(browser, user);
  await openSettings(page, user);
  const open = page.getByRole("button", { name: "Sign out everywhere" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign out everywhere" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expectSignedOut(elsewhere);
  await elsewhere.context().close();

  expect(await canSignIn(user)).toBe(true);
  await openSettings(page, user);
  await page.goto("/api-keys");
  await expect(page.getByText("Showing 1 active key")).toBeVisible();
});

test("a long list starts with this device and expands on demand", async ({ page }) => {
  const user = await newUser("many");
  for (let turn = 0; turn < 6; turn += 1) expect(await canSignIn(user)).toBe(true);
  await openSettings(page, user);
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText("This device");
  await sessions(page).getByRole("button", { name: "Show all 7 sessions" }).click();
  await expect(rows(page)).toHaveCount(7);
  await expect(rows(page).nth(5)).toBeFocused();
});
