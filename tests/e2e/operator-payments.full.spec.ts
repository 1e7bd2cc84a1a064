import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { paymentTexts } from "#app/features/operator/payments/messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import { openDatabase } from "#core/storage/database.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { payOnHostedPage } from "#tests/support/hosted-page.ts";
import { get, newFundedUser, post, type User } from "./accounts.ts";
import { operatorOf } from "./operator-support.ts";
import { expect, newUser, stack, test, toasts } from "./support.ts";

const operator = operatorOf();

const db = openDatabase({ url: stack.libsql.url });
const heading = (page: Page) => page.getByRole("heading", { name: paymentTexts.title, level: 1 });
const balanceOf = async (user: User) => (await get<BalanceResponse>(user, "/api/account/balance")).balance;

async function openPayments(page: Page, query = ""): Promise<void> {
  await page.goto(`${paths.operatorPayments}${query}`);
  await expect(heading(page)).toBeVisible();
}
const rowOf = (page: Page, text: string) =>
  page.getByRole("main").locator("tbody tr").filter({ hasText: text });

test("a payment is refunded from the account's ledger, and the log has the reason", async () => {
  const { page } = operator();
  const user = await newFundedUser("refunded-from-ledger");
  await page.goto(`${paths.operatorAccounts}?search=${encodeURIComponent(user.email)}`);
  await page.getByRole("link", { name: user.email }).click();
  await page.getByRole("button", { name: "Refund $25.00" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Paid by mistake");
  await dialog.getByRole("button", { name: "Refund $25.00" }).click();
  await expect(toasts(page)).toContainText("Payment refunded");
  await expect(page.getByRole("main")).toContainText("Refunded $25.00");
  await expect(page.getByRole("main")).toContainText("Paid by mistake");
  expect(await balanceOf(user)).toBe(0);
  await page.getByRole("button", { name: "Refund $25.00" }).click();
  await expect(dialog).toContainText("This payment has been refunded in full.");
});

/** A paid checkout whose event fails, as its order has another amount. @returns the order's id. */
async function failingPayment(user: User): Promise<string> {
  const link = await post(user, "/api/payment/create-payment-link", { amount: 25, product: "balance" });
  const sessionId = String(link.paymentLinkUrl).split("/").at(-1) ?? "";
  const [order] = await db
    .update(checkoutOrders)
    .set({ amountMinor: 100 })
    .where(eq(checkoutOrders.sessionId, sessionId))
    .returning();
  await payOnHostedPage(String(link.paymentLinkUrl));
  return order?.id ?? "";
}

test("a failing event is opened and retried", async () => {
  const { page } = operator();
  const user = await newUser("stuck");
  const order = await failingPayment(user);
  await openPayments(page);
  const row = rowOf(page, user.email).filter({ hasText: "checkout.session.completed" });
  await row.getByRole("button", { name: /^Details: / }).click();
  await expect(rowOf(page, order)).toContainText("The payment doesn’t match its order");
  await expect(rowOf(page, order)).toContainText("not credited");
  await row.getByRole("button", { name: /^Retry / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Order corrected");
  await dialog.getByRole("button", { name: "Retry now" }).click();
  await expect(dialog.getByRole("alert")).toContainText("It still fails");
  await db.update(checkoutOrders).set({ amountMinor: 2500 }).where(eq(checkoutOrders.id, order));
  await dialog.getByRole("button", { name: "Retry now" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toasts(page)).toContainText("Event processed");
  await expect(row).toHaveCount(0);
  expect(await balanceOf(user)).toBe(25);
});
