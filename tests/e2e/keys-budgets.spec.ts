import { createKey, newFundedUser } from "./accounts.ts";
import { ask, expectToast, keyGroup, openBudgets, openKeys, tried } from "./keys-support.ts";
import { expect, test } from "./support.ts";

test("a budget previews what it would have blocked, applies immediately, and is shown with its key", async ({
  page,
}) => {
  const user = await newFundedUser("budget");
  const key = await createKey(user, "Production");
  for (let i = 0; i < 2; i += 1) expect((await ask(key)).status).toBe(200);
  await openKeys(page, user);
  // Spending shows up once the ledger has caught up, a few seconds later.
  await expect(async () => {
    const dialog = await openBudgets(page);
    await expect(dialog.getByText(/^<?\$\d+\.\d+ today$/)).toBeVisible();
    const spent = await dialog.getByText(/ today$/).innerText();
    await page.keyboard.press("Escape");
    expect(spent).not.toBe("$0.00 today");
  }).toPass();

  const dialog = await openBudgets(page);
  const perDay = dialog.getByLabel("Per day");
  await expect(perDay).toBeFocused();
  await expect(tried(dialog, "Per day").getByRole("cell")).toHaveText(["—", "—", "—"]);
  await perDay.fill("0");
  await expect(tried(dialog, "Per day").getByRole("cell")).toHaveText(["<$0.01", "2", "1"]);
  await expect(dialog.getByRole("status")).toHaveText(
    /^In the last 30 days, \$0\.00 per day would have blocked <\$0\.01, 2 requests, on 1 day\.$/,
  );
  await dialog.getByLabel("Per month").fill("100");
  await expect(tried(dialog, "Per month").getByRole("cell")).toHaveText(["$0.00", "0", "0"]);
  await dialog.getByRole("button", { name: "Save budgets" }).click();
  await expectToast(page, "API Key Budgets Saved", "“Production” has $0.00 per day, $100.00 per month.");
  await expect(dialog).toHaveCount(0);
  await expect(keyGroup(page, "Production")).toContainText("Out of budget");
  const refused = await ask(key);
  expect([refused.status, await refused.json()]).toMatchObject([402, { error: { code: "budget_exceeded" } }]);

  const again = await openBudgets(page);
  await expect(again.getByLabel("Per day")).toHaveValue("0");
  await again.getByLabel("Per day").fill("");
  await again.getByLabel("Per day").press("Enter");
  await expect(again).toHaveCount(0);
  await expect(keyGroup(page, "Production")).toContainText(/\$\S+of \$100\.00/);
  expect((await ask(key)).status).toBe(200);
});
