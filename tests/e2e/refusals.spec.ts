import type { Page } from "@playwright/test";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { createKey, get, newFundedUser, post, put, type User } from "./accounts.ts";
import { expect, expectReadable, giveSession, stack, test } from "./support.ts";
import { storedKey, takeBalance } from "./usage-support.ts";

/** Refused requests are posted within ten seconds, and the page asks every fifteen. */
const SEEN_WITHIN_MS = 60_000;
const NOTICED_WITHIN_MS = 60_000;

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
  await expect(card(page)).toContainText("No errors or refusals", { timeout: SEEN_WITHIN_MS });
  return { user, key, id: (await storedKey(user, "Production")).publicId };
}

const expectNoticed = (user: User, title: RegExp) =>
  expect(async () => {
    const { items } = await get<{ items: { title: string }[] }>(user, "/api/notifications");
    expect(items.filter((item) => title.test(item.title))).toHaveLength(1);
  }).toPass({ timeout: NOTICED_WITHIN_MS });

test("a customer whose key is out of budget sees it on the open dashboard, and raises the budget there", async ({
  page,
}) => {
  const { user, key, id } = await working(page, "refused-budget");
  await put(user, `/api/keys/${id}/budgets`, { budgets: [{ period: "day", amount: 0.0001 }] });
  for (let i = 0; i < 3; i += 1) expect((await chat(key)).status).toBe(402);
  await expect(banner(page)).toContainText(
    /^Production has been refused since \d\d:\d\d: it reached its daily budget3 requests refused, none charged\. The \$0\.0001 budget resets at \d\d:\d\d\./,
    { timeout: SEEN_WITHIN_MS },
  );
  await expect(card(page)).toContainText(/402 Over budgetProduction, since \d\d:\d\d today3/);
  await expectNoticed(user, /budget/);
  await expectReadable(page);
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

test("a customer without a balance sees that funds are missing, and where to add them", async ({ page }) => {
  const { user, key, id } = await working(page, "refused-balance");
  await takeBalance(user);
  // Any change of a key makes the gateway read the account again at once.
  await put(user, `/api/keys/${id}/budgets`, { budgets: [] });
  expect((await chat(key)).status).toBe(402);
  await expect(banner(page)).toContainText(
    /Production has been refused since \d\d:\d\d: your balance is too low/,
    {
      timeout: SEEN_WITHIN_MS,
    },
  );
  await expect(card(page)).toContainText(/402 Balance too low/);
  await expectNoticed(user, /balance/i);
  await banner(page).getByRole("link", { name: "Add funds" }).click();
  await expect(page).toHaveURL(paths.addBalance);
});

test("a customer with a wrong model sees that it doesn't exist, and where the models are listed", async ({
  page,
}) => {
  const { user, key, id } = await working(page, "refused-model");
  for (let i = 0; i < 5; i += 1) expect((await chat(key, "demo-smal")).status).toBe(404);
  await expect(banner(page)).toContainText(
    /it asks for a model that doesn’t exist5 requests refused, none charged/,
    {
      timeout: SEEN_WITHIN_MS,
    },
  );
  await expect(card(page)).toContainText("404 Unknown model");
  await expectNoticed(user, /^“Production” asks for a model that doesn’t exist$/);
  await expect(banner(page).getByRole("link", { name: "Check the model" })).toHaveAttribute(
    "href",
    /documentation.*models/,
  );
  await page.goto(paths.keyUsage(id));
  await expect(banner(page)).toContainText("it asks for a model that doesn’t exist");
  await expect(card(page)).toContainText("404 Unknown model");
});

test("a customer whose revoked key is still in use sees which, and creates another", async ({ page }) => {
  const { user, key, id } = await working(page, "refused-revoked");
  await post(user, `/api/keys/${id}/revoke`, {});
  expect((await chat(key)).status).toBe(401);
  await expect(banner(page)).toContainText(/Production has been refused since \d\d:\d\d: it was revoked/, {
    timeout: SEEN_WITHIN_MS,
  });
  await expect(card(page)).toContainText("401 Expired or revoked key");
  await expectNoticed(user, /^“Production” is still in use, but revoked$/);
  await banner(page).getByRole("link", { name: "Create a key" }).click();
  await expect(page.getByRole("dialog", { name: /Create/ })).toBeVisible();
});
