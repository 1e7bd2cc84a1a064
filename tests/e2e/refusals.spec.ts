import { put } from "./accounts.ts";
import { banner, card, chat, expectNoticed, working } from "./refusals-support.ts";
import { expect, test } from "./support.ts";

test("a customer whose key is out of budget sees it on the open dashboard, and raises the budget there", async ({
  page,
}) => {
  const { user, key, id } = await working(page, "refused-budget");
  await put(user, `/api/keys/${id}/budgets`, { budgets: [{ period: "day", amount: 0.0001 }] });
  for (let i = 0; i < 3; i += 1) expect((await chat(key)).status).toBe(402);
  await expect(banner(page)).toContainText(
    /^Production has been refused since \d\d:\d\d: it reached its daily budget3 requests refused, none charged\. The \$0\.0001 budget resets at \d\d:\d\d\./,
  );
  await expect(card(page)).toContainText(/402 Over budgetProduction, since \d\d:\d\d today3/);
  await expectNoticed(user, /budget/);
  await page.setViewportSize({ width: 1280, height: 900 });
  await banner(page).getByRole("button", { name: "Raise budget" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Per day").fill("5");
  await dialog.getByRole("button", { name: "Save" }).click();
  // The page behind an open dialog has no roles.
  await expect(dialog).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
  expect((await chat(key)).status).toBe(200);
});
