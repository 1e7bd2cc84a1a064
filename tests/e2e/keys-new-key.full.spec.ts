import type { Page } from "@playwright/test";
import { FULL_KEY } from "./accounts.ts";
import { choose, openCreateDialog, openOneKey } from "./keys-support.ts";
import { expect, test } from "./support.ts";

const banner = (page: Page) => page.getByText(/^Your new key “/).locator("..");
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** @returns the new key in full, as its dialog shows it. */
async function rotate(page: Page, overlap: string): Promise<string> {
  const dialog = await choose(page, "Service", "Rotate");
  await dialog.getByRole("radio", { name: overlap }).click();
  await dialog.getByRole("button", { name: "Rotate API Key" }).click();
  await expect(dialog).toContainText(FULL_KEY);
  const made = FULL_KEY.exec(await dialog.innerText())?.[0] ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  return made;
}

async function expectBannerCopies(page: Page, key: string): Promise<void> {
  await expect(banner(page)).toContainText(`Your new key “Service” …${key.slice(-4)} is ready.`);
  await banner(page).getByRole("button", { name: "Copy new key" }).click();
  await expect.poll(() => clipboard(page)).toBe(key);
}

test("the banner of a new key names the newest one and copies it, also after a rotation with and without an overlap", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openOneKey(page, "banner");
  const dialog = await openCreateDialog(page);
  await dialog.getByLabel("Name").fill("Service");
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await expect(dialog).toHaveCount(0);
  await banner(page).getByRole("button", { name: "Copy new key" }).click();
  await expect.poll(() => clipboard(page)).toMatch(FULL_KEY);
  await expectBannerCopies(page, await clipboard(page));
  await expectBannerCopies(page, await rotate(page, "Now"));
  await expectBannerCopies(page, await rotate(page, "In 24 hours"));
});
