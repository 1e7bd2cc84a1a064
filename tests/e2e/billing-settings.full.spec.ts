import { get, newFundedUser, put } from "./accounts.ts";
import { expectToast } from "./keys-support.ts";
import { mailAfterCron } from "./mail.ts";
import { enterCard, runCron, SETTINGS, topUp } from "./paying.ts";
import { expect, signIn, test } from "./support.ts";

test("a declined card stops auto top-up until it is replaced", async ({ page }) => {
  const user = await newFundedUser("declined");
  await signIn(page, user);
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Add card" }).click();
  await enterCard(page, user, "Saved, then declined");
  await expectToast(page, "Card Saved", "You can use it for auto top-up.");
  await put(user, "/api/auto-top-up", {
    enabled: true,
    threshold: 100,
    amount: 50,
    monthly_limit: 150,
    charge_now: true,
  });
  await runCron();
  await page.reload();
  await expect(topUp(page).getByText(/^Your card was declined on /)).toBeVisible();
  await mailAfterCron(user.email, "Auto top-up stopped: your card was declined");
  await page.getByRole("button", { name: "Replace card" }).click();
  await enterCard(page, user);
  await expect(topUp(page).getByText("On", { exact: true })).toBeVisible();
  await runCron();
  // The declined charge was this hour's.
  expect(await get(user, "/api/account/balance")).toMatchObject({ balance: 25 });
});
