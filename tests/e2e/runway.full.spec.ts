import type { Page } from "@playwright/test";
import { createKey, newFundedUser } from "./accounts.ts";
import { expectStill } from "./layout-shift.ts";
import { expect, giveSession, signIn, test } from "./support.ts";
import { newUserWithKey, recordRequests, storedKey } from "./usage-support.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Account Balance" }) });

const date = (at: number) =>
  new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "short",
    day: "numeric",
    timeZone: "Europe/Lisbon",
  }).format(at);

test("$1 a day out of $25 lasts 25 days, three quarters of it one key's", async ({ page }) => {
  const { user, key } = await newUserWithKey("runway");
  await createKey(user, "Staging");
  // Also usage older than seven days, at another rate: only the last seven days count.
  await recordRequests(key, 20, { cost: 900_000, agoMs: 8 * DAY_MS });
  await recordRequests(key, 70, { cost: 75_000, agoMs: HOUR_MS, everyMs: 2.3 * HOUR_MS });
  const staging = { cost: 25_000, agoMs: HOUR_MS, everyMs: 2.3 * HOUR_MS };
  await recordRequests(await storedKey(user, "Staging"), 70, staging);
  await signIn(page, user);
  await expect(card(page)).toContainText(
    `At this pace, your balance will last until ${date(Date.now() + 25 * DAY_MS)}`,
  );
  await expect(card(page)).toContainText("$1.00 a day over the last 7 days");
  await card(page).getByRole("button", { name: "By key" }).press("Enter");
  const shares = page.getByRole("dialog", { name: "Spent by key" });
  await expect(shares.getByRole("listitem")).toHaveText(["Production$5.2575.0%", "Staging$1.7525.0%"]);
  await page.keyboard.press("Escape");
  await expect(card(page).getByRole("button", { name: "By key" })).toBeFocused();
});

for (const width of [1280, 390]) {
  test(`nothing jumps when the runway loads last: ${width} px`, async ({ page }) => {
    const user = await newFundedUser("runway-still");
    const key = await createKey(user, "Production").then(() => storedKey(user, "Production"));
    await recordRequests(key, 70, { cost: 100_000, agoMs: HOUR_MS, everyMs: 2.3 * HOUR_MS });
    await page.setViewportSize({ width, height: 1_600 });
    await giveSession(page, user);
    for (const late of ["account/runway", "figures/breakdown"]) {
      await expectStill(page, "/", `api/${late}`);
      await expect(card(page)).toContainText("At this pace");
    }
  });
}
