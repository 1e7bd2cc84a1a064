import { paths } from "#app/lib/paths.ts";
import { card, choose, FAILING, firingDesk, openAlerts, ruleRow } from "./operator-alerts-support.ts";
import { confirm } from "./operator-support.ts";
import { expect, test, toasts } from "./support.ts";

const operator = firingDesk();

test("a rule is muted for a reason, shows it after a reload, and is unmuted", async () => {
  const { page } = operator();
  const reason = `Known, ticket ${Date.now()}`;
  await openAlerts(page);
  await choose(page, FAILING, "Mute for 4 hours");
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
