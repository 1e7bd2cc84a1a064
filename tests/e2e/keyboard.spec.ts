import type { Page } from "@playwright/test";
import { keyMessages } from "#app/features/keys/messages.ts";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { newFundedUser } from "./accounts.ts";
import { enterOn, tabTo } from "./keyboard.ts";
import { createButton, rowOf } from "./keys-support.ts";
import { continueButton, heading } from "./paying.ts";
import { expect, newUser, payWith, signIn, test } from "./support.ts";

const STORAGE_KEY = "latchkey-auth-token";
const menuLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const dialogButton = (page: Page, name: RegExp) => page.getByRole("dialog").getByRole("button", { name });

test("a key can be created and revoked by keyboard alone", async ({ page }) => {
  await signIn(page, await newFundedUser("typing"));
  await enterOn(page, menuLink(page, "API Keys"));
  await expect(heading(page, "API Keys")).toBeVisible();
  await expect(createButton(page)).toBeEnabled();
  await enterOn(page, createButton(page));
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Typed");
  await page.keyboard.press("Enter");
  await expect(page.getByText(keyMessages.created.title).first()).toBeVisible();
  await expect(createButton(page)).toBeFocused();
  await page.keyboard.press("Escape");
  const row = rowOf(page, "Typed");
  await enterOn(page, row.getByRole("button", { name: /revoke/i }));
  await enterOn(page, dialogButton(page, /revoke/i));
  await expect(row).toHaveCount(0);
});

test("funds can be added by keyboard alone, to the payment page and back", async ({ page, context }) => {
  await signIn(page, await newUser("typing-money"));
  await enterOn(page, page.getByRole("button", { name: "Add Funds" }));
  const amount = page.getByRole("spinbutton");
  await tabTo(page, amount);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("25");
  await enterOn(page, dialogButton(page, /top up/i));
  await expect(page).toHaveURL(/\/add-balance\?amount=25$/);
  await tabTo(page, page.getByRole("radio", { checked: true }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: /50/ })).toBeChecked();
  const opening = context.waitForEvent("page");
  await enterOn(page, continueButton(page));
  const payment = await opening;
  const closed = payment.waitForEvent("close");
  await payWith(payment, /Card that pays/);
  await expect(heading(payment, paymentMessages.successful.title)).toBeVisible();
  await closed;
  await expect(page.getByText("$50.00").first()).toBeVisible();
});

test("signing out works by keyboard alone", async ({ page }) => {
  await signIn(page, await newUser("typing-leaves"));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await enterOn(page, page.getByRole("button", { name: /My Account/ }));
  const signOut = page.getByRole("menuitem", { name: "Sign Out" });
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(signOut).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
});
