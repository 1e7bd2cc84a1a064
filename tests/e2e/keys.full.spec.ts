import { footerText, keyMessages } from "#app/features/keys/messages.ts";
import { createKey, FULL_KEY } from "./accounts.ts";
import { openOneKey, rowOf } from "./keys-support.ts";
import { expect, test, toasts } from "./support.ts";

const HOVER_OPEN_MS = 700;
const HOVER_CLOSE_MS = 300;

test("full keys are on the page only while masking is off", async ({ page }) => {
  const { user, key } = await openOneKey(page, "mask");
  const second = await createKey(user, "Staging");
  await page.reload();
  const mask = page.getByRole("switch", { name: "Mask API Keys" });
  await expect(mask).toBeChecked();
  await expect(rowOf(page, "Production")).toContainText(`${key.slice(0, 8)}•`);
  expect(await page.content()).not.toMatch(FULL_KEY);

  await mask.click();
  await expect(rowOf(page, "Production")).toContainText(key);
  await expect(rowOf(page, "Staging")).toContainText(second);
  await mask.click();
  await expect(rowOf(page, "Staging")).toContainText(`${second.slice(0, 8)}•`);
  expect(await page.content()).not.toMatch(FULL_KEY);
});

test("the list stays inside its card at every width, with the mask on and off", async ({ page }) => {
  await openOneKey(page, "widths");
  const card = page.locator("section").filter({ has: page.getByRole("tablist") });
  const beyond = () =>
    card.evaluate((element) =>
      Math.max(element.scrollWidth - element.clientWidth, document.documentElement.scrollWidth - innerWidth),
    );
  for (const masked of [true, false]) {
    if (!masked) await page.getByRole("switch", { name: "Mask API Keys" }).click();
    await expect(page.getByText(FULL_KEY)).toHaveCount(masked ? 0 : 1);
    for (const width of [1280, 1279, 1024, 1023, 768, 767, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(beyond, { message: `${width} px, ${masked ? "masked" : "in full"}` }).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 844 });
  }
});

test("hovering over a key opens a sample request that works as is; leaving closes it", async ({ page }) => {
  await page.clock.install();
  const { key } = await openOneKey(page, "hover");
  const sample = page.getByRole("region", { name: "Sample request" });
  await page.clock.pauseAt(Date.now() + 1_000);
  await rowOf(page, "Production").getByRole("button", { name: /^lk_/ }).hover();
  await page.clock.runFor(HOVER_OPEN_MS - 1);
  await expect(sample).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(sample).toContainText(`Authorization: Bearer ${key}`);
  await expect(sample).toContainText(`curl ${new URL(page.url()).origin}/v1/chat/completions`);

  await page.getByRole("heading", { name: "API Keys", level: 1 }).hover();
  await page.clock.runFor(HOVER_CLOSE_MS - 1);
  await expect(sample).toBeVisible();
  await page.clock.runFor(1);
  await expect(sample).toHaveCount(0);
  expect(await page.content()).not.toMatch(FULL_KEY);
});

test("a revoked key moves to the other tab, and both tabs count what they show", async ({ page }) => {
  const { user, key } = await openOneKey(page, "tabs");
  await createKey(user, "Staging");
  await page.reload();
  await expect(page.getByText(footerText(2, "active"))).toBeVisible();
  await expect(rowOf(page, "Staging")).toContainText(keyMessages.neverUsed);
  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByText(keyMessages.noRevokedKeys)).toBeVisible();
  await expect(page.getByText(footerText(0, "revoked"))).toBeVisible();

  await page.getByRole("tab", { name: /Active Keys/ }).click();
  await page.getByRole("button", { name: "Revoke Production" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke API Key" });
  await dialog.getByRole("button", { name: "Revoke API Key" }).click();
  await expect(toasts(page)).toContainText(keyMessages.revoked.title);
  await expect(page.getByText(footerText(1, "active"))).toBeVisible();
  await page.getByRole("tab", { name: /Revoked Keys/ }).click();
  await expect(page.getByText(footerText(1, "revoked"))).toBeVisible();
  await expect(rowOf(page, "Production")).toContainText(key.slice(-4));
  await expect(rowOf(page, "Production").getByRole("button")).toHaveCount(0);
});
