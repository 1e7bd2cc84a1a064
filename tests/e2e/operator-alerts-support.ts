import type { Page } from "@playwright/test";
import { paths } from "#app/lib/paths.ts";
import { ALERTS } from "#core/domain/alerts.ts";
import { openDatabase } from "#core/storage/database.ts";
import { operatorOf } from "./operator-support.ts";
import { expect, stack, test } from "./support.ts";

/** The alert that fires, of which the whole stack has one. */
export const { title: FAILING } = ALERTS.stripe_events_failing;
const EVENT = `evt_of_test_${crypto.randomUUID()}`;
const TEN_MINUTES_MS = 600_000;

const execute = (sql: string) => openDatabase({ url: stack.libsql.url }).$client.execute(sql);
export const runCron = async () => expect((await fetch(stack.cron)).status).toBe(200);

/** The operator's browser, beside an alert that fires for all tests of a file. */
export function firingDesk() {
  const operator = operatorOf();
  test.beforeAll(async () => {
    await execute(`INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries, error)
      VALUES ('${EVENT}', 'test', 'cs_1', ${Date.now() - TEN_MINUTES_MS}, ${Date.now()}, 2, 'order_unknown')`);
    await runCron();
  });
  test.afterAll(() => execute(`DELETE FROM payment_events WHERE id = '${EVENT}'`));
  return operator;
}

export const card = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("section section")
    .filter({ has: page.getByRole("heading", { name: title, level: 2, exact: true }) });
export const ruleRow = (page: Page, title: string) => card(page, "Rules").getByRole("row", { name: title });

/** Opens the page and waits until it has loaded. */
export async function openAlerts(page: Page): Promise<void> {
  await page.goto(paths.operatorAlerts);
  await expect(card(page, "Rules")).toBeVisible();
}

export async function choose(page: Page, rule: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${rule}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}
