import type { Page } from "@playwright/test";
import { formatNumber } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { expect, giveSession, holdBack, signIn, test } from "./support.ts";

const ANALYTICS = /\/api\/figures\?/;

const figuresShown = (page: Page) => expect(page.getByText(/^requests in the last/)).toBeVisible();

/** Opens the demo account's dashboard, which has past usage. @returns the API response it shows. */
async function openFigures(page: Page, search: string): Promise<AnalyticsResponse> {
  await giveSession(page);
  const responsePromise = page.waitForResponse((response) => ANALYTICS.test(response.url()));
  await page.goto(`/${search}`);
  const figures = await (await responsePromise).json();
  await figuresShown(page);
  return figures;
}

test("the range is in the address, survives a reload, and Back undoes its choice", async ({ page }) => {
  await signIn(page);
  await figuresShown(page);
  await expect(page.getByText("Monitor your API usage and account status")).toBeVisible();
  const range = page.getByRole("button", { name: /^Time range/ });
  await range.click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/\/\?range=7d$/);
  await expect(page.getByText("requests in the last 7 days")).toBeVisible();
  await page.reload();
  await expect(range).toHaveText("Time range: Last 7 days");
  await page.goBack();
  await expect(page).toHaveURL(/\/\?range=24h$/);
  await expect(range).toHaveText("Time range: Last 24 hours");
  await expect(page.getByText("requests in the last 24 hours")).toBeVisible();
  await page.goto("/?range=1000y");
  await expect(range).toHaveText("Time range: Last 24 hours");
});

test("a plain line stands in for the chart until its code has loaded", async ({ page }) => {
  const release = await holdBack(page, "**/assets/trend-drawing-*.js");
  const { series } = await openFigures(page, "?range=30d");
  const plain = page.getByRole("img", { name: "Requests over the last 30 days" });
  const chart = page.getByRole("application", { name: "Requests over the last 30 days" });
  await expect(plain).toBeVisible();
  await expect(chart).toHaveCount(0);
  await plain.hover();
  await release();
  await expect(chart).toBeVisible();
  await expect(plain).toHaveCount(0);
  const { width = 0 } = (await chart.boundingBox()) ?? {};
  await chart.hover({ position: { x: width - 11, y: 60 } });
  await expect(chart.locator("..").getByRole("status")).toContainText(
    `Requests${formatNumber(series.at(-1)?.requests)}`,
  );
});
