import { createKey, newFundedUser } from "./accounts.ts";
import {
  brokenServer,
  createButton,
  expectToast,
  FAILED_RESOURCE,
  openCreateDialog,
  openKeys,
  openOneKey,
  rowOf,
} from "./keys-support.ts";
import { expect, signIn, test, toasts } from "./support.ts";

// The specification's sentences, word for word.

test("the page has all specified parts, worded as specified", async ({ page }) => {
  await openOneKey(page, "words");
  await expect(createButton(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Account Balance" })).toBeVisible();
  await expect(page.getByText("$25.00")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Mask API Keys" })).toBeChecked();
  await expect(page.getByRole("heading", { name: "Quick Help" })).toBeVisible();
  await expect(page.getByText("Authorization: Bearer YOUR_API_KEY")).toBeVisible();

  const tips = page.locator("section").filter({ has: page.getByRole("heading", { name: "Best Practices" }) });
  await expect(tips.getByRole("listitem").getByRole("heading")).toHaveText([
    "Use environment variables",
    "Rotate keys",
    "Restrict access",
    "Monitor usage",
  ]);

  await expect(page.getByRole("tab")).toHaveText([/^Active Keys\s*1$/, /^Revoked Keys\s*0$/]);
  await expect(page.getByRole("tab", { name: /Active Keys/ })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "API Key",
    "Created",
    "Last Used",
    "This month",
    "Actions",
  ]);
  const row = rowOf(page, "Production");
  await expect(row.getByRole("cell").nth(3)).toHaveText("Never used");
  await expect(row.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: "Revoke Production" })).toBeVisible();
  await expect(page.getByText("Showing 1 active key", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByText("No Revoked Keys", { exact: true })).toBeVisible();
  await expect(page.getByText("Showing 0 revoked keys", { exact: true })).toBeVisible();
});

test("a revoked key keeps its history, and one that was never used is “Unknown” there", async ({ page }) => {
  await openOneKey(page, "history");
  await page.getByRole("button", { name: "Revoke Production" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke API Key" });
  await dialog.getByRole("button", { name: "Revoke API Key" }).click();
  await expectToast(page, "API Key Revoked", "“Production” no longer works.");
  await expect(page.getByText("No Active API Keys", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "API Key",
    "Created",
    "Revoked",
    "Actions",
  ]);
  await expect(rowOf(page, "Production")).toContainText("Last used: Unknown");
  await expect(page.getByText("Showing 1 revoked key", { exact: true })).toBeVisible();
  await rowOf(page, "Production").getByRole("link", { name: "Usage History", exact: true }).click();
  await expect(page).toHaveURL(/\/api-keys\/key_\w+\/usage$/);
});

test("Usage leads to the key's own page, and back leads to the list", async ({ page }) => {
  await openOneKey(page, "usage");
  await rowOf(page, "Production").getByRole("link", { name: "Usage", exact: true }).click();
  await expect(page).toHaveURL(/\/api-keys\/key_\w+\/usage$/);
  await page.goBack();
  await expect(rowOf(page, "Production")).toBeVisible();
});

test("the create dialog shows the price; on success it confirms, closes and clears the name", async ({
  page,
}) => {
  await openKeys(page, await newFundedUser("create"));
  const dialog = await openCreateDialog(page);
  await expect(dialog).toContainText("Each API key costs 0.00 per 1000 requests");
  await expect(dialog.getByRole("button", { name: "Create API Key" })).toBeDisabled();
  await dialog.getByLabel("Name").press("Enter");
  await expectToast(page, "Missing information", "Please provide a name for your API key.");
  await dialog.getByLabel("Name").fill("  Production  ");
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await expectToast(page, "API Key Created", "“Production” is ready. Copy it from the list at any time.");
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, "Production")).toBeVisible();
  await expect((await openCreateDialog(page)).getByLabel("Name")).toHaveValue("");
});

test("a toast disappears after five seconds, and there is never a second one", async ({ page }) => {
  await page.clock.install();
  await openKeys(page, await newFundedUser("seconds"));
  const dialog = await openCreateDialog(page);
  await dialog.getByLabel("Name").fill(" ");
  await page.clock.pauseAt(Date.now() + 1_000);
  await dialog.getByLabel("Name").press("Enter");
  await page.clock.runFor(1_000);
  await dialog.getByLabel("Name").press("Enter");
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(4_900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});

test("a toast is dismissed by a swipe of more than 50 pixels, and stays otherwise", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openOneKey(page, "swipe");
  await rowOf(page, "Production").getByRole("button", { name: "Copy" }).click();
  await expect(toasts(page).getByText("API Key Copied", { exact: true })).toBeVisible();
  async function swipe(pixels: number) {
    const box = await toasts(page).boundingBox();
    if (!box) throw new Error("There is no toast to swipe.");
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels / 2, y, { steps: 4 });
    await page.mouse.move(x + pixels, y, { steps: 4 });
    await page.mouse.up();
  }
  await swipe(45);
  await expect(toasts(page)).toHaveCount(1);
  await swipe(60);
  await expect(toasts(page)).toHaveCount(0);
});

test.describe("when a call is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("keys that fail to load show why, and Try Again loads them", async ({ page }) => {
    const user = await newFundedUser("unloaded");
    await createKey(user, "Production");
    await page.route("**/api/keys", (route) => route.fulfill(brokenServer));
    await signIn(page, user);
    await page.goto("/api-keys");
    const alert = page.getByRole("alert").filter({ hasText: "Error Loading API Keys" });
    await expect(alert.getByText("Unexpected.", { exact: true })).toBeVisible();
    await page.unroute("**/api/keys");
    await alert.getByRole("button", { name: "Try Again" }).click();
    await expect(rowOf(page, "Production")).toBeVisible();
  });
});
