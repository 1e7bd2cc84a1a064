import { FULL_KEY } from "./accounts.ts";
import { openOneKey, rowOf } from "./keys-support.ts";
import { expect, test } from "./support.ts";

const HOVER_OPEN_MS = 700;
const HOVER_CLOSE_MS = 300;

test("the list stays inside its card at every width, with the mask on and off", async ({ page }) => {
  await openOneKey(page, "widths");
  expect(await page.content()).not.toMatch(FULL_KEY);
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
