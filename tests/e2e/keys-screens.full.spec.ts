import type { ApiKey } from "#core/contract/keys.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import { choose, createButton, openCreateDialog, openKeys, withKeys } from "./keys-support.ts";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { expect, expectLoaded, expectReadable, giveSession, test } from "./support.ts";

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const usedUp = [{ period: "week" as const, amount: 20, spent: 20.000421, resets_at: at(50) }];

/** One key of each kind, derived from the account's only key. */
function everyKind([key]: ApiKey[]): ApiKey[] {
  if (!key) throw new Error("The account has no key.");
  const last_used = at(-1);
  return [
    { ...key, id: "key_new", key: key.key.replace(/....$/, "NewK") },
    { ...key, id: "key_old", replaced_by: "key_new", expires_at: at(23), last_used },
    { ...key, id: "key_trial", name: "Trial", expires_at: at(24 * 9), budgets: usedUp },
    { ...key, id: "key_off", name: "Switched off for a while", disabled_at: at(-5), last_used },
    { ...key, id: "key_plan", name: "Premium key", plan_key: true, expires_at: at(24 * 365) },
    { ...key, id: "key_over", name: "Over", expires_at: at(-50) },
    { ...key, id: "key_gone", name: "Gone", status: "revoked", revoked_at: at(-9), replaced_by: "key_x" },
  ];
}

const BADGES = ["Rotated", "Expires in 23 h", "Expires in 9 days", "Disabled", "Premium", "Expired"];

test("every kind of key and every dialog is accessible and fits in both themes at every width", async ({
  page,
}) => {
  const user = await newFundedUser("kinds");
  await createKey(user, "Production");
  await withKeys(page, everyKind);
  // The API doesn't know these keys.
  await page.route("**/api/figures?*", (route) => route.fulfill({ json: { total_requests: 4_906 } }));
  await openKeys(page, user);
  for (const badge of BADGES) await expect(page.getByText(badge, { exact: true })).toBeVisible();
  await expect(page.getByText("Weekly $20.00 used, resets", { exact: false })).toBeVisible();
  await expect(page.getByText("Last called 1 hour ago, before the rotation")).toBeVisible();
  await expectReadable(page);

  for (const item of ["Rename", "Set expiry", "Rotate", "Disable"]) {
    const dialog = await choose(page, "Trial", item);
    await expect(dialog).toBeVisible();
    if (item === "Disable") await expect(dialog).toContainText("4,906 requests");
    await expectReadable(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  const dialog = await openCreateDialog(page);
  await dialog.getByRole("button", { name: "Expires: never" }).click();
  await dialog.getByRole("radio", { name: "Date" }).click();
  await expectReadable(page);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByText("Showing 1 revoked key")).toBeVisible();
  await expectReadable(page);
});

test("keys of every kind load without a layout shift, and so does a menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const user = await newFundedUser("calm");
  await createKey(user, "Production");
  await giveSession(page, user);
  const released = Promise.withResolvers<void>();
  await page.route("**/api/keys", async (route) => {
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response, json: everyKind(await response.json()) });
  });
  const balance = page.waitForResponse("**/api/account/balance");
  await page.goto("/api-keys");
  await balance;
  released.resolve();
  await expect(page.getByText("Showing 6 active keys")).toBeVisible();
  await expect(createButton(page)).toBeEnabled();
  await choose(page, "Trial", "Rename");
  await expectLoaded(page);
  expect(await layoutShift(page)).toBeLessThanOrEqual(MOST_SHIFT);
});

test("the menu and what it opens keep their size below 360 pixels", async ({ page }) => {
  const user = await newFundedUser("small");
  await createKey(user, "Production");
  await withKeys(page, everyKind);
  await openKeys(page, user);
  await page.setViewportSize({ width: 320, height: 700 });
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(over).toBeLessThanOrEqual(0);
  for (const item of ["Set expiry", "Rotate"]) {
    const dialog = await choose(page, "Trial", item);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    expect(await over()).toBeLessThanOrEqual(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});
