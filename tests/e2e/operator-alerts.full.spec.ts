import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { deskMessages } from "#app/features/operator/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { ALERTS } from "#core/domain/alerts.ts";
import { openDatabase } from "#core/storage/database.ts";
import { expectStill, layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { mailsTo } from "./mail.ts";
import { giveOperatorSession, newOperatorSession, OPERATOR } from "./operator-support.ts";
import { closeByEscape, expect, expectLoaded, expectReadable, stack, test, toasts } from "./support.ts";

// Every document of the desk has status 404, which browsers log.
test.use({ expectedErrors: [/Failed to load resource/] });
// One alert fires in the whole stack.
test.describe.configure({ mode: "serial" });

const TEXTS = deskMessages.alerts;
const { title: FAILING } = ALERTS.stripe_events_failing;
const { title: REFUNDS } = ALERTS.refunds_overdue;
const EVENT = `evt_of_test_${crypto.randomUUID()}`;
const TEN_MINUTES_MS = 600_000;

const execute = (sql: string) => openDatabase({ url: stack.libsql.url }).$client.execute(sql);
const runCron = async () => expect((await fetch(stack.cron)).status).toBe(200);

let session: Awaited<ReturnType<typeof newOperatorSession>>["session"];
test.beforeAll(async () => {
  ({ session } = await newOperatorSession());
  await execute(`INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries, error)
    VALUES ('${EVENT}', 'test', 'cs_1', ${Date.now() - TEN_MINUTES_MS}, ${Date.now()}, 2, 'order_unknown')`);
  await runCron();
});
test.afterAll(() => execute(`DELETE FROM payment_events WHERE id = '${EVENT}'`));
test.beforeEach(async ({ page }) => giveOperatorSession(page, session));

const card = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("section section")
    .filter({ has: page.getByRole("heading", { name: title, level: 2, exact: true }) });
const ruleRow = (page: Page, title: string) => card(page, "Rules").getByRole("row", { name: title });

/** Opens the page and waits until it has loaded. */
async function openAlerts(page: Page): Promise<void> {
  await page.goto(paths.operatorAlerts);
  await expect(card(page, "Rules")).toBeVisible();
}

async function confirm(page: Page, button: string, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

async function choose(page: Page, rule: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${rule}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("a test alert reaches the destinations", async ({ page }) => {
  await openAlerts(page);
  const before = (await mailsTo(OPERATOR.email, "Test alert")).length;
  await page.getByRole("button", { name: "Send test alert" }).click();
  await expect(page.getByRole("dialog")).toContainText(OPERATOR.email);
  await confirm(page, "Send test alert", "New receiver");
  await expect(toasts(page)).toContainText(TEXTS.testSent.title);
  await expect(async () => {
    await runCron();
    expect((await mailsTo(OPERATOR.email, "Test alert")).length).toBe(before + 1);
  }).toPass();
  await page.reload();
  await expect(card(page, "Destinations")).toContainText(/OK.*Last sent/);
});

test("the history names the alert, and is downloaded", async ({ page }) => {
  await openAlerts(page);
  await expect(card(page, "History").getByRole("row", { name: FAILING }).first()).toContainText("Firing");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await readFile((await (await download).path()) ?? "", "utf8");
  expect(file.split("\r\n")[0]).toBe(
    "started_at,recovered_at,rule,title,severity,subject,summary,notices_sent",
  );
  expect(file).toContain(",stripe_events_failing,");
});
