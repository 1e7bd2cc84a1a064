import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { createKey, newFundedUser, type User } from "./accounts.ts";
import { canSignIn, FAILED_RESOURCE, openSettings, STORAGE_KEY } from "./settings.ts";
import { expect, test } from "./support.ts";

async function openDialog(page: Page, user: User) {
  await openSettings(page, user);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  return {
    dialog,
    address: dialog.getByLabel(`Type ${user.email} to confirm`),
    confirm: dialog.getByRole("button", { name: "Delete account" }),
  };
}

test("the dialog lists what will be deleted, and requires the account's email address", async ({ page }) => {
  const user = await newFundedUser("lose");
  const { dialog, address, confirm } = await openDialog(page, user);
  await expect(dialog).toContainText("The remaining balance of $25.00. Contact support for a refund first.");
  await expect(dialog).toContainText("All your API keys. They stop working immediately.");
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.method()));
  await address.fill(`not-${user.email}`);
  await page.keyboard.press("Enter");
  await confirm.click({ force: true });
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  expect(calls).not.toContain("DELETE");
  expect(await canSignIn(user)).toBe(true);
});

test.describe("after deletion", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("an account is signed out in every tab, and can neither sign in nor act", async ({
    page,
    context,
  }) => {
    const user = await newFundedUser("delete");
    await createKey(user, "Production");
    const { address, confirm } = await openDialog(page, user);
    const secondTab = await context.newPage();
    await secondTab.goto("/api-keys");
    await expect(secondTab.getByText("Showing 1 active key")).toBeVisible();
    const token = await page.evaluate(
      (key) => JSON.parse(localStorage.getItem(key) ?? "").access_token,
      STORAGE_KEY,
    );

    await address.fill(user.email.toUpperCase());
    await expect(confirm).not.toHaveAttribute("aria-disabled", "true");
    await confirm.click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(authMessages.accountDeleted.title)).toBeVisible();
    await expect(secondTab).toHaveURL(/\/login/);
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull();
    expect(await canSignIn(user)).toBe(false);
    const late = await page.request.get("/api/keys", { headers: { authorization: `Bearer ${token}` } });
    expect([401, 403]).toContain(late.status());
  });
});
