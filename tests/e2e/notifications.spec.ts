import type { Page } from "@playwright/test";
import { bellMessages } from "#app/features/notifications/bell-messages.ts";
import { notificationMessages } from "#app/features/notifications/messages.ts";
import { openDatabase } from "#core/storage/database.ts";
import { spend } from "#tests/support/money.ts";
import { newFundedUser, type User } from "./accounts.ts";
import { mailAfterCron, mailsTo } from "./mail.ts";
import { expect, signIn, stack, test } from "./support.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const dot = (page: Page) => bell(page).locator("[data-unread]");

async function spendAs({ email }: User, micros: number): Promise<void> {
  const db = openDatabase({ url: stack.libsql.url });
  const { rows } = await db.$client.execute({
    sql: "SELECT id FROM accounts WHERE email = ?",
    args: [email],
  });
  await spend(db, Number(rows[0]?.id), micros);
}

test("a low balance lights the bell, sends an email, links to Add Balance and is then marked as read", async ({
  page,
}) => {
  const user = await newFundedUser("bell");
  await spendAs(user, 21_000_000);
  await signIn(page, user);
  await expect(dot(page)).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName(bellMessages.unread(3));
  await bell(page).click();
  const rows = panel(page).getByRole("listitem");
  await expect(rows).toHaveText([
    // The account was made by a script.
    /Sign-in from a new location.*Chrome on .*Unread/,
    /Balance under \$5\.00\$4\.00 left.*Unread/,
    /Payment received\$25\.00.*Unread/,
  ]);
  await page.keyboard.press("Escape");
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await rows.nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/add-balance$/);
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName(bellMessages.unread(2));
  await bell(page).click();
  await panel(page).getByRole("button", { name: notificationMessages.markAll }).click();
  await expect(rows.getByText("Unread")).toHaveCount(0);
  await bell(page).click();
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName(bellMessages.title);
  await expect(dot(page)).toHaveCount(0);

  await mailAfterCron(user.email, "Balance under $5.00");
  expect(await mailsTo(user.email, "Payment received")).toEqual([]);
});
