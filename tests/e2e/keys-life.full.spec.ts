import { FULL_KEY } from "./accounts.ts";
import { choose, keyGroup, moreButton, openOneKey, rowOf } from "./keys-support.ts";
import { expect, holdBack, test } from "./support.ts";

/** A radio group selects the focused item while an arrow key is down. */
const HELD = { delay: 100 };

test("a rotation without an overlap revokes the old key at once, and keeps its history", async ({ page }) => {
  const { key } = await openOneKey(page, "atonce");
  const dialog = await choose(page, "Production", "Rotate");
  await dialog.getByRole("radio", { name: "Now" }).click();
  await expect(dialog).toContainText(
    "Requests with the old key stop working immediately. This can’t be undone.",
  );
  // The old key's row disappears only after the dialog.
  const listArrives = await holdBack(page, "**/api/keys");
  await dialog.getByRole("button", { name: "Rotate API Key" }).click();
  await expect(dialog).toContainText("The old key is revoked.");
  await expect(dialog).toContainText(FULL_KEY);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(moreButton(page, "Production")).toBeFocused();
  await listArrives();
  await expect(page.getByRole("tabpanel")).toBeFocused();
  await expect(page.getByText("Showing 1 active key")).toBeVisible();
  await expect(rowOf(page, "Production")).not.toContainText(key.slice(-4));
  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(rowOf(page, "Production")).toContainText(key.slice(-4));
  await expect(rowOf(page, "Production")).toContainText("Rotated");
});

test("everything in a key's menu works by keyboard", async ({ page }) => {
  await openOneKey(page, "keyboard");
  const more = moreButton(page, "Production");
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Set expiry" })).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Never" })).toBeFocused();
  await page.keyboard.press("ArrowRight", HELD);
  await expect(dialog.getByRole("radio", { name: "7 days" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Set expiry" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(keyGroup(page, "Production")).toContainText("Expires in 7 days");
  await expect(more).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
  // The menu reads its items' labels just after it opens, and clears its typeahead after a second.
  await expect(async () => {
    await page.keyboard.type("ro");
    await expect(page.getByRole("menuitem", { name: "Rotate" })).toBeFocused({ timeout: 1_500 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("radio", { name: "In 24 hours" })).toBeFocused();
  await page.keyboard.press("ArrowLeft", HELD);
  await expect(dialog.getByRole("radio", { name: "In 1 hour" })).toBeChecked();
  await dialog.getByRole("button", { name: "Rotate API Key" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Done" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(keyGroup(page, "Expires in 60 min")).toBeVisible();
});
