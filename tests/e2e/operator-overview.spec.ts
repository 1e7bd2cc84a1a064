import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { overviewTexts as TEXTS } from "#app/features/operator/overview/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { operatorOf } from "./operator-support.ts";
import { expect, test } from "./support.ts";

const operator = operatorOf();

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole("heading", { name, level, exact: true });
const card = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("section")
    .filter({ has: heading(page, name, 2) });

async function openOverview(page: Page, query = ""): Promise<void> {
  await page.goto(`${paths.operator}${query}`);
  await expect(heading(page, TEXTS.models, 2)).toBeVisible();
}

test("the figures of the stack's usage add up, and the chart and its table show them", async () => {
  const { page } = operator();
  await openOverview(page, "?range=30d");
  const total = page.getByRole("row", { name: /^All models/ });
  const requests = await total.getByRole("cell").first().textContent();
  expect(Number(requests?.replaceAll(",", ""))).toBeGreaterThan(100);
  const chart = page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("radiogroup") });
  await expect(chart.locator("dd").first()).toHaveText(requests ?? "");
  for (const [view, label] of [
    ["Spend", "Spend, last 30 days"],
    ["Errors", "Errors, last 30 days"],
    ["Time", "Response time, last 30 days"],
  ] as const) {
    await chart.getByRole("radio", { name: view }).click();
    await expect(chart.getByLabel(label).first()).toBeVisible();
  }
  await chart.getByRole("button", { name: "View as table" }).click();
  await expect(page.getByRole("dialog").getByRole("row")).toHaveCount(31);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const shown = (await total.getByRole("cell").first().textContent())?.replaceAll(",", "");
  const download = page.waitForEvent("download");
  await card(page, TEXTS.models).getByRole("button", { name: "Download CSV" }).click();
  const records = parseCsv(await readFile((await (await download).path()) ?? "", "utf8"));
  const sum = records.slice(1).reduce((all, [, count]) => all + Number(count), 0);
  expect(sum).toBe(Number(shown));
});
