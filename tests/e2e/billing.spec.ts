import type { Page } from "@playwright/test";
import { billingMessages } from "#app/features/billing/messages.ts";
import { newFundedUser } from "./accounts.ts";
import { expect, signIn, stack, test } from "./support.ts";

const FAILED_RESOURCE = /Failed to load resource/;

async function openBilling(page: Page, user = stack.demo): Promise<void> {
  await signIn(page, user);
  await page.getByRole("button", { name: /My Account/ }).click();
  await page.getByRole("menuitem", { name: "Billing" }).click();
  await expect(page.getByRole("heading", { name: "Billing", level: 1 })).toBeVisible();
}

const rows = (page: Page) => page.getByRole("tabpanel").locator("tbody tr");

test("the statement lists a top-up with the balance after it, and links to its receipt", async ({ page }) => {
  const user = await newFundedUser("billed");
  await openBilling(page, user);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Top-up");
  await expect(rows(page)).toContainText("+$25.00");
  await expect(page.getByText("All transactions add up to $25.00, your balance")).toBeVisible();

  await rows(page).getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("heading", { name: "Receipt", level: 1 })).toBeVisible();
  await expect(page.getByText("$25.00", { exact: true })).toBeVisible();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page.getByText(user.email).last()).toBeVisible();
  await expect(page.getByText(/^pi_/)).toBeVisible();
  await expect(page.getByText(/^cs_/)).toBeVisible();
  await page.getByRole("link", { name: "Billing" }).first().click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Receipts");
  await expect(rows(page)).toHaveCount(1);
});

test("all transactions can be loaded and add up to the balance, as in the file", async ({ page }) => {
  await openBilling(page);
  await expect(rows(page)).toHaveCount(25);
  const more = page.getByRole("button", { name: "Load more" });
  while (await more.isVisible()) {
    const before = await rows(page).count();
    await more.click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
  }
  const sum = await page.getByText(/^All transactions add up to/).innerText();
  const newest = await rows(page).first().getByRole("cell").last().innerText();
  expect(sum).toBe(`All transactions add up to ${newest}, your balance`);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("latchkey-statement.csv");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const [header, ...lines] = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  expect(header).toBe("date,kind,amount,balance_after,reference,note");
  expect(lines).toHaveLength(await rows(page).count());
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("the statement shows an error when it fails to load, and Retry loads it", async ({ page }) => {
    await signIn(page);
    await page.route("**/api/ledger*", (route) => route.abort());
    await page.goto("/billing");
    await expect(page.getByRole("alert")).toContainText(billingMessages.statementFailed);
    await page.unroute("**/api/ledger*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(rows(page).first()).toBeVisible();
  });
});
