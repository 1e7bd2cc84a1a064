import { FULL_KEY } from "./accounts.ts";
import { choose, expectToast, keyGroup, moreButton, openOneKey } from "./keys-support.ts";
import { expect, test, toasts } from "./support.ts";

test("a disabled key stays off until it is enabled; only disabling asks for confirmation", async ({
  page,
}) => {
  await openOneKey(page, "switch");
  const group = keyGroup(page, "Production");
  let dialog = await choose(page, "Production", "Disable");
  await expect(dialog).toContainText(
    "Requests with this key are refused immediately, until you enable it again.",
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(group).not.toContainText("Disabled");
  await expect(moreButton(page, "Production")).toBeFocused();
  dialog = await choose(page, "Production", "Disable");
  await dialog.getByRole("button", { name: "Disable API Key" }).click();
  await expect(toasts(page)).toContainText("API Key Disabled");
  await expect(group).toContainText("Disabled");
  await page.reload();
  await expect(group).toContainText("Disabled");
  await moreButton(page, "Production").click();
  await page.getByRole("menuitem", { name: "Enable" }).click();
  await expectToast(page, "API Key Enabled", "“Production” works again.");
  await expect(group).not.toContainText("Disabled");
  await expect(moreButton(page, "Production")).toBeFocused();
});

test("after a rotation both keys work and link to each other, and the old one says when it expires", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { key } = await openOneKey(page, "rotate");
  const dialog = await choose(page, "Production", "Rotate");
  await expect(dialog).toContainText("Never used");
  await expect(dialog.getByRole("radio")).toHaveText([
    "Now",
    "In 1 hour",
    "In 24 hours",
    "In 7 days",
    "In 30 days",
  ]);
  await expect(dialog.getByRole("radio", { name: "In 24 hours" })).toBeChecked();
  await expect(dialog).toContainText(/Both keys work until .+\. Then the old key is revoked\./);
  await dialog.getByRole("button", { name: "Rotate API Key" }).click();
  await expect(dialog).toContainText("Your new key is ready");
  await expect(dialog).toContainText(FULL_KEY);
  const made = FULL_KEY.exec(await dialog.innerText())?.[0] ?? "";
  expect(made).not.toBe(key);
  await dialog.getByRole("button", { name: "Copy new key" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(made);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toMatch(FULL_KEY);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location]),
  );
  expect(kept).not.toMatch(FULL_KEY);

  await expect(page.getByText("Showing 2 active keys")).toBeVisible();
  const old = keyGroup(page, `Replaced by Production …${made.slice(-4)}`);
  const fresh = keyGroup(page, `Replaces Production …${key.slice(-4)}`);
  await expect(old).toContainText(key.slice(-4));
  await expect(old).toContainText("Rotated");
  await expect(old).toContainText("Expires in 24 h");
  await expect(old).toContainText("Never called");
  await fresh.getByRole("button", { name: /^Production …/ }).click();
  await expect(old).toBeFocused();
  await old.getByRole("button", { name: /^Production …/ }).click();
  await expect(fresh).toBeFocused();

  await old.getByRole("button", { name: "More actions for Production" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Rename",
    "Budgets…",
    "Restrictions…",
    "Balance access…",
    "Disable",
  ]);
  await expect(page.getByRole("menu")).toContainText("A rotated API key expires when its overlap ends.");
  await page.keyboard.press("Escape");
  await fresh.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(made);
});
