import type { Page } from "@playwright/test";
import { calculatorMessages } from "#app/features/pricing/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { expect, expectNoAxeViolations, test } from "./support.ts";

const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const line = (page: Page, name: string) =>
  page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });

async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: list }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("the calculator asks for what a model is charged by, and its address keeps that", async ({ page }) => {
  await page.goto(`${paths.pricing}?model=demo-small&requests=100`);
  await expect(field(page, "Input tokens per request")).toBeVisible();
  await choose(page, "Model", "demo-image");
  await expect(field(page, "Input tokens per request")).toHaveCount(0);
  await choose(page, "Size and quality", "1536 × 1024, high quality");
  await field(page, "Images per request").fill("3");
  // Three at $0.25.
  await expect(line(page, "Per request")).toContainText("$0.750000");
  await expect(line(page, "Per day")).toContainText("$75.00");
  await expect(page).toHaveURL(/model=demo-image&image=1536x1024%3Ahigh&images=3&requests=100$/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Size and quality" })).toHaveText(
    "1536 × 1024, high quality",
  );
  await expect(line(page, "Per request")).toContainText("$0.750000");
  await expectNoAxeViolations(page);
  await choose(page, "Model", "demo-speech");
  await field(page, "Characters per request").fill("none");
  await expect(field(page, "Characters per request")).toHaveAccessibleDescription(
    calculatorMessages.notWhole("1", "1,000,000"),
  );
  await field(page, "Characters per request").fill("1,234");
  await expect(line(page, "Per request")).toContainText("$0.018510");
  await choose(page, "Model", "demo-rerank");
  await expect(field(page, "Search units per request")).toHaveAccessibleDescription(
    calculatorMessages.searches,
  );
  await expect(line(page, "Per request")).toContainText("$0.002000");
});
