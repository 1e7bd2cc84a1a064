import type { Page } from "@playwright/test";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { createKey, get, newFundedUser, put, type User } from "./accounts.ts";
import { expect, giveSession, stack, test } from "./support.ts";
import { storedKey, takeBalance } from "./usage-support.ts";

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

test("a customer without a balance sees that funds are missing, and where to add them", async ({ page }) => {
  const { user, key, id } = await working(page, "refused-balance");
  await takeBalance(user);
  // Any change of a key makes the gateway read the account again at once.
  await put(user, `/api/keys/${id}/budgets`, { budgets: [] });
  expect((await chat(key)).status).toBe(402);
  await expect(banner(page)).toContainText(
    /Production has been refused since \d\d:\d\d: your balance is too low/,
  );
  await expect(card(page)).toContainText(/402 Balance too low/);
  await expectNoticed(user, /balance/i);
  await banner(page).getByRole("link", { name: "Add funds" }).click();
  await expect(page).toHaveURL(paths.addBalance);
});
