import type { Locator } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { tabTo } from "./keyboard.ts";
import { canSignIn, openSettings, section } from "./settings.ts";
import { expect, newUser, test, toasts } from "./support.ts";

test("the settings work by keyboard alone, including deleting the account", async ({ page }) => {
  const user = await newUser("hands-on-keys");
  await openSettings(page, user);
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press("Enter");
  };

  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Maya");
  await press(page.getByRole("button", { name: "Save" }));
  await expect(toasts(page)).toContainText(accountMessages.nameSaved.title);

  const factor = section(page, "Two-factor authentication");
  await press(factor.getByRole("button", { name: "Set up" }));
  await expect(factor.getByRole("textbox")).toBeFocused();
  const secret = ((await factor.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.keyboard.type(await authenticator(secret).nextCode());
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("checkbox", { name: "I saved these codes" }));
  await page.keyboard.press("Space");
  await press(factor.getByRole("button", { name: "Done" }));
  await expect(factor.getByText("On", { exact: true })).toBeVisible();
  await press(factor.getByRole("button", { name: "Turn off" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Turn off" }));
  await expect(factor.getByText("Not set up")).toBeVisible();

  await press(page.getByRole("button", { name: "Delete account" }));
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type(user.email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login/);
  expect(await canSignIn(user)).toBe(false);
});
