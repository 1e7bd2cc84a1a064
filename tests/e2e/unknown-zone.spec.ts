import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { expect, giveSession, test } from "./support.ts";

const NOTE = "UTC (your browser’s time zone is unknown)";

// Its times of day are nowhere those of UTC.
test.use({ timezoneId: "Asia/Kathmandu" });

test("in a time zone that nobody knows, every time is in UTC, and the pages say so", async ({ page }) => {
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function options() {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  const zones = new Set<string>();
  page.on("request", (request) => {
    const zone = new URL(request.url()).searchParams.get("tz");
    if (zone !== null) zones.add(zone);
  });
  await giveSession(page);
  const responsePromise = page.waitForResponse(/\/api\/figures\?/);
  await page.goto("/");
  const figures: AnalyticsResponse = await (await responsePromise).json();
  await expect(page.getByText(/^requests in the last/)).toBeVisible();
  await expect(page.getByText(`As of ${figures.as_of.slice(11, 16)}, ${NOTE}`)).toBeVisible();
  await page.goto("/usage?range=24h");
  await expect(page.getByText(NOTE)).toBeVisible();
  const time = page.getByRole("row").locator("time").first();
  const instant = (await time.getAttribute("datetime")) ?? "";
  await expect(time).toContainText(new Date(instant).toISOString().slice(11, 19));
  expect([...zones]).toEqual(["UTC"]);
});
