import type { Page } from "@playwright/test";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { createKey, get, newFundedUser, put, type User } from "./accounts.ts";
import { expect, giveSession, stack, test } from "./support.ts";
import { storedKey } from "./usage-support.ts";

const chat = (key: string, model = "demo-small") =>
  fetch(new URL("/v1/chat/completions", stack.web), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
  });

const banner = (page: Page) => page.getByRole("status").filter({ hasText: "refused since" });
const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: refusalMessages.title }) });

/** A funded user with one successful request, and the dashboard open. */
async function working(page: Page, name: string): Promise<{ user: User; key: string; id: string }> {
  const user = await newFundedUser(name);
  const key = await createKey(user, "Production");
  expect((await chat(key)).status).toBe(200);
  await giveSession(page, user);
  await page.goto("/");
  await expect(card(page)).toContainText("No errors or refusals");
  return { user, key, id: (await storedKey(user, "Production")).publicId };
}

const expectNoticed = (user: User, title: RegExp) =>
  expect(async () => {
    const { items } = await get<{ items: { title: string }[] }>(user, "/api/notifications");
    expect(items.filter((item) => title.test(item.title))).toHaveLength(1);
  }).toPass();

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
