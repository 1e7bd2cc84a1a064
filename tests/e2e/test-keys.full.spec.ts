import { newFundedUser } from "./accounts.ts";
import { createButton, keyGroup, openCreateDialog, openKeys } from "./keys-support.ts";
import { expect, expectNoAxeViolations, newUser, test } from "./support.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("an account without a balance can create a test key only", async ({ page }) => {
  await openKeys(page, await newUser("penniless"));
  await expect(createButton(page)).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Create Test Key" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Test Key" });
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Name").fill("Retries");
  await dialog.getByRole("button", { name: "Create Test Key" }).click();
  await expect(keyGroup(page, "Retries").getByText("Test", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy new key" })).toBeVisible();
});

test("the create dialog links to how a test key simulates errors", async ({ page }) => {
  await openKeys(page, await newFundedUser("test-docs"));
  const dialog = await openCreateDialog(page);
  await dialog.getByRole("link", { name: "How to request an error" }).click();
  await expect(page).toHaveURL(/\/documentation\/test-keys#request-an-error$/);
  await expect(page.getByRole("heading", { name: "Request an error" })).toBeVisible();
  await expect(page.getByText("x-latchkey-test").first()).toBeVisible();
});
