import { authMessages } from "#app/features/auth/messages.ts";
import { openSettings } from "./settings.ts";
import { closeByEscape, expect, expectReadable, newUser, personOf, test } from "./support.ts";

const person = personOf(() => newUser("axe"));

test("an authenticator app can be set up in either theme, and on a phone without its camera", async () => {
  const { page, user } = person();
  await openSettings(page, user);
  await page.getByRole("button", { name: "Set up" }).click();
  const picture = page.getByAltText("QR code for your authenticator app");
  await expect(picture).toBeVisible();
  await expectReadable(page);
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(picture).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const link = page.getByRole("link", { name: "Open in an authenticator app" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(link).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(link).toBeHidden();
});

test("the dialogs of Settings can be read", async () => {
  const { page, user } = person();
  await openSettings(page, user);
  for (const opener of ["Sign out everywhere", "Delete account", "Create token"]) {
    await page.getByRole("button", { name: opener }).click();
    await expectReadable(page);
    await closeByEscape(page, page.getByRole("dialog"));
    await expect(page.getByRole("button", { name: opener })).toBeFocused();
  }
});

test("every tab of Users can be read, also on a narrow phone", async () => {
  const { page } = person();
  await page.goto("/user-management?tab=password");
  await page.getByLabel("Current password", { exact: true }).fill("Correct-horse-9");
  await page.getByLabel("New password", { exact: true }).fill("Another-horse-7");
  await page.getByLabel("Confirm password", { exact: true }).fill("x");
  await page.getByRole("button", { name: authMessages.updatePassword }).click();
  await expect(page.getByText(authMessages.invalid.passwordsDiffer)).toBeVisible();
  for (const label of [authMessages.updatePassword, authMessages.inviteUser, authMessages.updateEmail]) {
    await page.getByRole("tab", { name: label }).click();
    await expectReadable(page, [1280, 390, 320]);
  }
});
