import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { paymentTexts } from "#app/features/operator/payments/messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import { get, newFundedUser, type User } from "./accounts.ts";
import { operatorOf } from "./operator-support.ts";
import { expect, test } from "./support.ts";

const operator = operatorOf();

const heading = (page: Page) => page.getByRole("heading", { name: paymentTexts.title, level: 1 });
const balanceOf = async (user: User) => (await get<BalanceResponse>(user, "/api/account/balance")).balance;

async function openPayments(page: Page, query = ""): Promise<void> {
  await page.goto(`${paths.operatorPayments}${query}`);
  await expect(heading(page)).toBeVisible();
}
const rowOf = (page: Page, text: string) =>
  page.getByRole("main").locator("tbody tr").filter({ hasText: text });

test("a part of a payment is refunded, then the rest, and the customer sees both", async () => {
  const { page } = operator();
  const user = await newFundedUser("refunded");
  await openPayments(page);
  await page.getByRole("searchbox", { name: paymentTexts.search }).fill(user.email);
  const row = rowOf(page, user.email);
  await expect(row).toHaveCount(1);
  await row.getByRole("button", { name: "Refund $25.00" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "A part" }).click();
  await dialog.getByLabel("Amount").fill("7.50");
  await dialog.getByLabel("Reason").fill("Ticket 2381");
  await dialog.getByRole("button", { name: "Refund $7.50" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("Partly refunded");
  await expect(row).toContainText("$7.50");
  expect(await balanceOf(user)).toBe(17.5);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Refund $25.00" }).click();
  await expect(dialog.getByLabel("Reason")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.setViewportSize({ width: 1280, height: 844 });
  await row.getByRole("button", { name: "Refund $25.00" }).click();
  await dialog.getByLabel("Reason").fill("Ticket 2381, the rest");
  await dialog.getByRole("button", { name: "Refund $17.50" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText("Refunded", { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  expect(await balanceOf(user)).toBe(0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await readFile((await (await download).path()) ?? "", "utf8");
  expect(file.trimEnd().split(/\r?\n/)).toHaveLength(2);
  expect(file).toContain("refunded,25");
});
