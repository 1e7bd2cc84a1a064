import type { Page } from "@playwright/test";
import { copyMessages } from "#app/components/messages.ts";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { closeByEscape, expect, giveSession, test } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

const receipt = (page: Page) => page.getByRole("dialog", { name: usageLogMessages.receipt });
const copyButton = (page: Page) => receipt(page).getByRole("button", { name: /^(Copy request ID|Copied)$/ });

/** In a browser without the clipboard API, as on plain HTTP: opens the receipt of a request. @returns its id. */
async function openReceipt(page: Page): Promise<string> {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }),
  );
  const { user, key } = await newUserWithKey("copy-by-hand");
  const [id = ""] = await recordRequests(key, 1);
  await giveSession(page, user);
  await page.goto(`/usage?range=24h&request=${id}`);
  await expect(copyButton(page)).toBeVisible();
  // The id's font may arrive now, and a click on the button beside it would miss.
  await page.evaluate(() => document.fonts.ready);
  return id;
}

/** What a paste on the page below the receipt brings. */
async function pasted(page: Page): Promise<string> {
  // The first press may close the toast.
  await closeByEscape(page, receipt(page));
  const search = page.getByRole("textbox", { name: usageLogMessages.search });
  await search.focus();
  await page.keyboard.press("ControlOrMeta+v");
  return search.inputValue();
}

test("a dialog copies without the clipboard API, and keeps the focus", async ({ page }) => {
  const id = await openReceipt(page);
  await copyButton(page).click();
  await expect(copyButton(page)).toHaveAccessibleName(copyMessages.copied);
  await expect(copyButton(page)).toBeFocused();
  expect(await pasted(page)).toBe(id);
});

test("where the browser copies nothing, the text is there, selected, above the dialog", async ({ page }) => {
  const id = await openReceipt(page);
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await copyButton(page).click();
  const field = page.getByRole("textbox", { name: copyMessages.text });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(id);
  await page.keyboard.press("ControlOrMeta+c");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(field).toHaveCount(0);
  await expect(copyButton(page)).toHaveAccessibleName("Copy request ID");
  await expect(copyButton(page)).toBeFocused();
  expect(await pasted(page)).toBe(id);
});
