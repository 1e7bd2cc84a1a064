import type { Page } from "@playwright/test";
import { subscriptionMessages } from "#app/features/subscription/messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import { buyPremium, get } from "./accounts.ts";
import { expect, newUser, signIn, test } from "./support.ts";

const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Subscription Status" }) });

test("the owner lets a used-up plan pay from the balance, which lasts and is in the activity", async ({
  page,
}) => {
  const user = await newUser("beyond");
  await buyPremium(user);
  await signIn(page, user);
  await expect(card(page)).toContainText("$0.00 of $20.00 this month");
  const control = card(page).getByRole("switch", { name: subscriptionMessages.drawsOnBalance });
  await expect(control).not.toBeChecked();
  await expect(control).toHaveAccessibleDescription(/^Further requests are refused until /);
  await control.focus();
  await page.keyboard.press("Space");
  await expect(control).toBeChecked();
  await expect(control).toHaveAccessibleDescription("Further requests are charged to your balance.");
  await expect
    .poll(async () => (await get<SubscriptionResponse>(user, "/api/account/subscription")).draws_on_balance)
    .toBe(true);
  await page.reload();
  await expect(control).toBeChecked();
  await page.goto(paths.activity);
  await expect(page.getByText("The plan was changed")).toBeVisible();
  await expect(page.getByText("Pays from the balance when it is used up")).toBeVisible();
});
