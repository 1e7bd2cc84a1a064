import type { Page } from "@playwright/test";
import { keyMessages } from "#app/features/keys/messages.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { newFundedUser } from "./accounts.ts";
import { enterOn, tabTo } from "./keyboard.ts";
import { expect, signIn, test } from "./support.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog").getByRole("button", { name });

test("funds are chosen, a key is created and revoked, and the session ends, by keyboard alone", async ({
  page,
}) => {
  await signIn(page, await newFundedUser("typing"));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await enterOn(page, button(page, "Add Funds"));
  await tabTo(page, page.getByRole("spinbutton"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("25");
  await enterOn(page, inDialog(page, "Top Up"));
  await expect(page).toHaveURL(/\/add-balance\?amount=25$/);
  await tabTo(page, page.getByRole("radio", { checked: true }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: /50/ })).toBeChecked();
  await tabTo(page, button(page, "Continue to payment"));

  await enterOn(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API Keys" }));
  await expect(heading(page, "API Keys")).toBeVisible();
  const create = button(page, "Create API Key").first();
  await expect(create).toBeEnabled();
  await enterOn(page, create);
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Typed");
  await page.keyboard.press("Enter");
  await expect(page.getByText(keyMessages.created.title).first()).toBeVisible();
  await expect(create).toBeFocused();
  await page.keyboard.press("Escape");
  const row = page.getByRole("row").filter({ hasText: "Typed" });
  await enterOn(page, row.getByRole("button", { name: /revoke/i }));
  await enterOn(page, inDialog(page, /revoke/i));
  await expect(row).toHaveCount(0);

  await enterOn(page, button(page, /My Account/));
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), SESSION_STORAGE_KEY)).toBeNull();
});
