import { payOnHostedPage } from "#tests/support/hosted-page.ts";
import { FULL_KEY, newFundedUser, post } from "./accounts.ts";
import {
  choose,
  expectToast,
  keyGroup,
  moreButton,
  openCreateDialog,
  openKeys,
  openOneKey,
  rowOf,
} from "./keys-support.ts";
import { expect, expectReadable, holdBack, newUser, test, toasts } from "./support.ts";

/** A radio group selects the focused item while an arrow key is down. */
const HELD = { delay: 100 };

test("a renamed key keeps its text and its place, and the focus returns to its menu", async ({ page }) => {
  const { key } = await openOneKey(page, "rename");
  const dialog = await choose(page, "Production", "Rename");
  await expect(dialog.getByLabel("Name")).toHaveValue("Production");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("  ");
  await dialog.getByLabel("Name").press("Enter");
  await expectToast(page, "Missing information", "Please provide a name for your API key.");
  await dialog.getByLabel("Name").fill("Mobile app");
  await dialog.getByLabel("Name").press("Enter");
  await expectToast(page, "API Key Renamed", "It’s now called “Mobile app”.");
  await expect(dialog).toHaveCount(0);
  await expect(moreButton(page, "Mobile app")).toBeFocused();
  await page.reload();
  await expect(rowOf(page, "Mobile app")).toContainText(key.slice(-4));
  await expect(rowOf(page, "Production")).toHaveCount(0);
});

test("a key can hide the balance, its replacement too, and the activity says so", async ({ page }) => {
  await openOneKey(page, "shares");
  let dialog = await choose(page, "Production", "Balance access…");
  await expect(dialog.getByRole("heading", { name: "Balance access" })).toBeVisible();
  const shows = dialog.getByRole("checkbox", { name: "Show the balance" });
  await expect(shows).toBeChecked();
  await expect(shows).toBeFocused();
  // Another width would replace the row that gets the focus back.
  await expectReadable(page, [1280]);
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Balance Access Updated", "“Production” can no longer see your balance.");
  await expect(dialog).toHaveCount(0);
  await expect(moreButton(page, "Production")).toBeFocused();

  dialog = await choose(page, "Production", "Rotate");
  await dialog.getByRole("radio", { name: "Now", exact: true }).click();
  await dialog.getByRole("button", { name: "Rotate API Key" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  dialog = await choose(page, "Production", "Balance access…");
  await expect(shows).not.toBeChecked();
  await page.keyboard.press("Escape");
  await page.goto("/activity");
  await expect(page.getByText("Can’t see the balance")).toBeVisible();
});

test("an expiry can be set in days, set by date, and removed", async ({ page }) => {
  await openOneKey(page, "expiry");
  const group = keyGroup(page, "Production");
  let dialog = await choose(page, "Production", "Set expiry");
  await expect(dialog.getByRole("radio", { name: "Never" })).toBeChecked();
  await dialog.getByRole("radio", { name: "7 days" }).click();
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  await expect(toasts(page)).toContainText("API Key Expiry Set");
  await expect(group).toContainText("Expires in 7 days");

  dialog = await choose(page, "Production", "Set expiry");
  await expect(dialog.getByRole("radio", { name: "Date" })).toBeChecked();
  const lastDay = dialog.getByLabel("Last day");
  await lastDay.fill("2020-02-29");
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  await expect(lastDay).toHaveAccessibleDescription("Choose today or a later date.");
  await lastDay.fill("2099-12-31");
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  await expect(group).toContainText("Expires Dec 31, 2099");
  await expect(group).not.toContainText("Expires in");

  dialog = await choose(page, "Production", "Set expiry");
  await expect(dialog.getByLabel("Last day")).toHaveValue("2099-12-31");
  await dialog.getByRole("radio", { name: "Never" }).click();
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  await expect(group).not.toContainText("Expires");
  await page.reload();
  await expect(rowOf(page, "Production")).toBeVisible();
  await expect(group).not.toContainText("Expires");
});

test("a key can be created with an expiry date, and has none by default", async ({ page }) => {
  await openKeys(page, await newFundedUser("made"));
  const dialog = await openCreateDialog(page);
  await dialog.getByLabel("Name").fill("Trial");
  const expires = dialog.getByRole("button", { name: "Expires: never" });
  await expect(expires).toHaveAttribute("aria-expanded", "false");
  await expect(dialog.getByRole("radiogroup")).toHaveCount(0);
  await expires.click();
  await dialog.getByRole("radio", { name: "7 days" }).click();
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await expect(keyGroup(page, "Trial")).toContainText("Expires in 7 days");

  const again = await openCreateDialog(page);
  await expect(again.getByRole("button", { name: "Expires: never" })).toBeVisible();
  await again.getByLabel("Name").fill("Production");
  await again.getByRole("button", { name: "Create API Key" }).click();
  await expect(rowOf(page, "Production")).toBeVisible();
  await expect(keyGroup(page, "Production")).not.toContainText("Expires");
});

test("an expired key says so, can't be rotated, and works again with a later expiry date", async ({
  page,
}) => {
  const user = await newFundedUser("expired");
  const end = Date.now() + 2_000;
  await post(user, "/api/keys", { name: "Trial", expires_at: new Date(end).toISOString() });
  await expect.poll(() => Date.now()).toBeGreaterThan(end);
  await openKeys(page, user);
  const group = keyGroup(page, "Trial");
  await expect(group).toContainText("Expired");
  await moreButton(page, "Trial").click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Rename",
    "Set expiry",
    "Budgets…",
    "Browser access…",
    "Balance access…",
    "Disable",
  ]);
  await expect(page.getByRole("menu")).toContainText("To rotate this key, first set a later expiry date.");
  await page.getByRole("menuitem", { name: "Set expiry" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("“Trial” has expired. Set a later expiry date to use it again.");
  await dialog.getByRole("radio", { name: "30 days" }).click();
  await dialog.getByRole("button", { name: "Set expiry" }).click();
  await expect(group).not.toContainText("Expired");
  await expect(group).toContainText("Expires");
});

test("a key that expires while the list is open is shown as expired without a reload", async ({ page }) => {
  await page.clock.install();
  const user = await newFundedUser("coming");
  await post(user, "/api/keys", {
    name: "Trial",
    expires_at: new Date(Date.now() + 10 * 60_000).toISOString(),
  });
  await openKeys(page, user);
  await expect(keyGroup(page, "Trial")).toContainText(/Expires in (9|10) min/);
  await page.clock.fastForward(11 * 60_000);
  await expect(keyGroup(page, "Trial")).toContainText("Expired");
});

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

test("the Premium key shows its plan, which alone decides when it expires", async ({ page }) => {
  const user = await newUser("premium");
  const { paymentLinkUrl } = await post(user, "/api/payment/create-payment-link", { amount: 100 });
  const landing = new URL(await payOnHostedPage(String(paymentLinkUrl)));
  await post(user, "/api/account/payment-link-completion", {
    session_id: landing.searchParams.get("session_id"),
  });
  await openKeys(page, user);
  const group = keyGroup(page, "Premium key");
  await expect(group.getByText("Premium", { exact: true })).toBeVisible();
  await expect(group).toContainText(/Expires .+ with the Premium plan/);
  await moreButton(page, "Premium key").click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Rename",
    "Budgets…",
    "Browser access…",
    "Balance access…",
    "Rotate",
    "Disable",
  ]);
  await expect(page.getByRole("menu")).toContainText("The Premium key expires with its plan.");
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
