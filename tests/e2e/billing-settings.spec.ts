import { settingsMessages } from "#app/features/billing/messages.ts";
import { createKey, get, newFundedUser } from "./accounts.ts";
import { expectToast } from "./keys-support.ts";
import { mailAfterCron } from "./mail.ts";
import { enterCard, runCron, SETTINGS, saveButton, topUp } from "./paying.ts";
import { expect, signIn, stack, test } from "./support.ts";

const ask = (key: string) =>
  fetch(new URL("/v1/chat/completions", stack.web), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: "demo-small",
      messages: [{ role: "user", content: "Hello" }],
      max_tokens: 5,
    }),
  });

test("all keys are stopped with one click and a confirmation, everywhere and at once, and started again", async ({
  page,
}) => {
  const user = await newFundedUser("stopper");
  const key = await createKey(user, "Production");
  expect((await ask(key)).status).toBe(200);
  await signIn(page, user);
  await page.goto(`${SETTINGS}#emergency-stop`);
  await expect(page.getByText("1 key is accepting requests.")).toBeVisible();
  await page.getByRole("button", { name: "Stop all keys" }).click();
  const dialog = page.getByRole("dialog", { name: "Stop all keys?" });
  await dialog.getByRole("button", { name: "Stop all keys" }).click();
  await expectToast(page, "Keys Stopped", "Every request is now refused.");
  const refused = await ask(key);
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: "account_stopped" } }]);
  await page.goto("/usage");
  await expect(page.getByText("All your keys are stopped.")).toBeVisible();
  await mailAfterCron(user.email, "All your keys were stopped");
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByText("All your keys are stopped.")).toBeHidden();
  expect((await ask(key)).status).toBe(200);
});

test("a card is added, charged when the balance is low, and removed", async ({ page }) => {
  const user = await newFundedUser("topped");
  await signIn(page, user);
  await page.goto(SETTINGS);
  await expect(page.getByText(settingsMessages.noCard)).toBeVisible();
  await page.getByRole("button", { name: "Add card" }).click();
  await enterCard(page, user);
  await expectToast(page, "Card Saved", "You can use it for auto top-up.");
  await topUp(page).getByRole("switch").click();
  await page.getByRole("textbox", { name: "When balance falls below" }).fill("100");
  await page.getByRole("textbox", { name: "At most, per month" }).fill("50");
  await saveButton(page).click();
  await page.getByRole("button", { name: "Save and charge $50.00" }).click();
  const { title, description } = settingsMessages.savedAndCharged("$50.00");
  await expectToast(page, title, description);
  await runCron();
  await expect.poll(() => get(user, "/api/account/balance")).toMatchObject({ balance: 75 });
  await page.reload();
  await expect(topUp(page).getByText("Paid", { exact: true })).toBeVisible();
  await expect(topUp(page).getByText("Monthly limit reached")).toBeVisible();
  await mailAfterCron(user.email, "Auto top-up added $50.00");
  await page.getByRole("button", { name: /^Remove / }).click();
  await page.getByRole("button", { name: "Remove card" }).click();
  await expect(page.getByText(settingsMessages.noCard)).toBeVisible();
  await expect(topUp(page).getByText("Off", { exact: true })).toBeVisible();
});
