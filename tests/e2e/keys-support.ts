import type { Locator, Page } from "@playwright/test";
import type { ApiKey } from "#core/contract/keys.ts";
import { createKey, newFundedUser, type User } from "./accounts.ts";
import { expect, giveSession, stack, toasts } from "./support.ts";

export const FAILED_RESOURCE = /Failed to load resource/;
export const brokenServer = {
  status: 500,
  json: { error: "Unexpected.", code: "internal", request_id: "r1" },
};

export const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** A key's row in the active table, including the lines below it. */
export const keyGroup = (page: Page, name: string) => page.getByRole("rowgroup").filter({ hasText: name });
export const createButton = (page: Page) => page.getByRole("button", { name: "Create API Key" }).first();
export const moreButton = (page: Page, name: string) =>
  page.getByRole("button", { name: `More actions for ${name}`, exact: true });

export async function openKeys(page: Page, user: User): Promise<void> {
  await giveSession(page, user);
  await page.goto("/api-keys");
  await expect(page.getByText(/^Showing \d+ active keys?$/)).toBeVisible();
}

export async function openCreateDialog(page: Page): Promise<Locator> {
  await expect(createButton(page)).not.toHaveAttribute("aria-disabled", "true");
  await createButton(page).click();
  return page.getByRole("dialog", { name: "Create New API Key" });
}

/** A user with one key, on the keys page. */
export async function openOneKey(page: Page, name: string): Promise<{ user: User; key: string }> {
  const user = await newFundedUser(name);
  const key = await createKey(user, "Production");
  await openKeys(page, user);
  return { user, key };
}

/** Chooses an item in the menu of the key called `name`, which opens a dialog. */
export async function choose(page: Page, name: string, item: string): Promise<Locator> {
  await moreButton(page, name).first().click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
  return page.getByRole("dialog");
}

export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page).getByText(title, { exact: true })).toBeVisible();
  await expect(toasts(page).getByText(description, { exact: true })).toBeVisible();
}

/** Lets the API's list of keys through with changes. */
export const withKeys = (page: Page, change: (keys: ApiKey[]) => ApiKey[]) =>
  page.route("**/api/keys", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** A small request with the key. */
export const ask = (key: string) =>
  fetch(new URL("/v1/chat/completions", stack.web), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "demo-small", messages: [{ role: "user", content: "Hello" }] }),
  });

/** The preview's row for a period. */
export const tried = (dialog: Locator, label: string) =>
  dialog.getByRole("row").filter({ has: dialog.page().getByRole("rowheader", { name: label }) });

export async function openBudgets(page: Page): Promise<Locator> {
  const dialog = await choose(page, "Production", "Budgets…");
  await expect(dialog.getByRole("heading", { name: "Budgets" })).toBeVisible();
  return dialog;
}
