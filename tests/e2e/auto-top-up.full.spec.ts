import { expect } from "@playwright/test";
import { get, newFundedUser, post, put } from "./accounts.ts";
import { mailAfterCron } from "./mail.ts";
import { chargeVisit } from "./route-table.ts";
import { signIn, test, WIDTHS } from "./support.ts";
import { dress, expectLeads, expectSound } from "./visits.ts";

test("a charge that the bank wants confirmed is confirmed from the email’s link", async ({ page }) => {
  const user = await newFundedUser("owner");
  const { url } = await post(user, "/api/payment-method", {});
  await page.goto(String(url));
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Confirmed each time").check();
  await page.getByRole("button", { name: "Save card" }).click();
  await Promise.all([
    page.waitForURL(/\/login|\/billing/),
    page.getByRole("button", { name: "Confirm" }).click(),
  ]);
  await put(user, "/api/auto-top-up", {
    enabled: true,
    threshold: 100,
    amount: 50,
    monthly_limit: 150,
    charge_now: true,
  });
  const mail = await mailAfterCron(user.email, "Confirm a charge of $50.00");
  const link = new URL(/\S+\/billing\/auto-top-up\/\S+/.exec(mail.text)?.[0] ?? "").pathname;

  await dress(page, WIDTHS);
  await signIn(page, user);
  const { items } = await get<{ items: { id: string }[] }>(user, "/api/auto-top-up/charges");
  const { address } = chargeVisit(items[0]?.id ?? "");
  expect(link).toBe(address);
  await expectLeads(page, address, address);
  await expectSound(page, address, WIDTHS);
  await page.getByRole("button", { name: "Confirm with your bank" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  expect(await get(user, "/api/account/balance")).toMatchObject({ balance: 75 });
});
