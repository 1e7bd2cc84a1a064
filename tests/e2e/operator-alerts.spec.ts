import type { Page } from "@playwright/test";
import { paths } from "#app/lib/paths.ts";
import { ALERTS } from "#core/domain/alerts.ts";
import { openDatabase } from "#core/storage/database.ts";
import { giveOperatorSession, newOperatorSession } from "./operator-support.ts";
import { expect, stack, test, toasts } from "./support.ts";

// Every document of the desk has status 404, which browsers log.
test.use({ expectedErrors: [/Failed to load resource/] });
// One alert fires in the whole stack.
test.describe.configure({ mode: "serial" });
const { title: FAILING } = ALERTS.stripe_events_failing;
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

test("a rule is muted for a reason, shows it after a reload, and is unmuted", async ({ page }) => {
  const reason = `Known, ticket ${Date.now()}`;
  await openAlerts(page);
  await choose(page, FAILING, "Mute for 4 hours");
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.getByRole("dialog").getByRole("button", { name: "Mute for 4 hours" }).click();
  await expect(page.getByRole("dialog").getByText("The reason is missing.")).toBeVisible();
  await confirm(page, "Mute for 4 hours", reason);
  await expect(toasts(page)).toContainText("Muted for 4 hours");
  await page.reload();
  await expect(ruleRow(page, FAILING)).toContainText(/Muted.*Firing, until/);
  await card(page, FAILING)
    .getByRole("button", { name: `Unmute: ${FAILING}` })
    .click();
  await confirm(page, "Unmute", reason);
  await expect(ruleRow(page, FAILING)).toContainText(/Firing$/);
  await page.goto(`${paths.operatorAudit}?search=${encodeURIComponent(reason)}`);
  const rows = page.getByRole("main").locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Unmuted an alert");
  await expect(rows.last()).toContainText(`Muted an alert${FAILING}`);
});
