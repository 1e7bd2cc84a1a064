import { newFundedUser } from "./accounts.ts";
import { openCreateDialog, openKeys, openOneKey, rowOf } from "./keys-support.ts";
import { expect, test, toasts } from "./support.ts";

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
