import { readFile } from "node:fs/promises";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { mailsTo } from "./mail.ts";
import { card, FAILING, firingDesk, openAlerts, runCron } from "./operator-alerts-support.ts";
import { confirm, OPERATOR } from "./operator-support.ts";
import { expect, test, toasts } from "./support.ts";

const TEXTS = operatorMessages.alerts;
const operator = firingDesk();

test("a test alert reaches the destinations", async () => {
  const { page } = operator();
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

test("the history names the alert, and is downloaded", async () => {
  const { page } = operator();
  await openAlerts(page);
  await expect(card(page, "History").getByRole("row", { name: FAILING }).first()).toContainText("Firing");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await readFile((await (await download).path()) ?? "", "utf8");
  expect(file.split("\r\n")[0]).toBe(
    "started_at,recovered_at,rule,title,severity,subject,summary,notices_sent,acknowledged_at,acknowledged_by,closed_at,closed_by,note",
  );
  expect(file).toContain(",stripe_events_failing,");
});
