import type { Page } from "@playwright/test";
import { newFundedUser } from "./accounts.ts";
import { expect, signIn, stack, test } from "./support.ts";

async function openBilling(page: Page, user = stack.demo): Promise<void> {
  await signIn(page, user);
  await page.getByRole("link", { name: "Billing" }).click();
  await expect(page.getByRole("heading", { name: "Billing", level: 1 })).toBeVisible();
}

const rows = (page: Page) => page.getByRole("tabpanel").locator("tbody tr");

test("the statement lists a top-up with the balance after it, and links to its receipt", async ({ page }) => {
  const user = await newFundedUser("billed");
  await openBilling(page, user);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Top-up");
  await expect(rows(page)).toContainText("+$25.00");
  await expect(page.getByText("Balance now")).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText(["$0.00", /^\+\$25\.00/, /^\$0\.00/, /^\$25\.00/]);

  await rows(page).getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("heading", { name: "Receipt", level: 1 })).toBeVisible();
  await expect(page.getByText("$25.00", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Balance after").locator("..")).toContainText("$25.00");
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page.getByText(user.email).last()).toBeVisible();
  await expect(page.getByText(/^pi_/)).toBeVisible();
  await expect(page.getByText(/^cs_/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Billing" }).first().click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Receipts");
  await expect(rows(page)).toHaveCount(1);
});

test("the month’s sums add up, and the file has every transaction between them", async ({ page }) => {
  await openBilling(page);
  await expect(rows(page).first()).toBeVisible();
  const sums = await page
    .getByRole("definition")
    .locator("[title]")
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("title")?.replace(/[$,]/g, ""))));
  const [opening = 0, added = 0, usage = 0, balance = 0] = sums;
  const micros = (dollars: number) => Math.round(dollars * 1e6);
  expect(micros(opening + added + usage)).toBe(micros(balance));

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^latchkey-statement-[\d-]+-01-to-[\d-]+\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const [header, ...lines] = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  expect(header).toBe("date,kind,amount,balance_after,reference,note,usage_day,currency,receipt_number");
  const amounts = lines.map((line) => micros(Number(line.split(",")[2])));
  expect(amounts.length).toBeGreaterThan(1);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(micros(balance - opening));
});
