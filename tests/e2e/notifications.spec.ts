import type { Page } from "@playwright/test";
import { bellMessages } from "#app/features/notifications/bell-messages.ts";
import { notificationMessages } from "#app/features/notifications/messages.ts";
import { accountName } from "#core/domain/ledger.ts";
import { openDatabase } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { newFundedUser, type User } from "./accounts.ts";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { mailAfterCron, mailsTo } from "./mail.ts";
import { FAILED_RESOURCE, openSettings, section } from "./settings.ts";
import {
  expect,
  expectNoAxeViolations,
  expectReadable,
  giveSession,
  newUser,
  signIn,
  stack,
  test,
  toasts,
} from "./support.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const dot = (page: Page) => bell(page).locator("[data-unread]");
const card = (page: Page) => section(page, "Notifications");

/** Charges an amount to the user's balance, as usage does. */
async function spend({ email }: User, micros: number): Promise<void> {
  const db = openDatabase({ url: stack.libsql.url });
  const { rows } = await db.$client.execute({
    sql: "SELECT id FROM accounts WHERE email = ?",
    args: [email],
  });
  const debit = accountName(Number(rows[0]?.id));
  const transfer = { debit, credit: "revenue:usage", micros, kind: "usage", at: Date.now() } as const;
  await writeBatch(db, [transferOnce(db, { ...transfer, source: `test:${crypto.randomUUID()}` })]);
}

test("a low balance lights the bell, sends an email, links to Add Balance and is then marked as read", async ({
  page,
}) => {
  const user = await newFundedUser("bell");
  await spend(user, 21_000_000);
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
  await expectNoAxeViolations(page);
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

test("notifications that are switched off are neither shown nor emailed; every switch saves immediately", async ({
  page,
}) => {
  const user = await newFundedUser("switches");
  await openSettings(page, user);
  const [inApp, byMail] = ["Low balance in app", "Low balance by email"].map((name) =>
    card(page).getByRole("switch", { name }),
  );
  for (const one of [inApp, byMail]) {
    await expect(one ?? card(page)).toBeChecked();
    const saved = page.waitForResponse(
      (response) => response.request().method() === "PATCH" && response.ok(),
    );
    await one?.click();
    await saved;
  }
  await page.reload();
  for (const one of [inApp, byMail]) await expect(one ?? card(page)).not.toBeChecked();
  await expect(card(page).getByRole("switch", { name: "Payment received in app" })).toBeChecked();
  await expect(card(page).getByRole("switch", { name: "Payment received by email" })).not.toBeChecked();
  expect(await layoutShift(page)).toBeLessThan(MOST_SHIFT);
  await spend(user, 21_000_000);
  expect((await fetch(stack.cron)).status).toBe(200);
  await bell(page).click();
  await expect(panel(page).getByRole("listitem")).toHaveText([/Sign-in/, /Payment received/]);
  expect(await mailsTo(user.email, "Balance under")).toEqual([]);
});

test.describe("on a phone, when the server fails", () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedErrors: [FAILED_RESOURCE] });

  test("the sheet shows an error and retries, then shows that it is empty; an unsaved switch resets", async ({
    page,
  }) => {
    await openSettings(page, await newUser("quiet"));
    const everything = "**/api/notifications**";
    await page.route(everything, (route) => route.fulfill({ status: 500, json: {} }));
    await bell(page).click();
    await expect(panel(page)).toContainText(notificationMessages.loadFailed);
    await page.unroute(everything);
    await panel(page).getByRole("button", { name: "Retry" }).click();
    await expect(panel(page)).toContainText(notificationMessages.empty.title);
    await panel(page).getByRole("link", { name: notificationMessages.settings }).click();
    await expect(page).toHaveURL(/\/profile#notifications$/);
    await page.route(everything, (route) => route.fulfill({ status: 500, json: {} }));
    const one = card(page).getByRole("switch", { name: "Low balance by email" });
    await one.click();
    await expect(toasts(page)).toContainText(notificationMessages.settingFailed.description);
    await expect(one).toBeChecked();
  });
});

test("the announcement of a charging policy opens its page, and can be switched off", async ({ page }) => {
  const user = await newUser("announced");
  const db = openDatabase({ url: stack.libsql.url });
  const sql = `INSERT INTO notifications (account_id, kind, source, data, created_at)
    SELECT id, 'charging_changed', 'test', '{}', ?2 FROM accounts WHERE email = ?1`;
  await giveSession(page, user);
  await page.goto("/");
  const accounts = { sql: "SELECT id FROM accounts WHERE email = ?", args: [user.email] };
  await expect.poll(async () => (await db.$client.execute(accounts)).rows.length).toBe(1);
  await writeBatch(db, [{ sql, args: [user.email, Date.now()] }]);
  await page.reload();
  await expect(dot(page)).toBeVisible();
  await bell(page).click();
  const row = panel(page).getByRole("listitem").filter({ hasText: "How requests are charged has changed" });
  await expect(row).toBeVisible();
  await expectReadable(page, [1280]);
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/\/documentation\/charges$/);
  await expect(page.getByRole("heading", { name: "What you pay", exact: true })).toBeVisible();
  await openSettings(page, user);
  await expect(card(page).getByRole("switch", { name: "Price changes by email" })).toBeChecked();
});
