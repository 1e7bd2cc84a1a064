import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { mailsTo } from "./mail.ts";
import { FAILED_RESOURCE, openSettings, section } from "./settings.ts";
import { expect, newUser, stack, test, toasts } from "./support.ts";

const WORDS = accountMessages.accessTokens;
const card = (page: Page) => section(page, "Access tokens");
const rows = (page: Page) => card(page).locator("ul.divide-y > li");

const statusOf = async (path: string, token: string) =>
  (await fetch(`${stack.web}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

async function startToken(page: Page, name: string, scopes: string[]) {
  await card(page).getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog", { name: "Create access token" });
  await dialog.getByLabel("Name").fill(name);
  for (const scope of scopes) await dialog.getByRole("checkbox", { name: scope }).check();
  return dialog;
}

/** @returns the token, which is then no longer shown. */
async function takeToken(page: Page): Promise<string> {
  const shown = page.getByRole("dialog", { name: "Copy your access token" });
  const token = (await shown.locator("code").first().textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  return token;
}

test("a token is created, shown once, works with its scope only, and stops when it is revoked", async ({
  page,
}) => {
  const user = await newUser("script");
  await openSettings(page, user);
  await expect(card(page).getByText(WORDS.none.title)).toBeVisible();
  const dialog = await startToken(page, "Weekly report", ["usage:read"]);
  await dialog.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: /^In 30 days, on / }).click();
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await takeToken(page);
  expect(token).toMatch(/^lkp_[0-9A-Za-z]{36}$/);
  expect([await statusOf("/usage", token), await statusOf("/keys", token)]).toEqual([200, 403]);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`${token.slice(0, 8)}••••••••${token.slice(-4)}`);
  await expect
    .poll(async () => (await mailsTo(user.email)).map(({ subject }) => subject))
    .toContainEqual("Access token “Weekly report” was created");

  await rows(page)
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: WORDS.revoke.action }).click();
  await expect(toasts(page)).toContainText(WORDS.revoke.done.title);
  await expect(card(page).getByText(WORDS.none.title)).toBeVisible();
  expect(await statusOf("/usage", token)).toBe(401);
  await page.goto("/activity?kind=access");
  await expect(page.getByRole("main").locator("tbody tr")).toContainText([
    "Access token “Weekly report” was revoked",
    "Access token “Weekly report” was created",
  ]);
});

test.describe("with an authenticator app", () => {
  // A wrong code is refused by the provider.
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("each token needs a new code", async ({ page }) => {
    const user = await newUser("script-factor");
    await openSettings(page, user);
    const factor = section(page, "Two-factor authentication");
    await factor.getByRole("button", { name: "Set up" }).click();
    const app = authenticator(((await factor.locator("code").textContent()) ?? "").replaceAll(" ", ""));
    await page.getByRole("textbox", { name: /6-digit code/ }).fill(await app.nextCode());
    await page.keyboard.press("Enter");
    await factor.getByRole("checkbox", { name: accountMessages.recoveryCodes.saved }).check();
    await factor.getByRole("button", { name: "Done" }).click();

    const dialog = await startToken(page, "Rotation", ["keys:read", "keys:write"]);
    const code = dialog.getByRole("textbox", { name: "Code from your authenticator app" });
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(dialog.getByText(accountMessages.sixDigits)).toBeVisible();
    await code.fill("000000");
    await dialog.getByRole("button", { name: "Create token" }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await code.fill(await app.nextCode());
    await dialog.getByRole("button", { name: "Create token" }).click();
    const token = await takeToken(page);
    expect([await statusOf("/keys", token), await statusOf("/usage", token)]).toEqual([200, 403]);
  });
});
